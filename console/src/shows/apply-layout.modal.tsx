/**
 * "Apply template to selected" of the list of shows (specification 3 §2): a show is the template, its screens and areas become those of the
 * ticked shows. What these play stays, area by area.
 */
import type { SignageShowRow } from '@endcap/contract/shows'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import type { ActionProps } from '../table/spec.ts'
import { notify } from '../ui/notify.ts'
import { saveOf, showDraftOf, withLayout } from './show-draft.ts'
import { Message } from '../ui/Message.tsx'
import { Select } from '../form/Select.tsx'
import helpers from '../ui/helpers.module.css'

export function ApplyLayout({ rows: given, close }: ActionProps<SignageShowRow>) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const [rows] = useState(given)
  const [chosen, setChosen] = useState<string | null>(null)
  const query = useQuery({
    queryKey: ['signage', '', 'shows', 'all'],
    queryFn: async ({ signal }) => (await api.shows.list({ body: {} }, { signal })).showList,
  })
  const shows = query.data ?? []
  const template = shows.find(({ id }) => id === chosen)
  const results = shows
    .filter((show) => show.id !== chosen && rows.some(({ id }) => id === show.id))
    .map((show) => ({ show, ...(template && withLayout(showDraftOf(show), showDraftOf(template))) }))
  const losing = results.filter(({ lost }) => lost !== undefined && lost > 0)
  const submit = async () => {
    if (rows.length === 0) throw new Error(t('common.noRow'))
    if (template === undefined) throw new Error(t('shows.layout.choose'))
    try {
      for (const { show, draft } of results)
        if (draft !== undefined) await api.shows.save({ body: { ...saveOf(draft), id: show.id, updatedAt: show.updatedAt } })
    } finally {
      await queries.invalidateQueries({ queryKey: ['signage'] })
    }
    void notify(t('shows.layout.done', { count: results.length }))
    close(true)
  }
  return (
    <FormModal
      title={t('shows.action.layout')}
      submit={t('shows.layout.send')}
      onSubmit={submit}
      onClose={() => close(false)}
      {...(query.isError && { problem: errorText(query.error, t) })}
    >
      <p className={helpers.aside}>
        {rows.length === 0
          ? t('common.noRow')
          : t('shows.layout.text', { count: rows.length, names: rows.map(({ name }) => name).join(', ') })}
      </p>
      <Select
        label={t('shows.layout.from')}
        data={shows.map(({ id, name, deviceCount, contentLayout }) => ({
          value: id,
          label: `${name} (${t('shows.screens', { count: deviceCount })}, ${contentLayout})`,
        }))}
        value={chosen}
        onChange={setChosen}
        searchable
        nothingFoundMessage={t('common.nothingFound')}
      />
      {losing.length > 0 && (
        <Message role="alert" style={{ margin: 0 }}>
          {t('shows.layout.losing', { names: losing.map(({ show }) => show.name).join(', ') })}
        </Message>
      )}
    </FormModal>
  )
}
