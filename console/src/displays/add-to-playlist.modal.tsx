/** Ticked displays play a playlist beside what they play of others. */
import type { ListedDisplay } from '@endcap/contract/display-list'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { errorText, useApi } from '../app/services.ts'
import { namesOf } from './devices.ts'
import { FormModal } from '../form/modal.tsx'
import { Select } from '../form/Select.tsx'
import type { ActionProps } from '../table/spec.ts'
import { Hint } from '../ui/Hint.tsx'
import { sayWarnings } from '../ui/film-words.ts'
import { notifyDone } from '../ui/notify.ts'
import helpers from '../ui/helpers.module.css'

/** So many can be chosen from; others have displays added on their own page. */
const maxOffered = 1000

export function AddToPlaylist({ rows, close }: ActionProps<ListedDisplay>) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<string | null>(null)
  const query = useQuery({
    queryKey: ['signage', '', 'playlistNames'],
    queryFn: ({ signal }) =>
      api.playlists.search({ params: {}, body: { length: maxOffered, order: { column: 'name', dir: 'asc' } } }, { signal }),
  })
  const playlists = query.data?.data ?? []
  const leaving = rows.filter(({ plays }) => plays === 'timeline')
  const submit = async () => {
    if (rows.length === 0) throw new Error(t('common.noRow'))
    if (chosen === null) throw new Error(t('displays.addToPlaylist.choose'))
    const { id, name, items, hours, period, device, updatedAt } = await api.playlists.read({ params: { playlistId: chosen } })
    const all = [...new Set([...device, ...rows.map(({ mac }) => mac)])]
    const entries = items.map((item) => ({ id: item.id, duration: item.duration }))
    sayWarnings(await api.playlists.save({ body: { id, name, items: entries, hours, period, device: all, updatedAt } }), t)
    await queries.invalidateQueries({ queryKey: ['signage'] })
    void notifyDone(t, t('displays.addToPlaylist.done', { count: rows.length, name }), { to: paths.playlist(id) })
    close(true)
  }
  return (
    <FormModal
      title={t('displays.action.addToPlaylist')}
      submit={t('displays.addToPlaylist.send')}
      onSubmit={submit}
      onClose={() => close(false)}
      {...(query.isError && { problem: errorText(query.error, t) })}
    >
      <p className={helpers.aside}>
        {rows.length === 0 ? t('common.noRow') : t('displays.addToPlaylist.text', { count: rows.length, names: namesOf(rows) })}
      </p>
      {leaving.length > 0 && (
        <p className={helpers.aside}>{t('displays.addToPlaylist.leaves', { count: leaving.length, names: namesOf(leaving) })}</p>
      )}
      <Select
        field="playlist"
        label={t('displays.addToPlaylist.field')}
        placeholder={t(playlists.length === 0 && query.isSuccess ? 'displays.addToPlaylist.none' : 'displays.addToPlaylist.choose')}
        data={playlists.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={setChosen}
        searchable
        nothingFoundMessage={t('common.nothingFound')}
      />
      <Hint>
        <Link to={paths.newPlaylist} search={{}}>
          {t('displays.addToPlaylist.make')}
        </Link>
      </Hint>
    </FormModal>
  )
}
