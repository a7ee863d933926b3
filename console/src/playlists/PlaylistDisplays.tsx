/** The displays of a playlist: each with its store and size, and with what it plays now, which the playlist takes the place of. */
import type { PlaylistDisplay } from '@endcap/contract/playlists'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { PlaylistLinks } from '../ui/PlaylistLinks.tsx'
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
/** So many are drawn until more are asked for. */
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
            <Plays id={id} display={display} isMember={before.includes(display.mac)} isTicked={ticked.has(display.mac)} />
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

interface PlaysProps {
  /** Of the playlist that is edited. */
  id: string | undefined
  display: PlaylistDisplay
  /** It plays the playlist already. */
  isMember: boolean
  isTicked: boolean
}
/** What it plays beside this playlist or in its place, with the way there; and what becomes of that. */
function Plays({ id, display: { plays, storeCode, mac, playlists }, isMember, isTicked }: PlaysProps) {
  const { t } = useTranslation()
  const others = playlists.filter((one) => one.id !== id)
  if (others.length > 0)
    return (
      <small className={styles.plays}>
        {t('playlists.plays.playlists')} <PlaylistLinks playlists={others} />
      </small>
    )
  const words = t(`playlists.${isMember ? 'otherwise' : 'plays'}.${plays.kind}`, { name: plays.name })
  const to = plays.kind === 'timeline' ? paths.timelineDevices(plays.id) : paths.deviceShow(storeCode, mac)
  return (
    <small className={styles.plays}>
      {plays.kind === 'prices' ? (
        words
      ) : (
        <Link to={to} search={{}}>
          {words}
        </Link>
      )}
      {isTicked && !isMember && plays.kind !== 'prices' && <b> {t(`playlists.replaces.${plays.kind}`)}</b>}
    </small>
  )
}
