/** Members: the accounts of people, their roles, stores and sign-ins (specification 2 §2 to §8). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { readyRoleNames } from './ready-roles.ts'
import { accountHead, userInfo } from './session.ts'
import { done, email, epochSeconds, storeCode } from './schemas.ts'
import { tableEndpoint } from './table.ts'
import { languages } from './vocabulary.ts'

/** How addresses end that no mail leaves a machine for (RFC 6762): the first administrator of a trial has one. */
export const unreadDomain = '.local'
/** WAITING: signed up, and without a role until an administrator approves it. LOCKED: by an administrator, or for a while after failed sign-ins. */
export const memberStatuses = ['ACTIVE', 'WAITING', 'LOCKED'] as const
export type MemberStatus = (typeof memberStatuses)[number]

/** Stores named in the list; how many there are stands beside them. */
export const namedStores = 3

const password = z.string().max(200)
const personName = z.string().trim().max(100)
const mobile = z.string().trim().max(40)
/** Forms send a role as text (specification 2 §5). */
const roleId = z
  .union([z.int(), z.string().regex(/^\d{1,9}$/, 'must be the number of a role')])
  .transform(Number)
  .pipe(z.int().nonnegative())
const storeList = z.array(storeCode).max(10_000)

const memberRow = accountHead.extend({
  /** The first few of the stores that are also the reader's. */
  store: z.array(storeCode),
  storeCount: z.int(),
  status: z.enum(memberStatuses),
  locked: z.boolean(),
  /** Signs in with a second factor. */
  secondFactor: z.boolean(),
  /** Signs in elsewhere: there is no password here. */
  adfs: z.boolean(),
  lastLoginAt: epochSeconds.nullable(),
  updatedAt: epochSeconds,
  /** Whether the reader may change it: no account manages one that may do more than itself. */
  mayManage: z.boolean(),
})
export type Member = z.infer<typeof memberRow>

/** A role as it is offered for giving. */
const roleChoice = z.object({ role_id: z.int(), name: z.string(), mayGive: z.boolean() })

const loginHistoryRow = z.object({
  ip: z.string(),
  /** 0 login, 1 logout. */
  type: z.union([z.literal(0), z.literal(1)]),
  email: z.string(),
  success: z.boolean(),
  locked: z.boolean(),
  updatedAt: epochSeconds,
})

export const members = {
  search: tableEndpoint('/auth/account/search', {
    access: 'member.read',
    store: 'account',
    summary: 'The accounts: all for who has the whole chain, else those that share a store, and those that wait for approval.',
    row: memberRow,
    filters: ['email', 'name', 'mobile', 'roleName', 'store', 'status'],
  }),
  overview: endpoint('GET', '/auth/account/overview', {
    access: 'member.read',
    store: 'account',
    summary: 'How many accounts there are in each state, which roles may be given, and whether mail can be sent.',
    response: z.object({
      total: z.int(),
      byStatus: z.record(z.enum(memberStatuses), z.int()),
      roles: z.array(roleChoice),
      mail: z.boolean(),
    }),
  }),
  account: endpoint('GET', '/auth/account/:email', {
    access: 'session',
    store: 'none',
    summary: 'One account; "me" is the own one, others need member.read.',
    response: userInfo.extend({
      locked: z.boolean(),
      approved: z.boolean(),
      lastPwdChanged: epochSeconds.nullable(),
      lastLoginAt: epochSeconds.nullable(),
      secondFactor: z.boolean(),
      /** Sent back with a change, so that it does not undo what another account changed meanwhile. */
      version: z.int(),
      mayManage: z.boolean(),
    }),
  }),
  create: endpoint('POST', '/auth/account', {
    access: 'member.write',
    store: 'none',
    summary: 'Adds an account; its password must be changed at the first sign-in.',
    body: z.strictObject({
      email,
      name: personName.min(1, 'Enter Name, please!'),
      mobile: mobile.optional(),
      password,
      role_id: roleId.nullable().optional(),
      store: storeList.optional(),
      enableWholeStore: z.boolean().optional(),
      locked: z.boolean().optional(),
    }),
    response: done,
  }),
  invite: endpoint('POST', '/auth/account/invitation', {
    access: 'member.write',
    store: 'none',
    summary:
      'Adds an account, and makes a link, good once and for seven days, with which its owner chooses the password: mailed where mail and the public address are set, else in this answer.',
    body: z
      .strictObject({
        email,
        name: personName.min(1, 'Enter Name, please!'),
        /** A ready role, made where there is none of its name; or the number of a role. */
        ready: z.enum(readyRoleNames).optional(),
        role_id: roleId.optional(),
        store: storeList.optional(),
        enableWholeStore: z.boolean().optional(),
        /** In the answer, also where it could be mailed. */
        show: z.boolean().optional(),
      })
      .refine((given) => (given.ready === undefined) !== (given.role_id === undefined), {
        error: 'Choose a role, please!',
        path: ['role_id'],
      }),
    response: done.extend({
      /** As an address within the console; null when it was mailed. */
      link: z.string().nullable(),
    }),
  }),
  update: endpoint('PUT', '/auth/account', {
    access: 'session',
    people: true,
    store: 'none',
    summary: 'Changes the own name, mobile, language, password; with member.write also other accounts, their role and stores (approval).',
    writes: true,
    body: z.strictObject({
      email,
      name: personName.min(1, 'Enter Name, please!').optional(),
      mobile: mobile.optional(),
      language: z.enum(languages).nullable().optional(),
      password: password.optional(),
      /** The present one, needed to change the own. */
      oldPassword: password.optional(),
      role_id: roleId.nullable().optional(),
      store: storeList.optional(),
      enableWholeStore: z.boolean().optional(),
      locked: z.boolean().optional(),
      version: z.int().optional(),
    }),
    response: done,
  }),
  remove: endpoint('DELETE', '/auth/account/:email', {
    access: 'member.write',
    store: 'none',
    summary: 'Deletes an account; its sessions end.',
    response: done,
  }),
  /** Specification 2 §7 names both forms; here the account is named as in POST and PUT, and its other fields do nothing. */
  removeNamed: endpoint('DELETE', '/auth/account', {
    access: 'member.write',
    store: 'none',
    summary: 'Deletes the account of this e-mail; its sessions end.',
    body: z.object({ email }),
    response: done,
  }),
  unlock: endpoint('POST', '/auth/account/unlock', {
    access: 'member.write',
    store: 'none',
    summary: 'Unlocks an account.',
    body: z.strictObject({ email }),
    response: done,
  }),
  reset: endpoint('POST', '/auth/account/reset', {
    access: 'member.write',
    store: 'none',
    summary:
      'Issues a temporary password: by e-mail, or in this answer when `show` is set. Its sessions end, and it must choose a new one.',
    body: z.strictObject({ email, show: z.boolean().optional() }),
    response: done.extend({ password: z.string().optional() }),
  }),
  loginHistory: tableEndpoint('/auth/account/history/:email/search', {
    access: 'session',
    store: 'none',
    summary: 'Login history of the own account ("me") or, with member.read, of another.',
    row: loginHistoryRow,
    filters: ['ip', 'type', 'email'],
  }),
}
