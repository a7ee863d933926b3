/** The displays of a playlist: each with its store and size, and with what it plays now, which the playlist takes the place of. */
import type { PlaylistDisplay } from '@endcap/contract/playlists'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { DeviceState } from '../ui/display-cells.tsx'
import { Button } from '../ui/Button.tsx'
import { Input, Tick } from '../ui/inputs.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './playlists.module.css'

interface Props {
  /** The playlist's own; undefined for a new one. */
  id: string | undefined
  displays: readonly PlaylistDisplay[]
  total: number
  chosen: readonly string[]
  /** Those that play it already. */
  before: readonly string[]
  readOnly: boolean
  onChange: (chosen: string[]) => void
}
/** So many are drawn until somebody searches. */
const shownFirst = 60

export function PlaylistDisplays({ id, displays, total, chosen, before, readOnly, onChange }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [shown, setShown] = useState(shownFirst)
  const ticked = new Set(chosen)
  const words = text.trim().toLowerCase()
  const found = displays.filter(({ name, storeCode, mac }) => `${name} ${storeCode} ${mac}`.toLowerCase().includes(words))
  const rows = found.slice(0, shown)
  const all = found.length > 0 && found.every(({ mac }) => ticked.has(mac))
  const toggle = (mac: string) => onChange(ticked.has(mac) ? chosen.filter((one) => one !== mac) : [...chosen, mac])
  const toggleAll = () => {
    const macs = found.map(({ mac }) => mac)
    onChange(all ? chosen.filter((mac) => !macs.includes(mac)) : [...new Set([...chosen, ...macs])])
  }
  if (displays.length === 0) return <p className={helpers.aside}>{t('playlists.noDisplays')}</p>
  return (
    <>
      <div className={styles.displayHead}>
        {!readOnly && <Tick label={t('playlists.allDisplays', { count: found.length })} checked={all} onChange={toggleAll} />}
        <Input
          type="search"
          aria-label={t('playlists.searchDisplays')}
          placeholder={t('playlists.searchDisplays')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <ul className={styles.displays} aria-label={t('playlists.displays')}>
        {rows.map((display) => (
          <li key={display.mac}>
            <Tick
              className={styles.display}
              label={<DisplayWords display={display} />}
              checked={ticked.has(display.mac)}
              disabled={readOnly}
              onChange={() => toggle(display.mac)}
            />
            <Plays id={id} display={display} isNew={ticked.has(display.mac) && !before.includes(display.mac)} />
          </li>
        ))}
      </ul>
      {rows.length === 0 && <p className={helpers.aside}>{t('common.nothingFound')}</p>}
      {found.length > rows.length && (
        <Button onClick={() => setShown(shown + 4 * shownFirst)}>{t('contents.more', { count: found.length - rows.length })}</Button>
      )}
      {total > displays.length && <p className={helpers.aside}>{t('playlists.notAll', { shown: displays.length, count: total })}</p>}
    </>
  )
}

function DisplayWords({ display: { name, mac, storeCode, screenWidth, screenHeight, connection } }: { display: PlaylistDisplay }) {
  return (
    <span className={styles.displayName}>
      <b>{name || mac}</b>
      <small>
        {storeCode} · {screenWidth} × {screenHeight}
      </small>
      <DeviceState status={connection} />
    </span>
  )
}

/** What it plays beside this playlist, with the way there; and what becomes of that. */
function Plays({ id, display, isNew }: { id: string | undefined; display: PlaylistDisplay; isNew: boolean }) {
  const { t } = useTranslation()
  const { plays, storeCode, mac, playlists } = display
  const others = playlists.filter((one) => one.id !== id)
  const isAlone = others.length === 0 && isNew
  return (
    <small className={styles.plays}>
      {others.length > 0 ? (
        <>
          {t('playlists.plays.playlists')}{' '}
          {others.map((one, place) => (
            <span key={one.id}>
              {place > 0 && ', '}
              <Link to={paths.playlist(one.id)} search={{}}>
                {one.name}
              </Link>
            </span>
          ))}
        </>
      ) : plays.kind === 'timeline' ? (
        <>
          {t('playlists.plays.timeline')}{' '}
          <Link to={paths.timelineDevices(plays.id)} search={{}}>
            {plays.name}
          </Link>
        </>
      ) : plays.kind === 'prices' ? (
        t('playlists.plays.prices')
      ) : (
        <Link to={paths.deviceShow(storeCode, mac)} search={{}}>
          {plays.kind === 'template' ? t('playlists.plays.template', { name: plays.name }) : t('playlists.plays.slides')}
        </Link>
      )}
      {isAlone && plays.kind !== 'prices' && <b>{t(`playlists.replaces.${plays.kind}`)}</b>}
    </small>
  )
}
