/** A real OpenID provider on this machine, whose people sign in with their name and any password. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export const providerClient = { clientId: 'endcap', clientSecret: 'a secret of both that nobody else knows' }

/** `people`: what the provider tells of each, by the name that they sign in with. */
export async function startProvider({ redirectUri, people }: { redirectUri: string; people: Record<string, Record<string, unknown>> }) {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: providerClient.clientId,
        client_secret: providerClient.clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups', 'stores'] },
    findAccount: (_: unknown, id: string) =>
      people[id] === undefined ? undefined : { accountId: id, claims: async () => ({ sub: id, ...people[id] }) },
    cookies: { keys: ['only for tests'] },
    pkce: { required: () => true },
  })
  server.on('request', provider.callback())
  return {
    issuer,
    people,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Goes through the provider's pages as a browser does; answers the query that it sends the browser back with. */
export async function visitProvider(start: string, login: string): Promise<string> {
  const cookies = new Map<string, string>()
  let [address, body]: [string, string | undefined] = [start, undefined]
  for (let steps = 0; steps < 12; steps++) {
    const answer: Response = await fetch(address, {
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(body !== undefined && { method: 'POST', body }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = answer.headers.get('location')
    if (location === null) {
      const page = await answer.text()
      body = page.includes('name="login"') ? `prompt=login&login=${login}&password=any` : 'prompt=consent'
      continue
    }
    body = undefined
    const next: URL = new URL(location, address)
    if (next.origin !== new URL(start).origin) return next.search.slice(1)
    address = next.href
  }
  throw new Error('The provider did not send anybody back')
}
