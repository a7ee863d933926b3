/** Removes playlists, and says what their displays play then. */
import type { PlaylistDisplay, PlaylistRow } from '@endcap/contract/playlists'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { RemoveThings } from '../form/RemoveThings.tsx'
import type { ActionProps } from '../table/spec.ts'
import { useDisplays } from './use-displays.ts'

export function RemovePlaylists({ rows, close }: ActionProps<Pick<PlaylistRow, 'id' | 'name'>>) {
  const { t } = useTranslation()
  const api = useApi()
  const { query, displays } = useDisplays()
  const gone = new Set(rows.map(({ id }) => id))
  const after = query.data === undefined ? '' : afterwards(displays, gone, t)
  return (
    <RemoveThings
      title={t('playlists.remove.title')}
      submit={t('contents.remove.send')}
      text={(names, more) => [t('playlists.remove.text', { names: more > 0 ? `${names}, …` : names }), after].filter(Boolean).join(' ')}
      inUse={{ one: '', some: '' }}
      things={rows}
      remove={async (things) => {
        await api.playlists.remove({ body: { ids: things.map(({ id }) => id) } })
        return []
      }}
      close={close}
    />
  )
}

/** What the displays play without these playlists, in a sentence for each kind. */
function afterwards(displays: readonly PlaylistDisplay[], gone: ReadonlySet<string>, t: TFunction): string {
  const counts = new Map<string, number>()
  for (const { playlists, plays } of displays.filter((one) => one.playlists.some(({ id }) => gone.has(id)))) {
    const left = playlists.filter(({ id }) => !gone.has(id)).map(({ name }) => name)
    const word =
      left.length > 0 ? t('playlists.then.playlists', { names: left.join(', ') }) : t(`playlists.then.${plays.kind}`, { name: plays.name })
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts].map(([what, count]) => t('playlists.then.line', { count, what })).join(' ')
}
