/** The OpenID provider, as far as a sign-in needs it: where to send the browser, and what its answer is worth. */
import type { Configuration, CustomFetch } from 'openid-client'
import type { Config } from '../../platform/base/config.ts'
import { callOut } from '../../platform/outgoing/call.ts'
import { networkKind, targetOf } from '../../platform/outgoing/networks.ts'

type Settings = NonNullable<Config['oidc']>

/** A provider that takes longer holds no sign-in up. */
const answerSeconds = 10

export interface Provider {
  /** A new attempt, and the address at the provider that it begins with. */
  begin(): Promise<{ url: string; state: string; nonce: string; verifier: string }>
  /** The claims about a person. Throws where the answer is none of this attempt, or the provider says no. */
  finish(query: string, checks: { state: string; nonce: string; verifier: string }): Promise<Record<string, unknown>>
}

const answerBytes = 1_000_000
/** The library is loaded with the first sign-in: many servers have no provider. */
const loadClient = () => import('openid-client')

/**
 * The address of the provider is the word of who runs the server; where its answers lead is the provider's. So they lead to no link-local or
 * reserved network, in which clouds keep their metadata, unless the provider itself is there. Redirects are not followed.
 */
const guardedFetch =
  ({ issuer }: Pick<Settings, 'issuer'>): CustomFetch =>
  async (address, { method, headers, body }) => {
    const url = new URL(address)
    const isProvider = targetOf(url).host === targetOf(new URL(issuer)).host
    const sent = body === undefined || body === null ? undefined : Buffer.from(await new Response(body).arrayBuffer())
    const answer = await callOut({
      url,
      method,
      headers,
      body: sent,
      withinMs: answerSeconds * 1000,
      maxBytes: answerBytes,
      allows: (at) => isProvider || networkKind(at) !== 'other',
    })
    const singleHeaders = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    )
    const hasBody = ![204, 205, 304].includes(answer.status)
    return new Response(hasBody ? new Uint8Array(answer.body) : null, { status: answer.status, headers: singleHeaders })
  }

export function createProvider(settings: Settings): Provider {
  let known: Promise<Configuration> | undefined
  const redirectUri = `${settings.publicUrl}/`
  /** Asked for once; again after a failure. */
  const configuration = () => {
    known ??= discover(settings)
    known.catch(() => (known = undefined))
    return known
  }
  return {
    begin: async () => {
      const [client, config] = await Promise.all([loadClient(), configuration()])
      const [verifier, state, nonce] = [client.randomPKCECodeVerifier(), client.randomState(), client.randomNonce()]
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      })
      return { url: url.href, state, nonce, verifier }
    },
    finish: async (query, { state, nonce, verifier }) => {
      const [client, config] = await Promise.all([loadClient(), configuration()])
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true }
      const tokens = await client.authorizationCodeGrant(config, new URL(`?${query}`, redirectUri), checks)
      const claims = tokens.claims()
      if (claims === undefined) throw new Error('The provider sent no ID token')
      // Many providers tell the e-mail address only there.
      const more =
        config.serverMetadata().userinfo_endpoint === undefined ? {} : await client.fetchUserInfo(config, tokens.access_token, claims.sub)
      return { ...more, ...claims }
    },
  }
}

async function discover({ issuer, clientId, clientSecret }: Settings): Promise<Configuration> {
  const client = await loadClient()
  const server = new URL(issuer)
  const authentication = clientSecret === undefined ? client.None() : undefined
  return client.discovery(server, clientId, clientSecret, authentication, {
    timeout: answerSeconds,
    [client.customFetch]: guardedFetch({ issuer }),
    // Only on this machine itself (config.ts).
    ...(server.protocol === 'http:' && { execute: [client.allowInsecureRequests] }),
  })
}
