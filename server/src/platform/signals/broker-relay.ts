/** Carries signals between server processes over the broker. A lost one costs time only. */
import { systemTopic } from '@endcap/gateway-link/topics'
import { storeChange } from '@endcap/contract/push'
import * as z from 'zod'
import type { BrokerConnection } from '../broker/connection.ts'
import type { SignalName, Signals } from './signals.ts'
import { parseJson } from '../base/parse-json.ts'

/** Those that say nothing but their name. */
const bareHints = [
  'rendered',
  'downloads',
  'papers',
  'closing-stores',
  'store-moves',
  'rollouts',
  'webhooks',
  'account-requests',
  'gateway-requests',
  'gateway-replies',
  'collecting',
] as const satisfies readonly SignalName[]

const message = z.object({
  from: z.string(),
  signal: z.discriminatedUnion('name', [
    z.object({ name: z.literal(bareHints), payload: z.record(z.string(), z.never()) }),
    z.object({ name: z.literal('operations'), payload: z.object({ storeCode: z.string() }) }),
    z.object({ name: z.literal('gateway-locked-out'), payload: z.object({ gwMac: z.string() }) }),
    z.object({ name: z.literal('changed'), payload: z.object({ storeCode: z.string(), changes: z.array(storeChange) }) }),
    z.object({
      name: z.literal('sessions-ended'),
      payload: z.object({ email: z.string(), tokenHash: z.string().optional(), but: z.string().optional(), reason: z.string() }),
    }),
  ]),
})
const topic = systemTopic('signal')

export async function relaySignals(signals: Signals, connection: BrokerConnection, processId: string): Promise<void> {
  const take = signals.relay((signal) => {
    connection.publish(topic, JSON.stringify({ from: processId, signal })).catch(() => undefined)
  })
  connection.onMessage((at, payload) => {
    if (at !== topic) return
    const checked = message.safeParse(parseJson(payload.toString()))
    if (checked.success && checked.data.from !== processId) take(checked.data.signal)
  })
  await connection.subscribe([topic])
}
