/** How a bridge asks the server for its work. What comes is checked: a server of another version must not stop access points that work. */
import * as z from 'zod'

const work = z.object({
  revision: z.string(),
  accessPoints: z
    .array(
      z.object({
        gwMac: z.string().regex(/^[0-9A-F]{12}$/),
        storeCode: z.string(),
        kind: z.string(),
        address: z.string(),
        options: z.record(z.string(), z.unknown()),
        secret: z.string().optional(),
      }),
    )
    .max(1000),
  requests: z.array(
    z.object({
      requestId: z.string(),
      kind: z.string(),
      params: z.record(z.string(), z.string()),
      keys: z.record(z.string(), z.string()).optional(),
    }),
  ),
  mqtt: z.object({ url: z.string().nullable(), port: z.number().nullable(), securePort: z.number().nullable() }),
})
export type Work = z.infer<typeof work>
export type ServedAccessPoint = Work['accessPoints'][number]
export interface Report {
  version: string
  revision: string
  /** SHA-256 of the secrets that it has, by gateway. */
  have: Record<string, string>
  problems: string[]
  signPort: number | null
}

/** The token is not good any more: an account removed this bridge. */
export class TokenEnded extends Error {}

/** Seconds that the server may take to have news, and somewhat more. */
const patienceMs = 40_000

export function createServerApi({ serverUrl, token }: { serverUrl: string; token: string }) {
  async function call(path: string, body: object): Promise<unknown> {
    const response = await fetch(`${serverUrl}/api/bridge/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    })
    if (response.status === 401) throw new TokenEnded('The server does not know this token.')
    if (!response.ok) throw new Error(`The server answers ${response.status}.`)
    return response.json()
  }
  return {
    sync: async (report: Report): Promise<Work> => work.parse(await call('sync', report)),
    answer: async (requestId: string, found: object): Promise<void> => void (await call('answer', { requestId, ...found })),
  }
}
export type ServerApi = ReturnType<typeof createServerApi>

/** Where gateways sign in: as the server says, else at its own host, sealed where the server itself is. */
export function mqttUrlOf({ url, port, securePort }: Work['mqtt'], serverUrl: string): string {
  if (url !== null) return url
  const { protocol, hostname } = new URL(serverUrl)
  return protocol === 'https:' && securePort !== null ? `mqtts://${hostname}:${securePort}` : `mqtt://${hostname}:${port ?? 1883}`
}
