/** The calls of the player API that a virtual display makes, and what it reads of their answers. */
import { command, type Manifest } from '@endcap/contract/player'
import * as z from 'zod'

/** The server answered with another status than a good one. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`the server answered ${status}`)
    this.status = status
  }
}

/** `pending`: an administrator has to accept the display by its code first. */
export const registered = z.discriminatedUnion('pending', [
  z.object({ pending: z.literal(true), code: z.string(), retrySeconds: z.number() }),
  z.object({ pending: z.literal(false), deviceToken: z.string(), heartbeatSeconds: z.number() }),
])
export const reported = z.object({ rev: z.string(), commands: z.array(command), now: z.number() })

/** A plan is taken as the server sends it: players check it, this display has no pixels that could be wrong. */
const isManifest = (value: unknown): value is Manifest =>
  typeof value === 'object' && value !== null && 'rev' in value && typeof value.rev === 'string' && 'plan' in value && 'settings' in value
export const renewed = z.object({ manifest: z.custom<Manifest>(isManifest).nullable() })

interface Options {
  serverUrl: string
  /** Of the display, once it was taken in. */
  token(): string | undefined
  /** How long the server took to answer, milliseconds; `path` without its address. */
  answered?: ((path: string, ms: number) => void) | undefined
}
export type PlayerApi = ReturnType<typeof createPlayerApi>

const patienceMs = 15_000

/** Calls the server as a display: with a body it is a POST. Rejects with `Refused`, or without an answer that can be read. */
export function createPlayerApi({ serverUrl, token, answered }: Options) {
  return async <T>(path: string, schema: z.ZodType<T>, body?: object): Promise<T> => {
    const asked = performance.now()
    const own = token()
    const answer = await fetch(`${serverUrl}/api/player/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...(own !== undefined && { authorization: `Bearer ${own}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    })
    if (!answer.ok) throw new Refused(answer.status)
    const received: unknown = await answer.json()
    answered?.(path.split('?')[0] ?? '', performance.now() - asked)
    return schema.parse(received)
  }
}
