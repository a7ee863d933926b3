/** Tag status collecting, in detail: how far each store is, what its tags or gateways answered, and the way to stop (specification 1 §2). */
import type { CheckedTag, Collection } from '@endcap/contract/status-check'
import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi, useCan } from '../app/services.ts'
import { codeColumn } from '../table/columns.tsx'
import { LocalTable } from '../table/LocalTable.tsx'
import { FormModal } from '../form/modal.tsx'
import type { Column } from '../table/spec.ts'
import { formatNumber, formatTime } from '../ui/format.ts'
import { kindOf, State, type StateKind, stateClass } from '../ui/state.tsx'
import { Battery, Rssi } from '../ui/tag-cells.tsx'
import { Button } from '../ui/Button.tsx'
import { Message } from '../ui/Message.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import dialogStyles from '../form/dialog.module.css'
import helpers from '../ui/helpers.module.css'
import styles from './tags.module.css'

interface Props {
  /** Those under way. */
  collections: readonly Collection[]
  storeCode: string | undefined
  onClose: () => void
}
/** Tags shown; the rest is counted in the figures above. */
const rowsShown = 500
const refreshMs = 2000

export function CollectingModal({ collections, storeCode, onClose }: Props) {
  const { t } = useTranslation()
  const narrow = useMediaQuery('(max-width: 760px)') ?? false
  const [chosen, setChosen] = useState(() =>
    collections.some((one) => one.storeCode === storeCode) ? storeCode : collections[0]?.storeCode,
  )
  const [stopping, setStopping] = useState<Collection>()
  const others = collections.filter((one) => one.storeCode !== chosen)
  return (
    <Modal
      opened
      onClose={onClose}
      size={880}
      fullScreen={narrow}
      title={t('tags.check.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {others.map((one) => (
        <Head key={one.storeCode} collection={one} onStop={() => setStopping(one)} onDetail={() => setChosen(one.storeCode)} />
      ))}
      {chosen !== undefined && <Detail key={chosen} storeCode={chosen} onStop={setStopping} />}
      {stopping !== undefined && <StopModal collection={stopping} onClose={() => setStopping(undefined)} />}
    </Modal>
  )
}

const outcomeKind: Record<NonNullable<Collection['outcome']>, StateKind> = { DONE: 'ok', STOPPED: 'idle', TIMED_OUT: 'alarm' }

function Head({ collection, onStop, onDetail }: { collection: Collection; onStop: () => void; onDetail?: () => void }) {
  const { t } = useTranslation()
  const can = useCan()
  const { storeName, cmd, total, answered, failed, outcome, startedAt, deadlineAt, finishedAt } = collection
  const done = total === 0 ? 100 : Math.floor(((answered + failed) * 100) / total)
  return (
    <section className={styles.collection} aria-label={storeName}>
      <header>
        <b>{storeName}</b>
        <span>{t(`tags.check.type.${cmd}`)}</span>
        {outcome !== null && <State state={outcome} kind={outcomeKind[outcome]} label={t(`tags.check.outcome.${outcome}`)} />}
        <span className={helpers.grow} />
        {onDetail !== undefined && <Button onClick={onDetail}>{t('tags.check.detail')}</Button>}
        {outcome === null && can('tag.write') && <Button onClick={onStop}>{t('tags.check.stop')}</Button>}
      </header>
      <div className={styles.figures}>
        <ProgressBar percent={done} label={storeName} colour={failed > 0 ? 'var(--alarm)' : 'var(--info)'} />
        <span>
          {t(cmd === 'GATEWAY_SCAN' ? 'tags.check.gatewaysOf' : 'tags.check.tagsOf', {
            answered: formatNumber(answered),
            total: formatNumber(total),
          })}
        </span>
        {failed > 0 && (
          <span className={stateClass('alarm')} data-part="state">
            {t('tags.check.failed', { count: failed })}
          </span>
        )}
        <span>
          {finishedAt === null
            ? t('tags.check.until', { start: clockOf(startedAt), end: clockOf(deadlineAt) })
            : t('tags.check.ended', { start: clockOf(startedAt), end: clockOf(finishedAt) })}
        </span>
      </div>
    </section>
  )
}
const clockOf = (seconds: number) => formatTime(seconds).slice(11, 19)

function Detail({ storeCode, onStop }: { storeCode: string; onStop: (collection: Collection) => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const params = { storeCode }
  const progress = useQuery({
    queryKey: ['tags', storeCode, 'collecting'],
    queryFn: ({ signal }) => api.statusCheck.progress({ params }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.collection?.outcome === null ? refreshMs : false),
  })
  const collection = progress.data?.collection ?? undefined
  const rows = useQuery({
    queryKey: ['tags', storeCode, 'collecting', 'rows', collection?.collectionId],
    queryFn: ({ signal }) => api.statusCheck.rows({ params, body: { length: rowsShown } }, { signal }),
    enabled: collection !== undefined && collection.taskId !== null,
    placeholderData: keepPreviousData,
    refetchInterval: collection?.outcome === null ? refreshMs : false,
  })
  if (progress.error !== null) return <Message>{errorText(progress.error, t)}</Message>
  if (collection === undefined)
    return <p className={helpers.aside}>{progress.data === undefined ? t('common.loading') : t('tags.check.none')}</p>
  return (
    <>
      <Head collection={collection} onStop={() => onStop(collection)} />
      <div className={dialogStyles.modalList}>
        {collection.taskId === null ? (
          <LocalTable
            label={t('tags.check.gateways')}
            rows={progress.data?.gatewayList}
            rowId={(gateway) => gateway.gwMac}
            columns={[
              codeColumn('gwMac', 200),
              { field: 'state', width: 180, cell: ({ state }) => <Answer state={state} /> },
              { field: 'detail', width: 300, cell: ({ state, detail }) => heardBy(t, state, detail) },
            ]}
            headingOf={(field) => t(`tags.check.column.${field}`)}
            empty={t('tags.check.gone')}
          />
        ) : (
          <LocalTable
            label={t('tags.check.tags')}
            rows={rows.data?.data}
            rowId={(tag) => tag.tagMac}
            columns={tagColumns(t)}
            headingOf={(field) => t(`tags.check.column.${field}`)}
            empty={t('tags.check.gone')}
          />
        )}
      </div>
    </>
  )
}

/** What a gateway said: how many tags it called, or why it did not. */
function heardBy(t: ReturnType<typeof useTranslation>['t'], state: string, detail: string | null): string {
  if (detail === null) return '–'
  return state === 'DONE' && /^\d+$/.test(detail)
    ? t('tags.check.heard', { count: Number(detail) })
    : t(`tags.reason.${detail}`, { defaultValue: detail })
}

const answers: Record<string, { kind: StateKind; word: string }> = {
  SHOWN: { kind: 'ok', word: 'answered' },
  SAME: { kind: 'ok', word: 'answered' },
  DONE: { kind: 'ok', word: 'answered' },
  FAILED: { kind: kindOf('FAILED'), word: 'silent' },
  SUPERSEDED: { kind: 'idle', word: 'stopped' },
}
function Answer({ state }: { state: string }) {
  const { t } = useTranslation()
  const { kind, word } = answers[state] ?? { kind: 'info' as const, word: 'waiting' }
  return <State state={state} kind={kind} label={t(`tags.check.answer.${word}`)} />
}

const tagColumns = (t: (key: string) => string): Column<CheckedTag>[] => [
  codeColumn('barcode', 164),
  { field: 'state', width: 120, cell: (tag) => <Answer state={tag.state} /> },
  { field: 'reason', width: 140, cell: (tag) => (tag.reason === null ? '–' : t(`tags.reason.${tag.reason}`)) },
  { field: 'rssi', width: 80, numeric: true, cell: (tag) => <Rssi dbm={tag.rssi} /> },
  { field: 'battery', width: 96, numeric: true, cell: (tag) => <Battery volts={tag.battery} low={false} /> },
  { field: 'temperature', width: 84, numeric: true, cell: (tag) => (tag.temperature === null ? '–' : `${tag.temperature.toFixed(1)} °C`) },
  { field: 'version', width: 72 },
  { field: 'respondedAt', width: 96, cell: (tag) => (tag.respondedAt === null ? '–' : clockOf(tag.respondedAt)) },
]

function StopModal({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const { storeCode, storeName, cmd } = collection
  const submit = async () => {
    await api.statusCheck.stop({ body: { storeCode, cmd, tagList: [] } })
    await queries.invalidateQueries({ queryKey: ['collecting'] })
    await queries.invalidateQueries({ queryKey: ['tags', storeCode, 'collecting'] })
    onClose()
  }
  return (
    <FormModal title={t('tags.check.stop')} submit={t('tags.check.stop')} onSubmit={submit} onClose={onClose} danger>
      <p style={{ margin: 0 }}>{t('tags.check.sure')}</p>
      <p className={helpers.aside}>{t('tags.check.stopText', { store: storeName })}</p>
    </FormModal>
  )
}
