/** What is said where slides are chosen for displays that do not play slides: they follow a timeline or playlists. */
import type { Display } from '@endcap/contract/displays'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useCan } from '../app/services.ts'
import { Message } from '../ui/Message.tsx'
import { namesOf } from './devices.ts'
import messageStyles from '../ui/Message.module.css'

export function FollowsTimeline({ displays }: { displays: readonly Display[] }) {
  const { t } = useTranslation()
  const can = useCan()
  const following = displays.filter(({ timeline }) => timeline !== null)
  const [first] = following
  if (first === undefined) return null
  const playlists = new Map(following.flatMap((one) => one.playlists.map(({ id, name }) => [id, name] as const)))
  return (
    <Message className={messageStyles.note} role="status" style={{ margin: 0, display: 'block' }} data-part="follows-timeline">
      {t('displays.timeline.note', { count: following.length, names: namesOf(following) })}{' '}
      {[...playlists].map(([id, name], place) => (
        <span key={id}>
          {place === 0 ? `${t('displays.timeline.playlists')} ` : ', '}
          <Link to={paths.playlist(id)} search={{}}>
            {name}
          </Link>
        </span>
      ))}{' '}
      {can('plus.write') && following.some((one) => one.playlists.length === 0) && (
        <Link to={paths.masters} search={{ f: { mac: `==${first.mac}` } }}>
          {t('displays.timeline.change')}
        </Link>
      )}
    </Message>
  )
}
