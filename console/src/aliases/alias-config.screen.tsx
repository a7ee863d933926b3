/** /setting/alias-config: what the slots of prInfo are called, which one is the key, and how their values are meant (specification 2 §2 to §5). */
import { prInfoSlots, type Alias, type AliasChange } from '@endcap/contract/products'
import { aliasTypes, languages } from '@endcap/contract/vocabulary'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi, useCan, useSession } from '../app/services.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { SaveBar } from '../draft/SaveBar.tsx'
import { useEdited } from '../draft/use-edited.ts'
import { namesTwice, toRows, toSave, withKey, withMore } from './rows.ts'
import { clsx } from 'clsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Button } from '../ui/Button.tsx'
import { Input, NativeSelect, Radio, Tick } from '../ui/inputs.tsx'
import helpers from '../ui/helpers.module.css'
import pageHeadStyles from '../ui/PageHead.module.css'
import settingPageStyles from '../ui/setting-page.module.css'
import styles from './aliases.module.css'

const RenameModal = lazy(() => import('./rename.modal.tsx').then((module) => ({ default: module.RenameModal })))

/** Slots that a press adds. */
const moreSlots = 10

export function AliasConfigScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const can = useCan()
  const { enableWholeStore } = useSession().user
  const mayChange = can('alias.write') && enableWholeStore
  const query = useQuery({ queryKey: ['aliases', '', 'config'], queryFn: ({ signal }) => api.aliases.list({}, { signal }) })
  const stored = useMemo(() => query.data && { draft: toRows(query.data.aliasList), version: query.data.version }, [query.data])
  const form = useEdited<Alias[]>(stored)
  const [problem, setProblem] = useState<unknown>()
  const [saved, setSaved] = useState(false)
  const [busy, setBusy] = useState(false)
  const rows = form.draft
  const twice = namesTwice(rows ?? [])
  const set = (index: number, part: Partial<Alias>) =>
    rows !== undefined && form.change(rows.map((row) => (row.index === index ? { ...row, ...part } : row)))
  const [asked, setAsked] = useState<AliasChange[]>()
  const send = async (how: { rename?: boolean; despiteScripts?: boolean }) => {
    await api.aliases.save({ body: { aliasList: toSave(rows ?? []), version: form.version, ...how } })
    await queries.invalidateQueries({ queryKey: ['aliases', ''] })
    form.discard()
    setSaved(true)
  }
  const save = async () => {
    if (rows === undefined) return
    setProblem(undefined)
    setBusy(true)
    try {
      if (twice.size > 0) throw new Error(t('aliases.twice'))
      const { changes } = await api.aliases.usage({ body: { aliasList: toSave(rows) } })
      const used = changes.filter(({ uses }) => uses.length > 0)
      if (used.length > 0) setAsked(used)
      else await send({})
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }
  const hasKey = rows === undefined || toSave(rows).some((row) => row.key)
  return (
    <form
      className={settingPageStyles.settingPage}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (mayChange && form.changed) void save()
      }}
    >
      <PageHead>
        <h1>{t('aliases.title')}</h1>
        <span className={pageHeadStyles.sub}>{rows && t('aliases.count', { count: toSave(rows).length, slots: prInfoSlots })}</span>
      </PageHead>
      <p className={settingPageStyles.settingNote}>{t('aliases.about')}</p>
      {query.isError && rows === undefined && <LoadFailure error={query.error} retry={() => void query.refetch()} />}
      {rows === undefined && !query.isError && <Skeleton aria-busy="true" style={{ height: 240, margin: '0 16px' }} />}
      {rows !== undefined && <AliasTable rows={rows} twice={twice} mayChange={mayChange} onRow={set} onRows={form.change} />}
      {!hasKey && (
        <p className={clsx(settingPageStyles.settingNote, settingPageStyles.warn)} role="status">
          {t('aliases.noKey')}
        </p>
      )}
      {asked !== undefined && (
        <Suspense>
          <RenameModal changes={asked} onSave={() => send({ rename: true, despiteScripts: true })} close={() => setAsked(undefined)} />
        </Suspense>
      )}
      {mayChange && rows !== undefined && (
        <SaveBar
          changed={form.changed}
          saved={saved}
          busy={busy}
          problemTitle={t('common.error')}
          problem={problem}
          onDiscard={() => {
            form.discard()
            setProblem(undefined)
            void query.refetch()
          }}
        />
      )}
    </form>
  )
}

interface TableProps {
  rows: Alias[]
  /** Those whose name another one has, too. */
  twice: ReadonlySet<number>
  mayChange: boolean
  onRow: RowProps['onChange']
  onRows: (rows: Alias[]) => void
}
/** One line for each slot, and more of them when they are asked for. */
function AliasTable({ rows, twice, mayChange, onRow, onRows }: TableProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.settingTable} role="region" aria-label={t('aliases.title')} tabIndex={-1}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('aliases.column.index')}</th>
            <th scope="col">{t('aliases.column.name')}</th>
            {languages.map((language) => (
              <th scope="col" key={language}>
                {t(`aliases.column.${language}`)}
              </th>
            ))}
            <th scope="col">{t('aliases.column.type')}</th>
            <th scope="col">{t('aliases.column.key')}</th>
            <th scope="col">{t('aliases.column.chart')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.index}
              row={row}
              twice={twice.has(row.index)}
              readOnly={!mayChange}
              onChange={onRow}
              onKey={(index) => onRows(withKey(rows, index))}
            />
          ))}
        </tbody>
      </table>
      {mayChange && rows.length < prInfoSlots && (
        <Button onClick={() => onRows(withMore(rows, moreSlots))}>
          {t('aliases.more', { count: Math.min(moreSlots, prInfoSlots - rows.length) })}
        </Button>
      )}
    </div>
  )
}

interface RowProps {
  row: Alias
  twice: boolean
  readOnly: boolean
  onChange: (index: number, part: Partial<Alias>) => void
  onKey: (index: number) => void
}
function Row({ row: { index, name, key, chart, type, displayNames }, twice, readOnly, onChange, onKey }: RowProps) {
  const { t } = useTranslation()
  const label = (column: string) => `${t(`aliases.column.${column}`)}, ${t('aliases.slot', { slot: index + 1 })}`
  const unnamed = name.trim() === ''
  return (
    <tr>
      <td className={helpers.mono}>{index + 1}</td>
      <td>
        <Input
          aria-label={label('name')}
          aria-invalid={twice}
          maxLength={60}
          value={name}
          readOnly={readOnly}
          spellCheck={false}
          onChange={(event) => onChange(index, { name: event.target.value })}
        />
      </td>
      {languages.map((language) => (
        <td key={language}>
          <Input
            aria-label={label(language)}
            maxLength={60}
            value={displayNames?.[language] ?? ''}
            placeholder={name}
            disabled={unnamed}
            readOnly={readOnly}
            lang={language.slice(0, 2)}
            onChange={(event) => onChange(index, { displayNames: { ...displayNames, [language]: event.target.value } })}
          />
        </td>
      ))}
      <td>
        <NativeSelect
          aria-label={label('type')}
          value={type}
          disabled={readOnly || unnamed}
          onChange={(event) => onChange(index, { type: aliasTypes.find((one) => one === event.target.value) ?? 'text' })}
        >
          {aliasTypes.map((one) => (
            <option key={one} value={one}>
              {t(`aliases.type.${one}`)}
            </option>
          ))}
        </NativeSelect>
      </td>
      <td>
        <Radio
          name="alias-key"
          aria-label={label('key')}
          checked={key && !unnamed}
          disabled={readOnly || unnamed}
          onChange={() => onKey(index)}
        />
      </td>
      <td>
        <Tick
          aria-label={label('chart')}
          checked={chart && !unnamed}
          disabled={readOnly || unnamed}
          onChange={(event) => onChange(index, { chart: event.target.checked })}
        />
      </td>
    </tr>
  )
}
