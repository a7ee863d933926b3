/** When a server is NORMAL or in ALARM, and which alarms follow: rules without a database (docs/servers.md). */
import type { AlarmLimits } from '@endcap/contract/alarm-settings'
import type { AlarmType } from '@endcap/contract/alarms'
import { usageAlarmSlack, type Server, type ServerState, type Usage } from '@endcap/contract/servers'
import type { NodeStatus } from '@endcap/contract/vocabulary'

export const percentOf = ({ used, total }: Usage): number => (total === 0 ? 0 : Math.round((used * 1000) / total) / 10)

/** A replica that is not where it should be. The other states are told by `offline`, or are no fault: starting, unknown to us. */
const faultyStates = new Set<ServerState>(['RECOVERING', 'STARTUP2', 'ROLLBACK'])
export const offline = 'offline'

/** What is out of the ordinary in a report: `service:…`, `state:…`, `memory`, `disk`. */
export function evaluateReport(
  before: readonly string[],
  { state, serviceStatusList, ramUsage, diskUsage }: Pick<Server, 'state' | 'serviceStatusList' | 'ramUsage' | 'diskUsage'>,
  limits: Pick<AlarmLimits, 'diskPercent' | 'memoryPercent'>,
): string[] {
  const full = (name: 'memory' | 'disk', usage: Usage | null) =>
    usage !== null && percentOf(usage) >= limits[`${name}Percent`] - (before.includes(name) ? usageAlarmSlack : 0)
  return [
    ...serviceStatusList.filter((service) => service.status === 'NG').map((service) => `service:${service.name}`),
    ...(state !== null && faultyStates.has(state) ? [`state:${state}`] : []),
    ...(full('memory', ramUsage) ? ['memory'] : []),
    ...(full('disk', diskUsage) ? ['disk'] : []),
  ]
}

export function statusOf(conditions: readonly string[]): NodeStatus {
  if (conditions.includes(offline)) return 'OFFLINE'
  return conditions.length > 0 ? 'ALARM' : 'NORMAL'
}

export interface AlarmChange {
  type: Extract<AlarmType, 'SERVER STATUS ABNORMAL' | 'DISK USAGE ABNORMAL' | 'MEMORY USAGE ABNORMAL'>
  /** Undefined: it is over. */
  raise: { class: 2 | 3; conditions: string[] } | undefined
}
const typeOf = (condition: string): AlarmChange['type'] =>
  condition === 'memory' ? 'MEMORY USAGE ABNORMAL' : condition === 'disk' ? 'DISK USAGE ABNORMAL' : 'SERVER STATUS ABNORMAL'

/**
 * The alarms to raise and to clear when a server's conditions change; a condition that only lasts says nothing again.
 * Class 3 (critical) when the server vanished without a word, else 2 (warning).
 */
export function alarmChanges(before: readonly string[], after: readonly string[], vanished: boolean): AlarmChange[] {
  const types = [...new Set([...before, ...after].map(typeOf))]
  return types.flatMap((type): AlarmChange[] => {
    const [was, is] = [before, after].map((all) => all.filter((one) => typeOf(one) === type).toSorted())
    if (was?.join() === is?.join()) return []
    if (is === undefined || is.length === 0) return [{ type, raise: undefined }]
    return [{ type, raise: { class: is.includes(offline) && vanished ? 3 : 2, conditions: is } }]
  })
}
