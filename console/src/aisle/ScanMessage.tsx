/** What just happened, and what comes next, in letters that are read at arm's length. */
import { useTranslation } from 'react-i18next'
import { problemText } from '../app/services.ts'
import type { Problem } from '../scan/outbox.ts'
import { readCode, type AisleDesk, type Desk } from './desk.ts'
import { agreed, questions, type Done, type Job, type JobParcel } from './jobs.ts'
import { shortId } from './short-id.ts'
import { clsx } from 'clsx'
import { Button } from '../ui/Button.tsx'
import helpers from '../ui/helpers.module.css'
import aisleStyles from './aisle.module.css'

type Translate = ReturnType<typeof useTranslation>['t']

export function ScanMessage({ desk, now, parcel }: { desk: AisleDesk; now: Desk; parcel: JobParcel | undefined }) {
  const { t } = useTranslation()
  return (
    <>
      {now.wrong !== undefined ? (
        <div className={clsx(aisleStyles.message, aisleStyles.bad)} data-part="message" key={`wrong${now.scans}`} role="alert">
          <b>{t('aisle.notALabel')}</b>
          <span>{t('aisle.notALabelHint')}</span>
        </div>
      ) : (
        parcel !== undefined && <Happened key={`${parcel.id} ${parcel.state}`} desk={desk} parcel={parcel} />
      )}
      <Prompt now={now} />
    </>
  )
}

function Happened({ desk, parcel }: { desk: AisleDesk; parcel: JobParcel }) {
  const { t } = useTranslation()
  switch (parcel.state) {
    case 'done': {
      const { title, detail, ok } = outcomeText(parcel.job, parcel.result, t)
      return (
        <div className={clsx(aisleStyles.message, ok ? aisleStyles.ok : aisleStyles.warn)} data-part="message" role="status">
          <b>{title}</b>
          {parcel.result.product !== null && <strong>{parcel.result.product}</strong>}
          {detail !== '' && <span>{detail}</span>}
        </div>
      )
    }
    case 'refused': {
      const isQuestion = questions.has(parcel.problem?.code ?? '')
      return (
        <div className={clsx(aisleStyles.message, isQuestion ? aisleStyles.warn : aisleStyles.bad)} data-part="message" role="alert">
          <b>{t(isQuestion ? 'aisle.ask' : 'aisle.refused')}</b>
          <Refusal parcel={parcel} />
          <Answers desk={desk} parcel={parcel} />
        </div>
      )
    }
    default:
      return (
        <div className={clsx(aisleStyles.message, aisleStyles.info)} data-part="message" role="status">
          <b>{t(parcel.state === 'sending' ? 'aisle.sending' : 'aisle.waits')}</b>
          <span>{codesOf(parcel.job)}</span>
        </div>
      )
  }
}

/** Why a job was not done, with what it was about. */
export function Refusal({ parcel }: { parcel: JobParcel & { state: 'refused' } }) {
  const { t } = useTranslation()
  const lines = parcel.problem === undefined ? [] : sentences(parcel.problem, t)
  return (
    <>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      <span className={helpers.mono}>{codesOf(parcel.job)}</span>
    </>
  )
}

/** The buttons under a refusal: a yes for a question, another attempt for the rest, or nothing of it. */
export function Answers({ desk, parcel }: { desk: AisleDesk; parcel: JobParcel & { state: 'refused' } }) {
  const { t } = useTranslation()
  const { problem } = parcel
  const isQuestion = questions.has(problem?.code ?? '')
  const families = problem?.code === 'family-choice' ? (problem.error ?? []) : []
  return (
    <div className={aisleStyles.answers} data-part="answers">
      {families.map((family) => (
        <Button key={family} look="primary" onClick={() => desk.outbox.again(parcel.id, agreed(parcel.job, family))}>
          {t('aisle.family', { family })}
        </Button>
      ))}
      <Button look="primary" onClick={() => desk.outbox.again(parcel.id, isQuestion ? agreed(parcel.job) : parcel.job)}>
        {t(families.length > 0 ? 'aisle.productAlone' : isQuestion ? 'aisle.yes' : 'aisle.again')}
      </Button>
      <Button onClick={() => desk.outbox.drop(parcel.id)}>{t('aisle.discard')}</Button>
    </div>
  )
}

function sentences(problem: Problem, t: Translate): string[] {
  if (problem.code === 'swap-unsure') return (problem.error ?? []).map((question) => t(`aisle.question.${question}`))
  return [t(`aisle.problem.${problem.code}`, { defaultValue: problemText(problem, t) })]
}

/** A done job in words. */
export function outcomeText(job: Job, result: Done, t: Translate): { title: string; detail: string; ok: boolean } {
  switch (job.kind) {
    case 'assign':
      return { title: t('aisle.done.assign'), detail: t('aisle.onLabel', { tag: shortId(job.tagMac) }), ok: true }
    case 'swap':
      return {
        title: t(job.undoes === undefined ? 'aisle.done.swap' : 'aisle.done.restore'),
        detail: t('aisle.swapped', { from: shortId(job.from), to: shortId(job.to) }),
        ok: true,
      }
    case 'blink': {
      const { blinking = [], cannot = 0 } = result
      const dark = cannot === 0 ? '' : t('aisle.noLight', { count: cannot })
      if (blinking.length > 0) return { title: t('aisle.done.blink', { count: blinking.length }), detail: dark, ok: true }
      return { title: dark === '' ? t(result.product === null ? 'aisle.nothing' : 'aisle.noLabels') : dark, detail: '', ok: false }
    }
    case 'dark':
      return { title: t('aisle.done.dark'), detail: '', ok: true }
    case 'resend':
      return { title: t('aisle.done.resend'), detail: t('aisle.onLabel', { tag: shortId(job.tagMac) }), ok: true }
    case 'restore':
      return { title: t('aisle.done.restore'), detail: t('aisle.onLabel', { tag: shortId(job.tagMac) }), ok: true }
  }
}

/** The codes of a job, as they were scanned. */
export function codesOf(job: Job): string {
  switch (job.kind) {
    case 'assign':
      return `${shortId(job.tagMac)} · ${job.code}`
    case 'swap':
      return `${shortId(job.from)} → ${shortId(job.to)}`
    case 'blink':
      return shortId(job.code)
    case 'dark':
      return job.tagMacs.slice(0, 3).map(shortId).join(', ')
    default:
      return shortId(job.tagMac)
  }
}

/** What to scan next. */
function Prompt({ now: { action, code } }: { now: Desk }) {
  const { t } = useTranslation()
  const paired = action === 'assign' || action === 'swap'
  // What was found says it all; the field below says that it can be scanned again.
  if (!paired && code !== '') return null
  const next = code === '' || !paired ? action : action === 'swap' ? 'new' : readCode(code).isTag ? 'product' : 'label'
  return (
    <p className={aisleStyles.aislePrompt}>
      <b>{t(`aisle.prompt.${next}`)}</b>
      {paired && <span>{t('aisle.step', { step: code === '' ? 1 : 2 })}</span>}
    </p>
  )
}
