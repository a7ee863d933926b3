/** On the page of a show, set or timeline that was made of playlists: which, with the way there. */
import type { MadeKind } from '@endcap/contract/playlists'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { Message } from './Message.tsx'
import { PlaylistLinks } from './PlaylistLinks.tsx'
import messageStyles from './Message.module.css'

/** `id` is missing of one that is not saved yet. */
export function MadeOf({ kind, id }: { kind: MadeKind; id: string | undefined }) {
  const { t } = useTranslation()
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['signage', '', 'playlistsOf', kind, id],
    queryFn: ({ signal }) => api.playlists.ofPart({ params: { madeKind: kind, madeId: id ?? '' } }, { signal }),
    enabled: id !== undefined,
  })
  const playlists = data?.playlistList ?? []
  if (playlists.length === 0) return null
  return (
    <Message className={messageStyles.note} role="status" style={{ display: 'block' }} data-part="made-of">
      {t(`playlists.madeOf.${kind}`, { count: playlists.length })} <PlaylistLinks playlists={playlists} />
      {'. '}
      {t('playlists.madeOf.there')}
    </Message>
  )
}
