/** Figures of the embedded broker for `/metrics`. */
import { Counter, Gauge } from 'prom-client'
import { processRegistry } from '../base/process-metrics.ts'
import type { BrokerFigures } from './broker-names.ts'
import type { RefusedReport } from './refusals.ts'

const registers = [processRegistry]
const refused = new Counter({
  name: 'endcap_mqtt_refused_total',
  help: 'Connections and messages that the embedded broker refused, by reason',
  labelNames: ['reason'],
  registers,
})
const connections = new Gauge({
  name: 'endcap_mqtt_connections',
  help: 'Connections of the embedded broker, by state: signed-in, newcomer',
  labelNames: ['state'],
  registers,
})
const bytes = new Gauge({ name: 'endcap_mqtt_newcomer_bytes', help: 'Bytes received from connections that are not signed in', registers })
const restarts = new Counter({ name: 'endcap_mqtt_restarts_total', help: 'Times the embedded broker ended by itself', registers })

export function countReport(report: { figures: BrokerFigures; refused: RefusedReport }): void {
  const { connected, newcomers, newcomerBytes } = report.figures
  for (const [reason, count] of Object.entries(report.refused.totals)) refused.inc({ reason }, count)
  connections.set({ state: 'signed-in' }, connected)
  connections.set({ state: 'newcomer' }, newcomers)
  bytes.set(newcomerBytes)
}
export const countRestart = (): void => restarts.inc()
/** While there is no broker. */
export function forgetFigures(): void {
  connections.reset()
  bytes.set(0)
}
