/** Sends one message to its address. */
import { version } from '../servers/version.ts'
import { signedHeaders } from './sign.ts'

/** Milliseconds in which a receiver must answer. */
export const answerWithinMs = 10_000

export interface Message {
  url: string
  secret: string
  id: string
  payload: Record<string, unknown>
  at: Date
}
/** `status` is null where no answer came; `told` says in words what came back. */
export interface Answer {
  ok: boolean
  status: number | null
  told: string
}

/** Follows no redirect: what is signed goes to the address that was named and nowhere else. */
export async function postMessage({ url, secret, id, payload, at }: Message): Promise<Answer> {
  const body = JSON.stringify(payload)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': `Endcap/${version}`, ...signedHeaders(secret, { id, body, at }) },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerWithinMs),
    })
    await response.body?.cancel()
    const { ok, status } = response
    const where = status >= 300 && status < 400 ? `, which is followed to no other address` : ''
    return { ok, status, told: `${status} ${response.statusText}`.trim() + where }
  } catch (error) {
    return { ok: false, status: null, told: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `No answer within ${answerWithinMs / 1000} s`
  const { cause } = error
  return (cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : '') : error.message).slice(0, 300)
}
