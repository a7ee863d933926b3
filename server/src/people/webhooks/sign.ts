/** Signatures of webhook messages, as Standard Webhooks 1.0 has them (standardwebhooks.com): receivers have libraries for it. */
import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

export const makeSecret = (): string => prefix + randomBytes(24).toString('base64')

/** Headers of a message; `at` is when it is sent, so that an old one cannot be sent again by others. */
export function signedHeaders(secret: string, { id, body, at }: { id: string; body: string; at: Date }): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
