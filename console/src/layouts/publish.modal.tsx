/** Makes a draft the newest version: what changes on the glass, on how many labels, when, and what the check says of it. */
import type { OpenDrawing } from '@endcap/contract/layout-drawings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { errorText, useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { Textarea } from '../form/Textarea.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { formatNumber } from '../ui/format.ts'
import { notifyAbout } from '../ui/notify.ts'
import { CheckState } from './CheckState.tsx'
import { Diff, sideOf } from './Diff.tsx'
import { nameOf, refusalOf } from '../ui/drawings.ts'
import { detailText } from './findings.ts'
import { SampleProduct, useSample } from './SampleProduct.tsx'
import { useCheck } from './use-check.ts'
import { useLiveVersion } from './use-versions.ts'
import { Message } from '../ui/Message.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Button } from '../ui/Button.tsx'
import { Radio } from '../ui/inputs.tsx'
import linesStyles from '../form/lines.module.css'
import styles from './layouts.module.css'

interface Props {
  drawing: OpenDrawing
  close: () => void
}

export function PublishModal({ drawing, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { drawingId, rev } = drawing
  const check = useCheck(drawing)
  const [note, setNote] = useState('')
  const [reason, setReason] = useState('')
  const [later, setLater] = useState(false)
  const [from, setFrom] = useState('')
  const [wrong, setWrong] = useState<'reason' | 'from'>()
  const needsReason = check.holds && (check.check?.errors ?? 0) > 0
  const refuse = (field: NonNullable<typeof wrong>) => {
    setWrong(field)
    document.getElementById(`publish-${field}`)?.focus()
    return new Error(t(`layouts.publish.wrong.${field}`))
  }
  const submit = async () => {
    setWrong(undefined)
    if (needsReason && reason.trim() === '') throw refuse('reason')
    if (later && from === '') throw refuse('from')
    try {
      const { version } = await api.layouts.publish({
        params: { drawingId },
        body: { rev, note, ...(needsReason && { reason }), ...(later && { from: from.slice(0, 16) }) },
      })
      close()
      void notifyAbout(undefined, t('layouts.publish.done', { name: nameOf(drawing), version }), { to: paths.layoutDesigner(drawingId) })
      void navigate({ to: paths.layoutVersions(drawingId), search: {} })
    } catch (error) {
      throw refusalOf(error, t).error
    } finally {
      await queries.invalidateQueries({ queryKey: ['layouts'] })
    }
  }
  return (
    <FormModal
      title={t('layouts.publish.title', { name: nameOf(drawing) })}
      submit={t(later ? 'layouts.publish.later' : 'layouts.publish.button')}
      onSubmit={submit}
      onClose={close}
      size="860px"
      disabled={!check.holds}
      unsaved={note !== '' || reason !== ''}
    >
      <Changes drawing={drawing} />
      <p className={styles.layoutConsequence}>
        {drawing.tags === 0
          ? t('layouts.publish.noLabels', { layout: drawing.layoutId })
          : t('layouts.publish.labels', { labels: formatNumber(drawing.tags), stores: t('common.stores', { count: drawing.stores }) })}
        {drawing.waiting !== null && ` ${t('layouts.publish.overtakes', { version: drawing.waiting.version })}`}
      </p>
      <Checked drawing={drawing} check={check} close={close} />
      {needsReason && (
        <Textarea
          field="reason"
          id="publish-reason"
          label={t('layouts.publish.reason')}
          description={t('layouts.publish.reasonHint')}
          value={reason}
          error={wrong === 'reason'}
          maxLength={500}
          rows={2}
          withAsterisk
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      <Textarea
        field="note"
        label={t('layouts.publish.note')}
        placeholder={t('layouts.publish.noteHint')}
        value={note}
        maxLength={500}
        rows={1}
        onChange={(event) => setNote(event.target.value)}
      />
      <When later={later} from={from} wrong={wrong === 'from'} onLater={setLater} onFrom={setFrom} />
    </FormModal>
  )
}

interface WhenProps {
  later: boolean
  from: string
  wrong: boolean
  onLater: (later: boolean) => void
  onFrom: (from: string) => void
}
/** At once, or from a minute of the stores' clocks on. */
function When({ later, from, wrong, onLater, onFrom }: WhenProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={styles.layoutWhen}>
      <legend>{t('layouts.publish.when')}</legend>
      <Radio label={t('layouts.publish.now')} name="publish-when" checked={!later} onChange={() => onLater(false)} />
      <Radio label={t('layouts.publish.at')} name="publish-when" checked={later} onChange={() => onLater(true)} />
      {later && (
        <TextInput
          field="from"
          id="publish-from"
          type="datetime-local"
          aria-label={t('layouts.publish.from')}
          value={from}
          error={wrong}
          onChange={(event) => onFrom(event.target.value)}
        />
      )}
    </fieldset>
  )
}

/** The version that holds beside the draft. */
function Changes({ drawing }: { drawing: OpenDrawing }) {
  const { t } = useTranslation()
  const { drawingId, rev, draft, size, modelClass, storeCode } = drawing
  const sample = useSample(storeCode)
  const live = useLiveVersion(drawingId)
  return (
    <>
      <SampleProduct sample={sample} />
      {live.error !== null ? (
        <Message role="alert">{errorText(live.error, t)}</Message>
      ) : live.isPending ? (
        <Skeleton style={{ height: 160 }} aria-busy="true" />
      ) : (
        <Diff
          size={size}
          modelClass={modelClass}
          storeCode={sample.chosen.storeCode}
          prCodes={sample.prCodes}
          before={live.version && sideOf(drawingId, live.version, t('layouts.publish.before', { version: live.version.version }))}
          after={{ key: `${drawingId} draft ${rev}`, label: t('layouts.publish.after'), definition: draft }}
        />
      )}
    </>
  )
}

/** What the check says of this draft, or the way to it. */
function Checked({
  drawing,
  close,
  check: { query, check, holds, busy, problem, start, cancel },
}: {
  drawing: OpenDrawing
  check: ReturnType<typeof useCheck>
  close: () => void
}) {
  const { t } = useTranslation()
  const running = check?.state === 'RUNNING' && check.rev === drawing.rev
  const failed = problem ?? query.error
  return (
    <section className={styles.layoutChecked} aria-label={t('layouts.check.title')}>
      {failed !== undefined && failed !== null && <Message role="alert">{errorText(failed, t)}</Message>}
      {check && (holds || running) ? (
        <CheckState check={check} at={query.dataUpdatedAt} />
      ) : (
        query.data !== undefined && <p>{t('layouts.publish.unchecked')}</p>
      )}
      {running ? (
        <Button size="medium" disabled={busy} onClick={() => void cancel()}>
          {t('layouts.check.cancel')}
        </Button>
      ) : (
        !holds &&
        query.data !== undefined && (
          <Button look="primary" size="medium" busy={busy} onClick={() => void start()}>
            {t('layouts.publish.checkFirst')}
          </Button>
        )
      )}
      {holds && check !== null && check !== undefined && check.errors + check.warnings > 0 && <Summary drawing={drawing} close={close} />}
    </section>
  )
}

/** Findings shown before the whole list is gone to. */
const shown = 3
function Summary({ drawing: { drawingId }, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['layouts', '', 'findings', drawingId],
    queryFn: ({ signal }) => api.layouts.searchCheck({ params: { drawingId }, body: { length: shown } }, { signal }),
  })
  return (
    <>
      <ul className={linesStyles.lines} aria-label={t('layouts.check.title')}>
        {data?.data.map((finding) => (
          <li key={finding.findingId}>
            <b>{t(`layouts.level.${finding.level}`)}</b>{' '}
            {[finding.prCode, t(`layouts.finding.${finding.kind}`, { defaultValue: finding.kind }), detailText(finding, t)]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
      <Link to={paths.layoutCheck(drawingId)} search={{}} onClick={close}>
        {t('layouts.publish.allFindings', { count: data?.recordsFiltered ?? 0 })}
      </Link>
    </>
  )
}
