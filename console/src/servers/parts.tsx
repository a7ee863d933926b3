/** What the list and the page of a server have in common. */
import type { Server, Usage } from '@endcap/contract/servers'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatBytes, formatNumber } from '../ui/format.ts'
import styles from './servers.module.css'

export const percentOf = ({ used, total }: Usage): number => (total === 0 ? 0 : Math.round((used * 1000) / total) / 10)

/** `3.1 GB of 8.0 GB` */
export const ofTotal = ({ used, total }: Usage, t: TFunction): string =>
  t('servers.of', { used: formatBytes(used), total: formatBytes(total) })

/** Part of a resource in use, as a bar and in words. */
/** `limit`: percent from which it is an alarm. */
export function UsageBar({ name, usage, limit }: { name: string; usage: Usage; limit: number }) {
  const { t } = useTranslation()
  const percent = percentOf(usage)
  const words = ofTotal(usage, t)
  return (
    <div className={styles.usage}>
      <span>{name}</span>
      <span
        className={styles.meter}
        role="meter"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent} %, ${words}`}
      >
        <i style={{ width: `${percent}%` }} data-full={percent >= limit || undefined} />
      </span>
      <b>{percent} %</b>
      <small>{words}</small>
    </div>
  )
}

/** A server's own figures where it has no memory and disk to show: name and value. */
export function figuresOf({ database, broker, load }: Server, t: TFunction): [string, string][] {
  const reported = (value: string | null) => value ?? t('servers.notReported')
  if (broker !== null) return [[t('servers.field.clients'), reported(broker.clients === null ? null : formatNumber(broker.clients))]]
  if (database !== null) {
    const { connections, maxConnections, size, lag, role, embedded } = database
    if (role === 'replica' && size === null) return [[t('servers.field.lag'), reported(lag === null ? null : formatBytes(lag))]]
    const ofConnections = connections === null ? null : `${formatNumber(connections)} / ${formatNumber(maxConnections ?? 0)}`
    return [
      [t('servers.field.size'), reported(size === null ? null : formatBytes(size))],
      ...(embedded ? [] : [[t('servers.field.connections'), reported(ofConnections)] satisfies [string, string]]),
    ]
  }
  return load === null ? [] : [[t('servers.loadAverage'), loadText(load, t)]]
}
export const loadText = ({ minute, cores }: NonNullable<Server['load']>, t: TFunction): string =>
  t('servers.loadOf', { load: minute.toFixed(2), count: cores })

/** One line on what it is: its parts and version. */
export function kindOfServer({ roles, version, database, broker }: Server, t: TFunction): string {
  const words = [
    ...roles,
    ...(database === null ? [] : [`PostgreSQL ${version}`, t(`servers.role.${database.role}`)]),
    ...(broker === null ? [] : [version]),
    ...(database?.embedded === true || broker?.embedded === true ? [t('servers.embedded')] : []),
  ]
  return words.join(' · ')
}

export const stateWord = ({ state }: Pick<Server, 'state'>, t: TFunction): string => t(`servers.state.${state ?? 'none'}`)
