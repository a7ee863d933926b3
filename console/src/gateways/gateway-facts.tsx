/** What there is to tell of a gateway besides its charts: facts, services, network. */
import type { GatewayDetail } from '@endcap/contract/gateways'
import { useTranslation } from 'react-i18next'
import { Lines } from '../ui/Detail.tsx'
import { Fact } from '../ui/Fact.tsx'
import { formatNumber, formatTime, uptimeText } from '../ui/format.ts'
import { State, stateClass } from '../ui/state.tsx'
import { ipText, LinkState, TimeSync } from './cells.tsx'
import { Channel } from '../ui/Channel.tsx'
import helpers from '../ui/helpers.module.css'
import panelStyles from '../ui/Panel.module.css'

export function Facts({ gateway }: { gateway: GatewayDetail }) {
  const { t } = useTranslation()
  const { gwIndex, tagCount, gmpVersion, grmVersion, upLink, downLink, timeSync, uptime, onlineSince, offlineSince, lastHeardAt } = gateway
  const { dataChannel, eventChannel, channelGroupIndex, pending, status } = gateway
  return (
    <dl className={panelStyles.factRow}>
      <Fact name={t('gateways.column.gwIndex')}>{gwIndex}</Fact>
      <Fact name={t('gateways.column.tagCount')}>{formatNumber(tagCount)}</Fact>
      <Fact name={t('gateways.column.dataChannel')}>
        <Channel now={dataChannel} requested={pending?.dataChannel} />
      </Fact>
      <Fact name={t('gateways.column.eventChannel')}>
        <Channel now={eventChannel} requested={pending?.eventChannel} />
      </Fact>
      <Fact name={t('gateways.column.channelGroupIndex')}>{channelGroupIndex}</Fact>
      <Fact name={t('gateways.column.gmpVersion')}>{gmpVersion || '–'}</Fact>
      <Fact name={t('gateways.column.grmVersion')}>{grmVersion || '–'}</Fact>
      <Fact name={t('gateways.column.upLink')}>
        <LinkState state={upLink} />
      </Fact>
      <Fact name={t('gateways.column.downLink')}>
        <LinkState state={downLink} />
      </Fact>
      <Fact name={t('gateways.column.timeSync')}>
        <TimeSync inSync={timeSync} />
      </Fact>
      <Fact name={t('gateways.uptime')}>{status === 'OFFLINE' ? '–' : uptimeText(uptime, (count) => t('gateways.days', { count }))}</Fact>
      <Fact name={t(offlineSince === null ? 'gateways.onlineSince' : 'gateways.offlineSince')}>
        {formatTime(offlineSince ?? onlineSince)}
      </Fact>
      <Fact name={t('gateways.lastHeard')}>{formatTime(lastHeardAt)}</Fact>
      {pending !== null && (
        <Fact name={t('gateways.settings')}>
          <span className={stateClass('info')} data-part="state">
            {t('gateways.pending')}
          </span>
        </Fact>
      )}
    </dl>
  )
}

export function Services({ gateway: { serviceStatusList, status } }: { gateway: GatewayDetail }) {
  const { t } = useTranslation()
  return (
    <Lines title={t('gateways.services')} hint={serviceStatusList.length === 0 && t('gateways.noServices')}>
      {serviceStatusList.map((service) => (
        <li key={service.name}>
          <span className={helpers.mono}>{service.name}</span>
          {/* What one that is gone last said of its services says nothing of now. */}
          {status === 'OFFLINE' ? (
            <State state="UNKNOWN" />
          ) : (
            <State state={service.status} label={t(`gateways.service.${service.status}`)} />
          )}
        </li>
      ))}
    </Lines>
  )
}

export function Network({ gateway }: { gateway: GatewayDetail }) {
  const { t } = useTranslation()
  const { ip, alternateIp, netmask, defaultGateway, dns, eslServerPort } = gateway
  const lines = { ip: ipText(ip), alternateIp: ipText(alternateIp), netmask, defaultGateway, dns, eslServerPort }
  return (
    <Lines title={t('gateways.network')}>
      {Object.entries(lines).map(([field, text]) => (
        <li key={field}>
          <span>{t(`gateways.column.${field}`)}</span>
          <span className={helpers.mono}>{text || '–'}</span>
        </li>
      ))}
    </Lines>
  )
}
