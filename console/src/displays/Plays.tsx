/** What a display plays, with the way there. */
import type { Display, OverriddenDisplay } from '@endcap/contract/displays'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { PlaylistLinks } from '../ui/PlaylistLinks.tsx'

type Played = OverriddenDisplay & Pick<Display, 'template'> & { storeCode: string }

/** In words. A mode lies over all else, a timeline over slides. */
export function playedText({ mode, template, timeline, playlists }: Omit<Played, 'storeCode' | 'timelineId'>, t: TFunction): string {
  if (mode !== 'normal') return t(`displays.plays.${mode}`)
  if (playlists.length > 0) return t('displays.timeline.ofPlaylists', { names: playlists.map(({ name }) => name).join(', ') })
  if (timeline !== null) return timeline === '' ? t('displays.timeline.none') : t('displays.timeline.of', { name: timeline })
  return template === '' ? t('displays.plays.slides') : t('displays.plays.template', { name: template })
}

export function Plays({ display }: { display: Played }) {
  const { t } = useTranslation()
  const { mode, mac, storeCode, timeline, timelineId, playlists } = display
  const words = playedText(display, t)
  if (mode !== 'normal' || (timeline !== null && timelineId === null)) return <>{words}</>
  if (playlists.length > 0)
    return <PlaylistLinks playlists={playlists} first={(name) => t('displays.timeline.ofPlaylists', { names: name })} />
  return (
    <Link to={timelineId === null ? paths.deviceShow(storeCode, mac) : paths.timelineDevices(timelineId)} search={{}}>
      {words}
    </Link>
  )
}
