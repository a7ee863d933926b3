/** What there is to tell of a gateway besides its charts: facts, services, network. */
import type { GatewayDetail } from '@endcap/contract/gateways'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatTime } from '../ui/format.ts'
import { Glyph } from '../ui/state.tsx'
import { Channel, ipText, LinkState, TimeSync } from './cells.tsx'

/** `3 d 04:05` from seconds. */
export function uptimeText(seconds: number | null, days: (count: number) => string): string {
  if (seconds === null) return '–'
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const clock = `${two((seconds % 86_400) / 3600)}:${two((seconds % 3600) / 60)}`
  return seconds < 86_400 ? clock : `${days(Math.floor(seconds / 86_400))} ${clock}`
}

export function Facts({ gateway }: { gateway: GatewayDetail }) {
  const { t } = useTranslation()
  const { gwIndex, tagCount, gmpVersion, grmVersion, upLink, downLink, timeSync, uptime, onlineSince, offlineSince, lastHeardAt } = gateway
  const { dataChannel, eventChannel, channelGroupIndex, pending, status } = gateway
  const facts: [string, ReactNode][] = [
    [t('gateways.column.gwIndex'), gwIndex],
    [t('gateways.column.tagCount'), formatNumber(tagCount)],
    [t('gateways.column.dataChannel'), <Channel key="data" now={dataChannel} wanted={pending?.dataChannel} />],
    [t('gateways.column.eventChannel'), <Channel key="event" now={eventChannel} wanted={pending?.eventChannel} />],
    [t('gateways.column.channelGroupIndex'), channelGroupIndex],
    [t('gateways.column.gmpVersion'), gmpVersion || '–'],
    [t('gateways.column.grmVersion'), grmVersion || '–'],
    [t('gateways.column.upLink'), <LinkState key="up" state={upLink} />],
    [t('gateways.column.downLink'), <LinkState key="down" state={downLink} />],
    [t('gateways.column.timeSync'), <TimeSync key="sync" inSync={timeSync} />],
    [t('gateways.uptime'), status === 'OFFLINE' ? '–' : uptimeText(uptime, (count) => t('gateways.days', { count }))],
    offlineSince === null ? [t('gateways.onlineSince'), formatTime(onlineSince)] : [t('gateways.offlineSince'), formatTime(offlineSince)],
    [t('gateways.lastHeard'), formatTime(lastHeardAt)],
    ...(pending === null
      ? []
      : [
          [
            t('gateways.settings'),
            <span key="pending" className="s info">
              {t('gateways.pending')}
            </span>,
          ] satisfies [string, ReactNode],
        ]),
  ]
  return (
    <dl className="fact-row">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Services({ gateway: { serviceStatusList, status } }: { gateway: GatewayDetail }) {
  const { t } = useTranslation()
  return (
    <section className="panel" aria-label={t('gateways.services')}>
      <h2>{t('gateways.services')}</h2>
      {serviceStatusList.length === 0 && <p className="hint">{t('gateways.noServices')}</p>}
      <ul className="plain">
        {serviceStatusList.map((service) => {
          // What one that is gone last said of its services says nothing of now.
          const kind = status === 'OFFLINE' ? 'idle' : service.status === 'OK' ? 'ok' : 'bad'
          return (
            <li key={service.name}>
              <span className="mono">{service.name}</span>
              <span className={`s ${kind}`}>
                <Glyph kind={kind} />
                {status === 'OFFLINE' ? t('state.UNKNOWN') : t(`gateways.service.${service.status}`)}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

export function Network({ gateway }: { gateway: GatewayDetail }) {
  const { t } = useTranslation()
  const { ip, alternateIp, netmask, defaultGateway, dns, eslServerPort } = gateway
  const lines: [string, string][] = [
    ['ip', ipText(ip)],
    ['alternateIp', ipText(alternateIp)],
    ['netmask', netmask],
    ['defaultGateway', defaultGateway],
    ['dns', dns],
    ['eslServerPort', eslServerPort === null ? '' : String(eslServerPort)],
  ]
  return (
    <section className="panel" aria-label={t('gateways.network')}>
      <h2>{t('gateways.network')}</h2>
      <ul className="plain">
        {lines.map(([field, text]) => (
          <li key={field}>
            <span>{t(`gateways.column.${field}`)}</span>
            <span className="mono">{text || '–'}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
