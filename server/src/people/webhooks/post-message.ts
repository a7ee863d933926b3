/** Sends one message to its address. What comes back is reported in one of a few words: an account that may name addresses learns nothing of networks. */
import type { WebhookOutcome } from '@endcap/contract/webhooks'
import { callOut, CallFailed } from '../../platform/outgoing/call.ts'
import { mayCall, targetOf, type Destination } from '../../platform/outgoing/networks.ts'
import { version } from '../../platform/base/version.ts'
import { signedHeaders } from './sign.ts'

/** Milliseconds in which a receiver must answer. */
const answerWithinMs = 10_000
/** The receiver says that it wants no more. */
const gone = 410

export interface Message {
  url: string
  secret: string
  id: string
  payload: Record<string, unknown>
  at: Date
  /** Where webhooks may go beside public addresses (ENDCAP_WEBHOOK_HOSTS). */
  hosts: readonly Destination[]
}
export interface Answer {
  ok: boolean
  outcome: WebhookOutcome
  /** For the log of the server only. */
  detail: string
}

/** Follows no redirect: what is signed goes to the address that was named and nowhere else. */
export async function postMessage({ url: address, secret, id, payload, at, hosts }: Message): Promise<Answer> {
  const body = JSON.stringify(payload)
  const url = new URL(address)
  const target = targetOf(url)
  try {
    const { status } = await callOut({
      url,
      method: 'POST',
      body,
      withinMs: answerWithinMs,
      maxBytes: 0,
      headers: { 'content-type': 'application/json', 'user-agent': `Endcap/${version}`, ...signedHeaders(secret, { id, body, at }) },
      allows: (ip) => mayCall(hosts, target, ip),
    })
    const outcome = outcomeOf(status)
    return { ok: outcome === 'delivered', outcome, detail: `HTTP ${status}` }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    // Only what is too long is not read, and nothing is read here.
    return { ok: false, outcome: error.reason === 'too-long' ? 'not-reachable' : error.reason, detail: error.message }
  }
}

function outcomeOf(status: number): WebhookOutcome {
  if (status === gone) return 'gone'
  if (status >= 500) return 'failed'
  if (status >= 400) return 'refused'
  return status >= 200 && status < 300 ? 'delivered' : 'redirected'
}
