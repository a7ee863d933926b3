/** What is said where slides are chosen for displays that do not play slides: they follow a timeline or playlists, or a mode. */
import type { Display } from '@endcap/contract/displays'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { usePathPart, useStoreCode } from '../app/route.ts'
import { useCan } from '../app/services.ts'
import { Message } from '../ui/Message.tsx'
import { PlaylistLinks } from '../ui/PlaylistLinks.tsx'
import { namesOf } from './devices.ts'
import messageStyles from '../ui/Message.module.css'

type Following = Pick<Display, 'mac' | 'name' | 'mode' | 'timeline' | 'playlists'>
export function FollowsTimeline({ displays }: { displays: readonly Following[] }) {
  const { t } = useTranslation()
  const can = useCan()
  const storeCode = useStoreCode()
  /** The list of displays has the mode among its actions. */
  const isOnePage = usePathPart('mac') !== undefined
  const following = displays.filter(({ timeline, mode }) => timeline !== null && mode === 'normal')
  const byMode = displays.filter(({ mode }) => mode !== 'normal')
  const [first, firstByMode] = [following[0], byMode[0]]
  const playlists = [...new Map(following.flatMap((one) => one.playlists.map((playlist) => [playlist.id, playlist] as const))).values()]
  if (first === undefined && firstByMode === undefined) return null
  return (
    <Message className={messageStyles.note} role="status" style={{ margin: 0, display: 'block' }} data-part="follows-timeline">
      {first !== undefined && (
        <div>
          {t('displays.timeline.note', { count: following.length, names: namesOf(following) })}{' '}
          {playlists.length > 0 && `${t('displays.timeline.playlists')} `}
          <PlaylistLinks playlists={playlists} />{' '}
          {can('plus.write') && following.some((one) => one.playlists.length === 0) && (
            <Link to={paths.masters} search={{ f: { mac: `==${first.mac}` } }}>
              {t('displays.timeline.change')}
            </Link>
          )}
        </div>
      )}
      {firstByMode !== undefined && (
        <div>
          {t('displays.timeline.byMode', { count: byMode.length, names: namesOf(byMode) })}{' '}
          {can('plus.write') && isOnePage && (
            <Link to={paths.signageList('device', storeCode)} search={{ f: { mac: `==${firstByMode.mac}` } }}>
              {t('displays.timeline.changeMode')}
            </Link>
          )}
        </div>
      )}
    </Message>
  )
}
