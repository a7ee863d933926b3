/** All there is to tell of a display, and its settings, which save by themselves (specification 3 §2, §3, §9). */
import type { DeviceInfo } from '@endcap/contract/displays'
import { Modal } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi, useCan } from '../app/services.ts'
import { uptimeText, formatBytes, formatTime } from '../ui/format.ts'
import { filmFault } from '../ui/film-words.ts'
import { Fact } from '../ui/Fact.tsx'
import { Problem } from '../ui/Problem.tsx'
import { notify } from '../ui/notify.ts'
import { State } from '../ui/state.tsx'
import { DeviceState, Playing } from '../ui/display-cells.tsx'
import { playsText } from './devices.ts'
import { DeviceSettings } from './DeviceSettings.tsx'
import { Screenshot } from './Screenshot.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Button } from '../ui/Button.tsx'
import { Message } from '../ui/Message.tsx'
import factStyles from '../ui/Fact.module.css'
import helpers from '../ui/helpers.module.css'
import styles from './displays.module.css'

interface Props {
  storeCode: string
  mac: string
  name: string
  close: () => void
}

export function DeviceInfoModal({ storeCode, mac, name, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const can = useCan()
  const params = { storeCode, plusMac: mac }
  const query = useQuery({
    queryKey: ['signage', storeCode, 'info', mac],
    queryFn: ({ signal }) => api.displays.info({ params }, { signal }),
  })
  const info = query.data
  return (
    <Modal opened onClose={close} title={name} size="860px" closeButtonProps={{ 'aria-label': t('common.close') }}>
      <Problem query={query} />
      {query.isPending && <Skeleton style={{ height: 380 }} />}
      {info !== undefined && (
        <div className={styles.displayInfo}>
          <Screenshot storeCode={storeCode} info={info} />
          <Facts info={info} />
          <div>
            <DeviceSettings key={mac} storeCode={storeCode} info={info} />
            {can('plus.write') && <Pair storeCode={storeCode} mac={mac} />}
          </div>
        </div>
      )}
    </Modal>
  )
}

const share = (use: { used: number; total: number } | null | undefined) =>
  use === null || use === undefined || use.total <= 0
    ? '–'
    : `${Math.round((use.used / use.total) * 100)} % · ${formatBytes(use.used)} / ${formatBytes(use.total)}`

function Facts({ info }: { info: DeviceInfo }) {
  const { t } = useTranslation()
  const { report, screen, versions } = info
  const { now } = report
  const sees =
    now && ['slide', 'show', 'price', 'info', 'products', 'black', 'off', 'closed'].includes(now.kind)
      ? t(`displays.now.${now.kind}`, { index: now.index === null ? '' : now.index + 1 })
      : now?.kind
  // What cannot be shown stands by itself.
  const happened = report.errors?.filter(({ content }) => content === undefined) ?? []
  const can = (['host', 'reboot', 'brightness', 'screenshot', 'offlineStart', 'update'] as const).filter((name) => !info.caps[name])
  return (
    <dl className={factStyles.facts}>
      <Fact name={t('displays.column.status')}>
        <DeviceState {...info} />
      </Fact>
      <Fact name={t('displays.column.recvTime')}>{formatTime(info.recvTime)}</Fact>
      <Fact name={t('displays.column.upToDate')}>
        <Playing device={info} />
      </Fact>
      <Fact name={t('displays.info.now')}>{sees ?? '–'}</Fact>
      {info.failing.length > 0 && (
        <Fact name={t('displays.info.failing')}>
          {info.failing.map(({ kind, name, slide, code, detail }) => (
            <FailingContent key={`${kind} ${name} ${slide}`} what={t(`alarms.condition.${code}`, { name })} slide={slide} detail={detail} />
          ))}
        </Fact>
      )}
      {info.unplayable.length > 0 && (
        <Fact name={t('displays.info.unplayable')}>
          {info.unplayable.map((film) => (
            <UnplayableFilm key={`${film.kind} ${film.id}`} film={film} />
          ))}
        </Fact>
      )}
      <Fact name={t('displays.column.mode')}>{t(`displays.mode.${info.mode}`)}</Fact>
      <Fact name={t('displays.column.template')}>{playsText(info, t) || '–'}</Fact>
      <Fact name={t('displays.column.showIdx')}>{info.showIdx ?? '–'}</Fact>
      <Fact name={t('displays.column.product')}>
        {info.product.join(', ') || '–'} ({info.product.length}/{info.slots})
      </Fact>
      {info.leftOut.length > 0 && (
        <Fact name={t('displays.info.leftOut')}>
          {info.leftOut.map(({ prCode, reason }) => (
            <span key={prCode} className={styles.displayLack} data-part="display-lack">
              <span className={helpers.mono}>{prCode}</span> <State state="" kind="alarm" label={t(`tags.reason.${reason}`)} />
            </span>
          ))}
        </Fact>
      )}
      <Fact name={t('displays.column.mac')}>
        <span className={helpers.mono}>{info.mac}</span>
      </Fact>
      <Fact name={t('displays.column.model')}>{info.model || '–'}</Fact>
      <Fact name={t('displays.info.screen')}>
        {screen.width} × {screen.height}
      </Fact>
      <Fact name={t('displays.info.versions')}>
        {Object.entries(versions)
          .map(([part, version]) => `${part} ${version}`)
          .join(', ') || '–'}
      </Fact>
      <Fact name={t('displays.info.ip')}>
        <span className={helpers.mono}>{info.ip || '–'}</span>
      </Fact>
      <Fact name={t('displays.info.rssi')}>{info.networks.rssi === null ? '–' : `${info.networks.rssi} dBm`}</Fact>
      <Fact name={t('displays.info.memory')}>{share(report.memory)}</Fact>
      <Fact name={t('displays.info.disk')}>{share(report.disk)}</Fact>
      <Fact name={t('displays.info.uptime')}>
        {uptimeText(report.uptimeSeconds ?? null, (count) => t('displays.info.days', { count }))}
      </Fact>
      <Fact name={t('displays.info.clock')}>
        {report.clockOffset === null || report.clockOffset === undefined ? '–' : `${Math.round(report.clockOffset)} ms`}
      </Fact>
      {happened.length > 0 && (
        <Fact name={t('displays.info.errors')}>{happened.map(({ code, detail }) => `${code} ${detail}`).join(', ')}</Fact>
      )}
      {can.length > 0 && <Fact name={t('displays.info.cannot')}>{can.map((name) => t(`displays.cap.${name}`)).join(', ')}</Fact>}
    </dl>
  )
}

/** What cannot be shown, and what the browser of the display says about it. */
function FailingContent({ what, slide, detail }: { what: string; slide: number | null; detail: string }) {
  const { t } = useTranslation()
  return (
    <span className={styles.displayLack} data-part="display-failing">
      <State state="" kind="bad" label={slide === null ? what : t('displays.info.inSlide', { slide: slide + 1, what })} />{' '}
      <small>{detail}</small>
    </span>
  )
}

/** A film of its plan that it cannot play, before it has been tried. */
function UnplayableFilm({ film }: { film: DeviceInfo['unplayable'][number] }) {
  const { t } = useTranslation()
  const what = `${film.file}: ${filmFault(film, t)}`
  return (
    <span className={styles.displayLack} data-part="display-unplayable">
      <State state="" kind="alarm" label={film.slide === null ? what : t('displays.info.inSlide', { slide: film.slide + 1, what })} />
    </span>
  )
}

/** After a display was replaced, or has lost its memory: the next one that announces itself under the address takes its place. */
function Pair({ storeCode, mac }: { storeCode: string; mac: string }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const pair = async () => {
    setAsking(false)
    try {
      await api.displays.pair({ params: { storeCode }, body: { mac } })
      void notify(t('displays.pair.done'))
      await queries.invalidateQueries({ queryKey: ['signage', storeCode] })
    } catch (error) {
      void notify(errorText(error, t), 'bad')
    }
  }
  if (!asking)
    return (
      <Button style={{ marginTop: 12 }} onClick={() => setAsking(true)}>
        {t('displays.action.pair')}
      </Button>
    )
  return (
    <Message role="alert" style={{ margin: '12px 0 0' }}>
      <span className={helpers.grow}>{t('displays.pair.text')}</span>
      <Button onClick={() => setAsking(false)} autoFocus>
        {t('common.cancel')}
      </Button>
      <Button onClick={() => void pair()}>{t('displays.pair.send')}</Button>
    </Message>
  )
}
