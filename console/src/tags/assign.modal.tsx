/**
 * Assigning by scanning: label, product, done. Stays open after a success, clears its fields, plays a sound, and asks before a product
 * that does not exist (specification 1 §4, §5). Who scans faster than the server answers does not wait: the scans do.
 */
import { useEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tag } from '@endcap/contract/tags'
import { problemText, useApi, useSession } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { CameraScan } from '../scan/Camera.tsx'
import { createOutbox } from '../scan/outbox.ts'
import { useWedge } from '../scan/wedge.ts'
import type { ActionProps } from '../table/spec.ts'
import { playSound } from '../ui/sound.ts'
import { AssignedLines } from './AssignedLines.tsx'
import { createAssignDesk, fieldsOf, pairInQuestion, scansWaiting, type PairOutbox } from './assign-desk.ts'
import { createFamilyDesk, FamilyChoices, familyQuestions } from '../form/assign-families.tsx'
import { productMissing, sendAssign } from '../data/assign-job.ts'
import { useStoreCodeIfAny } from '../app/route.ts'
import { TextInput } from '../form/TextInput.tsx'
import helpers from '../ui/helpers.module.css'

export function AssignModal({ rows, close }: ActionProps<Tag>) {
  const { t } = useTranslation()
  const tagField = useRef<HTMLInputElement>(null)
  const productField = useRef<HTMLInputElement>(null)
  const betweenScans = useRef(() => Promise.resolve())
  const { outbox, desk, families } = useDesks(rows, tagField, betweenScans)
  const { parcels } = useSyncExternalStore(outbox.subscribe, outbox.get)
  const now = useSyncExternalStore(desk.subscribe, desk.get)
  const pair = pairInQuestion(parcels)
  const fields = fieldsOf(now, pair)
  const problem = pair?.state === 'refused' ? pair.problem : undefined
  const isQuestion = problem !== undefined && [productMissing, ...familyQuestions].includes(problem.code)
  const waiting = scansWaiting(now, parcels)
  const done = parcels.filter((one) => one.state === 'done').toReversed()
  const isSent = pair !== undefined && pair.state !== 'refused'
  const given = givenTag(rows)
  // What is with the server is not lost; a default product that has served is no loss.
  const isTyped = fields.code !== '' || ![given, ''].includes(fields.tagMac) || (fields.sole !== '' && done.length === 0)
  const scansDone = useWedge(desk.scan)
  useEffect(() => void (betweenScans.current = scansDone), [scansDone])

  // Where the next scan belongs: scans do not need the focus there, but it shows what is missing.
  useEffect(() => {
    if (now.scans > 0 && !isSent) (fields.tagMac === '' ? tagField : productField).current?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- after a scan, not with every letter
  }, [now.scans])
  // Typed by hand, Enter leads from the label to the product, and there it assigns.
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || fields.sole.trim() !== '') return
    event.preventDefault()
    productField.current?.focus()
  }
  const complaint =
    now.lacks === 'tag'
      ? t('tags.assign.enterTag')
      : now.lacks === 'product'
        ? t('tags.assign.enterProduct')
        : problem?.code === productMissing
          ? t('tags.assign.missing')
          : problem && problemText(problem, t)
  return (
    <FormModal
      title={t('tags.action.assign')}
      submit={isQuestion ? t('tags.assign.continue') : t('tags.action.assign')}
      onSubmit={async () => desk.submit(isQuestion)}
      onClose={() => close(done.length > 0)}
      problem={complaint}
      busy={isSent}
      unsaved={waiting > 0 || (isTyped && !isSent)}
    >
      <p style={{ margin: 0, color: 'var(--ink-2)' }}>{t('tags.assign.hint')}</p>
      <TextInput
        ref={tagField}
        label={t('tags.assign.tagId')}
        classNames={{ input: helpers.mono }}
        value={fields.tagMac}
        onChange={(event) => desk.edit('tagMac', event.target.value)}
        onKeyDown={onEnter}
        data-autofocus
        autoComplete="off"
        readOnly={isSent}
      />
      <TextInput
        ref={productField}
        label={t('tags.assign.product')}
        classNames={{ input: helpers.mono }}
        value={fields.code}
        disabled={fields.sole.trim() !== ''}
        onChange={(event) => desk.edit('code', event.target.value)}
        autoComplete="off"
        readOnly={isSent}
      />
      <TextInput
        label={t('tags.assign.default')}
        description={t('tags.assign.defaultHint')}
        classNames={{ input: helpers.mono }}
        value={fields.sole}
        onChange={(event) => desk.edit('sole', event.target.value)}
        autoComplete="off"
        readOnly={isSent}
      />
      {problem?.code === 'family-choice' && <FamilyChoices desk={families} code={fields.sole.trim() || fields.code} />}
      <CameraScan onScan={desk.scan} />
      {waiting > 0 && <p role="status">{t('tags.assign.waiting', { count: waiting })}</p>}
      {done.length > 0 && <AssignedLines done={done} onUndo={() => tagField.current?.focus()} />}
    </FormModal>
  )
}

/** The tag for which the dialog was opened. */
const givenTag = (rows: readonly Tag[]): string => (rows.length === 1 ? (rows[0]?.barcode ?? '') : '')

/** The scans and what becomes of them; made once for the dialog. */
function useDesks(rows: readonly Tag[], tagField: RefObject<HTMLInputElement | null>, betweenScans: RefObject<() => Promise<void>>) {
  const api = useApi()
  const storeCode = useStoreCodeIfAny()
  const { site } = useSession().user.systemConfig
  const [desks] = useState(() => {
    const families = createFamilyDesk(api, { storeCode, site })
    const outbox: PairOutbox = createOutbox({
      send: async (job) => {
        const family = await families.ask(job)
        return family === undefined ? sendAssign(api, storeCode, job) : families.assign(job, family)
      },
      onRefusal: 'halt',
      calm: () => betweenScans.current(),
      onDone: () => {
        playSound('success')
        tagField.current?.focus()
      },
      onRefused: () => playSound('failure'),
    })
    return { families, outbox, desk: createAssignDesk(outbox, givenTag(rows)) }
  })
  return desks
}
