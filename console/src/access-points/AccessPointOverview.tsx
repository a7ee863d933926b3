/** What there is to tell of an access point: what it is, how it stands, its figures, what it can do, and its settings. */
import { callingKinds, type AccessPoint } from '@endcap/contract/access-points'
import type { GatewayDetail } from '@endcap/contract/gateways'
import { useTranslation } from 'react-i18next'
import { Channel } from '../ui/Channel.tsx'
import { Lines } from '../ui/Detail.tsx'
import { Fact } from '../ui/Fact.tsx'
import { formatNumber, formatTime } from '../ui/format.ts'
import { State } from '../ui/state.tsx'
import { SignAddress } from './SignAddress.tsx'
import { SignPanel } from './SignPanel.tsx'
import { SilentSigns } from './SilentSigns.tsx'
import { useBridges } from '../data/use-access-points.ts'
import { deviceText } from '../ui/device-text.ts'
import { figureWords } from './words.ts'
import { clsx } from 'clsx'
import { Hint } from '../ui/Hint.tsx'
import helpers from '../ui/helpers.module.css'
import panelStyles from '../ui/Panel.module.css'
import styles from './access-points.module.css'
import messageStyles from '../ui/Message.module.css'

/** What a gateway may be able to do, as the protocol names it; a check of the link works with each. */
export const abilities = ['led', 'page', 'collect', 'reboot', 'log', 'clock', 'channel'] as const

interface Props {
  accessPoint: AccessPoint
  /** The channel of its radio as it reports it, and the one it was told to take. */
  gateway: Pick<GatewayDetail, 'dataChannel' | 'pending'>
}
export function AccessPointOverview({ accessPoint, gateway }: Props) {
  const { t } = useTranslation()
  const { data: bridges } = useBridges()
  const { storeCode, kind, device, status, bridgeId, bridgeName } = accessPoint
  const bridge = bridges?.find((one) => one.bridgeId === bridgeId)
  const calls = callingKinds.includes(kind)
  const isNews = device !== null && status !== 'OFFLINE'
  return (
    <>
      <Standing accessPoint={accessPoint} problems={isNews ? [] : (bridge?.problems ?? [])} />
      <dl className={panelStyles.factRow}>
        <Fact name={t('accessPoints.fact.kind')}>{t(`accessPoints.kind.${kind}`)}</Fact>
        {(['maker', 'model', 'firmware'] as const).map((field) => (
          <Fact key={field} name={t(`accessPoints.fact.${field}`)}>
            {device?.[field] || '–'}
          </Fact>
        ))}
        {!calls && (
          <Fact name={t('accessPoints.fact.address')}>
            {accessPoint.address === '' ? t('accessPoints.foundByItself') : <span className={helpers.mono}>{accessPoint.address}</span>}
          </Fact>
        )}
        <Fact name={t('accessPoints.through')}>
          {bridge?.own === true ? t('accessPoints.ownBridge', { name: bridgeName }) : bridgeName}
        </Fact>
        {device?.can.includes('channel') === true && (
          <Fact name={t('accessPoints.channel')}>
            <Channel now={gateway.dataChannel} requested={gateway.pending?.dataChannel} />
          </Fact>
        )}
        <Fact name={t('accessPoints.fact.tags')}>{formatNumber(accessPoint.tagCount)}</Fact>
        <Fact name={t('gateways.lastHeard')}>{formatTime(accessPoint.lastHeardAt)}</Fact>
      </dl>
      <div className={clsx(panelStyles.panels, panelStyles.halves, styles.apPanels)}>
        <div className={styles.apStack}>
          {calls && (
            <section className={panelStyles.panel} aria-label={t('accessPoints.signsCall')}>
              <h2>{t('accessPoints.signsCall')}</h2>
              <SignAddress bridge={bridge} storeCode={storeCode} />
              <Hint flush>{t('accessPoints.signsCallHint')}</Hint>
            </section>
          )}
          {kind === 'trmnl' && <SignPanel accessPoint={accessPoint} />}
          {device !== null && <Figures figures={device.figures} isNews={isNews} />}
        </div>
        <div className={styles.apStack}>
          {calls && <SilentSigns storeCode={storeCode} />}
          {device !== null && <Shown confirms={device.confirms} />}
          {device !== null && device.notes.length > 0 && <Notes notes={device.notes} />}
          {device !== null && <Abilities can={device.can} />}
        </div>
      </div>
    </>
  )
}

function Notes({ notes }: { notes: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <section className={panelStyles.panel} aria-label={t('accessPoints.notes')}>
      <h2>{t('accessPoints.notes')}</h2>
      <ul className={styles.apNotes}>
        {notes.map((note) => (
          <li key={note}>{deviceText(note, t)}</li>
        ))}
      </ul>
    </section>
  )
}

/** Why it is not simply online; nothing while all is well. */
function Standing({ accessPoint, problems }: { accessPoint: AccessPoint; problems: readonly string[] }) {
  const { t } = useTranslation()
  const { device, status, bridgeName } = accessPoint
  const isOffline = status === 'OFFLINE'
  const texts = [
    device === null && t('accessPoints.notYet', { bridge: bridgeName }),
    device !== null && isOffline && t('accessPoints.away', { bridge: bridgeName }),
    device !== null &&
      !isOffline &&
      device.state !== 'online' &&
      (device.problem === null ? t(`accessPoints.state.${device.state}`) : deviceText(device.problem, t)),
    ...problems.map((problem) => deviceText(problem, t)),
  ].filter((text) => text !== false)
  if (texts.length === 0) return null
  const kind = device === null ? 'info' : isOffline || device.state === 'offline' ? 'bad' : 'alarm'
  return (
    <div className={clsx(messageStyles.message, styles.apStanding, styles[kind])} role={kind === 'info' ? 'status' : 'alert'}>
      <span className={helpers.grow}>
        {texts.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </span>
    </div>
  )
}

function Shown({ confirms }: { confirms: 'shown' | 'delivered' }) {
  const { t } = useTranslation()
  return (
    <section className={panelStyles.panel} aria-label={t('accessPoints.shownMeans')}>
      <h2>{t('accessPoints.shownMeans')}</h2>
      <State state={confirms} kind={confirms === 'shown' ? 'ok' : 'delivered'} label={t(`accessPoints.confirms.${confirms}`)} />
      <Hint flush>{t(`accessPoints.confirmsHint.${confirms}`)}</Hint>
    </section>
  )
}

function Figures({ figures, isNews }: { figures: Readonly<Record<string, number>>; isNews: boolean }) {
  const { t } = useTranslation()
  const lines = Object.entries(figures)
  return (
    <Lines
      title={t('accessPoints.figures')}
      hint={lines.length === 0 ? t('accessPoints.noFigures') : !isNews && t('accessPoints.lastFigures')}
    >
      {lines.map(([key, value]) => {
        const { name, known, text } = figureWords(key, value, t)
        return (
          <li key={key} className={styles.apLine} data-part="ap-line">
            <span className={known ? undefined : helpers.mono}>{name}</span>
            <span>{text}</span>
          </li>
        )
      })}
    </Lines>
  )
}

function Abilities({ can }: { can: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <Lines title={t('accessPoints.abilities')}>
      {abilities.map((one) => (
        <li key={one} className={styles.apLine} data-part="ap-line" data-off={!can.includes(one) || undefined}>
          <span>{t(`accessPoints.ability.${one}`)}</span>
          <State
            state={one}
            kind={can.includes(one) ? 'ok' : 'idle'}
            label={t(can.includes(one) ? 'accessPoints.able' : `accessPoints.lacks.${one}`)}
          />
        </li>
      ))}
    </Lines>
  )
}
