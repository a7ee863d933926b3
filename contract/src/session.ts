/** Sign-in, sign-up, sessions and the account's own data (specification 1 §2, §5, §7). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { privilegeKeys } from './privileges.ts'
import { done, epochSeconds, storeCode } from './schemas.ts'
import { languages } from './vocabulary.ts'

export const privilegeEntry = z.object({ key: z.enum(privilegeKeys), read: z.boolean(), write: z.boolean() })

/** Site variants that change some behaviour (specification 1 §1, 2 §1); empty for none. */
export const site = z.enum(['', 'edion', 'croma', 'nec', 'coop'])

export const systemConfig = z.object({
  site,
  enableTagStatusCheck: z.boolean(),
  /** Send a label only when its image differs from the one shown. */
  imageBaseUpdate: z.boolean(),
  enableTagUpdateHistory: z.boolean(),
  enableProductUpdateHistory: z.boolean(),
  familyProductItemCount: z.int(),
})

/** Whose an account is, and what it may. */
export const accountHead = z.object({
  email: z.string(),
  name: z.string(),
  mobile: z.string(),
  /** Null until an administrator has approved the account. */
  role_id: z.int().nullable(),
  roleName: z.string(),
  enableWholeStore: z.boolean(),
})

/** The signed-in account, as the console keeps it. `store` lists the account's stores unless it has the whole chain. */
export const userInfo = accountHead.extend({
  store: z.array(storeCode),
  language: z.enum(languages).nullable(),
  weakPwd: z.boolean(),
  expireSoon: z.boolean(),
  forceChange: z.boolean(),
  /** Signs in elsewhere (OpenID Connect, a script): there is no password here to change or reset. */
  adfs: z.boolean(),
  /** An administrator who must set up a second factor: until then the calls for that work, and nothing else. */
  factorDue: z.boolean(),
  privilege: z.array(privilegeEntry),
  systemConfig,
})
export interface UserInfo extends z.infer<typeof userInfo> {}

/** Sent with every call of the console: its session travels as a cookie, which counts for calls with this header alone. */
export const consoleHeader = 'x-endcap-console'
/** To be sent with every call; empty for the console, which gets it as a cookie. */
export const accessToken = z.string()

/** The address of a page, as it stands behind the `#`; nothing that leads out of the console. */
export const consolePage = z
  .string()
  .max(200)
  .regex(/^\/(?![/\\])/)

const password = z.string().max(200)
/** What stands behind `link=` in the mail. */
const linkToken = z.string().trim().min(1).max(200)
const personName = z.string().trim().max(100)
const mobile = z.string().trim().max(40)

const sessionRow = z.object({
  sessionId: z.string(),
  /** What the browser or program calls itself. */
  userAgent: z.string(),
  ip: z.string(),
  createdAt: epochSeconds,
  lastUsedAt: epochSeconds,
  /** The one that calls. */
  current: z.boolean(),
})
export type OpenSession = z.infer<typeof sessionRow>

export const session = {
  login: endpoint('POST', '/auth/login', {
    access: 'public',
    store: 'none',
    summary: 'Signs in; answers the access token to send with every call.',
    perMinute: 30,
    body: z.strictObject({ email: z.string().max(200), password }),
    response: userInfo.extend({
      accessToken,
      /** A page of the console that third-party authentication sends the person to, unless another one was asked for. */
      redirect: consolePage.optional(),
    }),
  }),
  check: endpoint('GET', '/auth/login', {
    access: 'session',
    duringSetUp: true,
    store: 'none',
    summary: 'Checks the session and answers its account.',
    response: userInfo,
  }),
  logout: endpoint('POST', '/auth/logout', {
    access: 'session',
    people: true,
    duringSetUp: true,
    store: 'none',
    summary: 'Ends the session.',
    response: done,
  }),
  sessions: endpoint('GET', '/auth/account/:email/session', {
    access: 'session',
    store: 'none',
    summary: 'The open sessions of the own account ("me") or, with member.write, of another that one may manage.',
    response: z.object({ sessions: z.array(sessionRow) }),
  }),
  endSessions: endpoint('POST', '/auth/account/session/end', {
    access: 'session',
    people: true,
    writes: true,
    store: 'none',
    summary: 'Ends one open session of an account, or all of them but the one that calls.',
    body: z.strictObject({ email: z.string().trim().min(1).max(200), sessionId: z.uuid().optional() }),
    response: done,
  }),
  signup: endpoint('POST', '/auth/signup', {
    access: 'public',
    writes: true,
    store: 'none',
    summary: 'Registers an account; it has no role and no stores until an administrator approves it.',
    perMinute: 10,
    body: z.strictObject({ name: personName, email: z.string().trim().max(200), mobile, password }),
    response: z.object({ code: z.int(), message: z.string() }),
  }),
  forgotPassword: endpoint('POST', '/auth/forget/password', {
    access: 'public',
    writes: true,
    store: 'none',
    summary: 'Mails a link to choose a new password; answers the same whether the account exists or not. Nothing changes until it is used.',
    perMinute: 5,
    body: z.strictObject({ email: z.string().trim().max(200) }),
    response: z.object({ code: z.int(), message: z.string() }),
  }),
  readLink: endpoint('POST', '/auth/password/link', {
    access: 'public',
    store: 'none',
    summary: 'Whose password the link of a mail changes; 400 `link-wrong`, `link-used` or `link-expired` when it is not good any more.',
    perMinute: 30,
    body: z.strictObject({ token: linkToken }),
    response: z.object({
      email: z.string(),
      /** It has never signed in: the link is an invitation. */
      first: z.boolean(),
    }),
  }),
  setPassword: endpoint('POST', '/auth/password/reset', {
    access: 'public',
    writes: true,
    store: 'none',
    summary: 'Chooses a new password with the link of a mail, once; every session and API token of the account ends.',
    perMinute: 30,
    body: z.strictObject({ token: linkToken, password }),
    response: done,
  }),
  changePassword: endpoint('POST', '/auth/account/password', {
    access: 'session',
    people: true,
    duringSetUp: 'password',
    writes: true,
    store: 'none',
    summary: 'Changes the own password; every other session of the account ends.',
    perMinute: 20,
    body: z.strictObject({ oldPassword: password, password }),
    response: done,
  }),
}
