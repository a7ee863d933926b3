/** How gateways look wherever they are listed. */
import type { Gateway } from '@endcap/contract/gateways'
import type { NodeStatus } from '@endcap/contract/vocabulary'
import { useTranslation } from 'react-i18next'
import { State } from '../ui/state.tsx'

/** NORMAL without time sync is displayed as ALARM (specification 1 §4). */
export const shownStatus = ({ status, timeSync }: Pick<Gateway, 'status' | 'timeSync'>): NodeStatus =>
  status === 'NORMAL' && !timeSync ? 'ALARM' : status

/** Without its port, which is the same for all (specification 1 §2). */
export const ipText = (ip: string): string => ip.replace(/:\d+$/, '') || '–'

export function GatewayStatus({ gateway }: { gateway: Pick<Gateway, 'status' | 'timeSync'> }) {
  return <State state={shownStatus(gateway)} />
}

export function LinkState({ state }: { state: 'OK' | 'NG' }) {
  const { t } = useTranslation()
  return <State state={state} label={t(`gateways.link.${state}`)} />
}

export function TimeSync({ inSync }: { inSync: boolean }) {
  const { t } = useTranslation()
  return <State state={inSync ? 'OK' : 'ALARM'} label={t(inSync ? 'gateways.sync.OK' : 'gateways.sync.NG')} />
}
