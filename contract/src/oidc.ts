/** Sign-in through an OpenID Connect provider, where one is set up (authorization code with PKCE). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { accessToken, userInfo } from './session.ts'

/** A secret of the browser that began: the answer of the provider is good only there. */
const browser = z.string().min(20).max(200)

export const oidc = {
  offer: endpoint('GET', '/auth/oidc', {
    access: 'public',
    store: 'none',
    summary: 'What the button of the provider says; null without a provider.',
    response: z.object({ label: z.string().nullable() }),
  }),
  start: endpoint('POST', '/auth/oidc/start', {
    access: 'public',
    store: 'none',
    summary: 'Begins a sign-in: the address at the provider to go to.',
    perMinute: 30,
    body: z.strictObject({ browser }),
    response: z.object({ url: z.string() }),
  }),
  finish: endpoint('POST', '/auth/oidc/finish', {
    access: 'public',
    store: 'none',
    summary: 'Ends a sign-in with the query that the provider sent the browser back with.',
    perMinute: 30,
    body: z.strictObject({ browser, query: z.string().max(8000) }),
    response: userInfo.extend({ accessToken }),
  }),
}
