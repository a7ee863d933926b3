/** A dialog to choose out of a list that the server holds: contents, shows, displays. Nothing but choosing is done in it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../app/services.ts'
import { FormModal } from './modal.tsx'
import { toFilter } from '../table/request.ts'
import { Button } from '../ui/Button.tsx'
import { Input, Tick } from '../ui/inputs.tsx'
import chooserStyles from './Chooser.module.css'

/** As the lists of the API take it. */
type Request = Record<string, unknown>
interface Props<Row> {
  title: string
  submit: string
  /** Of the cache, without what is searched for. */
  queryKey: readonly unknown[]
  load: (request: Request, signal: AbortSignal) => Promise<{ data: Row[]; recordsFiltered: number }>
  rowId: (row: Row) => string
  nameOf: (row: Row) => string
  /** What it is searched by. */
  filters: readonly { name: string; label: string }[]
  order: string
  picture?: (row: Row) => ReactNode
  /** What stands behind the name. */
  about: (row: Row) => ReactNode
  /** Why a row cannot be chosen. */
  refuse?: (row: Row) => string | undefined
  empty: string
  /** Above the buttons, about what is chosen. */
  note?: (chosen: readonly Row[]) => ReactNode
  onChoose: (chosen: Row[]) => void
  close: () => void
}
const pageLength = 25

export function Chooser<Row>(props: Props<Row>) {
  const { title, submit, queryKey, load, rowId, nameOf, filters, order, picture, about, refuse, empty, note, onChoose, close } = props
  const { t } = useTranslation()
  const [texts, setTexts] = useState<Record<string, string>>({})
  const [length, setLength] = useState(pageLength)
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
  const { data, error } = useQuery({
    queryKey: ['signage', '', ...queryKey, texts, length],
    queryFn: ({ signal }) => load({ start: 0, length, order: { column: order, dir: 'asc' }, ...toFilter({ filters: texts }) }, signal),
    placeholderData: keepPreviousData,
  })
  const rows = data?.data ?? []
  const more = (data?.recordsFiltered ?? 0) - rows.length
  const toggle = (row: Row) => {
    const next = new Map(chosen)
    if (!next.delete(rowId(row))) next.set(rowId(row), row)
    setChosen(next)
  }
  const submitChosen = async () => {
    if (chosen.size === 0) throw new Error(t('common.noRow'))
    onChoose([...chosen.values()])
  }
  return (
    <FormModal
      title={title}
      submit={submit}
      onSubmit={submitChosen}
      onClose={close}
      size="720px"
      {...(error !== null && { problem: errorText(error, t) })}
    >
      <div className={chooserStyles.chooserFilters}>
        {filters.map(({ name, label }, index) => (
          <Input
            key={name}
            type="search"
            aria-label={label}
            placeholder={label}
            value={texts[name] ?? ''}
            onChange={(event) => {
              setLength(pageLength)
              setTexts({ ...texts, [name]: event.target.value })
            }}
            {...(index === 0 && { 'data-autofocus': true })}
          />
        ))}
      </div>
      <ul className={chooserStyles.chooser} aria-label={title}>
        {rows.map((row) => {
          const reason = refuse?.(row)
          return (
            <li key={rowId(row)}>
              <label data-off={reason !== undefined || undefined}>
                <Tick checked={chosen.has(rowId(row))} disabled={reason !== undefined} onChange={() => toggle(row)} />
                {picture?.(row)}
                <span className={chooserStyles.chooserName}>{nameOf(row)}</span>
                <small>{reason ?? about(row)}</small>
              </label>
            </li>
          )
        })}
        {data !== undefined && rows.length === 0 && (
          <li className={chooserStyles.chooserNone}>
            {Object.values(texts).some((text) => text !== '') ? t('common.nothingFound') : empty}
          </li>
        )}
        {data === undefined && error === null && (
          <li className={chooserStyles.chooserNone} role="status">
            {t('common.loading')}
          </li>
        )}
      </ul>
      <div className={chooserStyles.chooserFoot}>
        <span role="status">{t('common.selected', { count: chosen.size })}</span>
        {more > 0 && <Button onClick={() => setLength(length + 4 * pageLength)}>{t('contents.more', { count: more })}</Button>}
      </div>
      {note?.([...chosen.values()])}
    </FormModal>
  )
}
