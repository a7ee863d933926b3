/** The second factor of a sign-in: codes of an authenticator app (RFC 6238), and recovery codes for the day it is lost. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { done, email } from './schemas.ts'
import { accessToken, userInfo } from './session.ts'

const password = z.string().max(200)
const code = z.string().trim().max(40)
const recoveryCodes = z.array(z.string())

export const secondFactor = {
  verify: endpoint('POST', '/auth/login/second-factor', {
    access: 'public',
    store: 'none',
    summary: 'The second step of a sign-in: the challenge of the first one, and a code of the app or a recovery code.',
    perMinute: 30,
    body: z.strictObject({ challenge: z.string().max(100), code }),
    response: userInfo.extend({ accessToken }),
  }),
  status: endpoint('GET', '/auth/second-factor', {
    access: 'session',
    duringSetUp: true,
    store: 'none',
    summary: 'Whether the own account has a second factor, and how many of its recovery codes are left.',
    response: z.object({
      enabled: z.boolean(),
      recoveryCodesLeft: z.int(),
      /** The account is an administrator's, and administrators need one: it cannot be switched off. */
      required: z.boolean(),
    }),
  }),
  enrol: endpoint('POST', '/auth/second-factor/enrol', {
    access: 'session',
    people: true,
    duringSetUp: true,
    store: 'none',
    summary: 'Begins a second factor for the own account: the secret for the app. It holds once a first code has confirmed it.',
    perMinute: 20,
    body: z.strictObject({ password }),
    response: z.object({
      /** Base32, as it is typed into an app. */
      secret: z.string(),
      uri: z.string(),
      /** The uri as a QR code: rows of 0 and 1. */
      qr: z.array(z.string()),
    }),
  }),
  confirm: endpoint('POST', '/auth/second-factor/confirm', {
    access: 'session',
    people: true,
    duringSetUp: true,
    writes: true,
    store: 'none',
    summary: 'Switches the second factor on with a first code; answers recovery codes that are shown once.',
    perMinute: 20,
    body: z.strictObject({ code }),
    response: z.object({ recoveryCodes }),
  }),
  disable: endpoint('POST', '/auth/second-factor/disable', {
    access: 'session',
    people: true,
    writes: true,
    store: 'none',
    summary: 'Switches the own second factor off; takes the password and a code.',
    perMinute: 20,
    body: z.strictObject({ password, code }),
    response: done,
  }),
  reset: endpoint('POST', '/auth/account/second-factor/reset', {
    access: 'member.write',
    store: 'none',
    summary: 'Switches the second factor of another account off, such as when a phone is lost; its sessions end.',
    body: z.strictObject({ email }),
    response: done,
  }),
}
