/** How displays stand in lists. */
import type { Display } from '@endcap/contract/displays'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { State, type StateKind } from './state.tsx'
import helpers from './helpers.module.css'

/** Specification 3 §2: ONLINE is a success, anything else a danger; one that waits is neither. */
const kinds: Record<Display['status'], StateKind> = { ONLINE: 'ok', OFFLINE: 'bad', PENDING: 'info' }
export function DeviceState({ status, code = null }: Pick<Display, 'status'> & { code?: string | null }) {
  const { t } = useTranslation()
  return (
    <>
      <State state={status} kind={kinds[status]} label={t(`displays.state.${status}`)} />
      {/* What stands on its screen, so that it is found among others that wait. */}
      {code !== null && <b className={helpers.mono}> {code}</b>}
    </>
  )
}

/** Whether it plays what it was given last, shows all of it, and a picture of its screen agrees. */
export function Playing({ device }: { device: Pick<Display, 'status' | 'upToDate' | 'notShown' | 'screenFault'> }) {
  const { t } = useTranslation()
  if (device.status === 'PENDING') return <>–</>
  const kind = device.screenFault !== null || device.notShown > 0 ? 'bad' : device.upToDate ? 'ok' : 'idle'
  return <State state="" kind={kind} label={playingText(device, t)} />
}

export function playingText(
  { upToDate, notShown, screenFault }: Pick<Display, 'upToDate' | 'notShown' | 'screenFault'>,
  t: TFunction,
): string {
  if (screenFault !== null) return t(`displays.playing.screen.${screenFault}`)
  return notShown > 0 ? t('displays.playing.notShown', { count: notShown }) : t(`displays.playing.${upToDate ? 'current' : 'behind'}`)
}
