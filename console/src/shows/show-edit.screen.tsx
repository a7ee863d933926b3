/** /plus/v1/show/update/{showId}: the wizard of a show: first its screens, then what their areas play when (specification 3 §2). */
import type { SignageShow } from '@endcap/contract/shows'
import { IconDownload, IconFileImport, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { textOf, useRouteSearch, usePathPart } from '../app/route.ts'
import { useApi, useCan } from '../app/services.ts'
import { saveBlob } from '../data/save.ts'
import { sayWarnings } from '../ui/film-words.ts'
import { lengthText } from '../ui/format.ts'
import { ScreenWaits } from '../ui/ScreenWaits.tsx'
import { Problem } from '../ui/Problem.tsx'
import { useStillHere } from '../ui/still-here.ts'
import { AreasStep } from './AreasStep.tsx'
import { ImportShow } from './import-show.modal.tsx'
import { PageFormFoot } from '../draft/PageFormFoot.tsx'
import { MadeOf } from '../ui/MadeOf.tsx'
import { ScreensStep } from './ScreensStep.tsx'
import { Seconds } from '../form/Seconds.tsx'
import { canvasOf, emptyShow, normalised, playedOf, saveOf, showDraftOf, showProblem, tidied, type ShowDraft } from './show-draft.ts'
import { showFileName, showFileOf } from './show-file.ts'
import { ShowPreview } from './show-preview.modal.tsx'
import { useContents } from './use-contents.ts'
import { Refusal, usePageForm } from '../draft/use-page-form.ts'
import { clsx } from 'clsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Button } from '../ui/Button.tsx'
import { TextInput } from '../form/TextInput.tsx'
import helpers from '../ui/helpers.module.css'
import pageHeadStyles from '../ui/PageHead.module.css'
import settingPageStyles from '../ui/setting-page.module.css'
import styles from './shows.module.css'

/** `from`: of the show that a new one is a copy of. */
const steps = [0, 1] as const

export function ShowEditScreen() {
  const showId = usePathPart('showId')
  const from = textOf(useRouteSearch().from)
  return <ShowEditor key={showId ?? `new ${from ?? ''}`} showId={showId} from={from} />
}

function ShowEditor({ showId, from }: { showId: string | undefined; from: string | undefined }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const stillHere = useStillHere()
  const readOnly = !useCan()('plus.write')
  const search = useRouteSearch()
  const step = Number(search.step) === 1 ? 1 : 0
  const [open, setOpen] = useState<'preview' | 'import'>()
  const { form, waits } = useShowForm(showId, from)
  const { draft, query, change } = form
  const contents = useContents(draft?.areas.flatMap(({ items }) => items.map(({ id }) => id)) ?? [])
  const go = (to: number) => {
    if (!stillHere()) return
    if (to === 1) change((now) => normalised(now))
    void navigate({ to: '.', search: { ...(from !== undefined && { from }), ...(to === 1 && { step: 1 }) }, replace: true })
  }
  const save = async () => {
    const answer = await form.save()
    if (answer !== undefined && showId === undefined)
      void navigate({ to: paths.show(answer.id), search: step === 1 ? { step: 1 } : {}, replace: true })
  }
  if (draft === undefined) return waits.error === null ? <ScreenWaits /> : <Problem query={waits} />

  const { width, height } = canvasOf(normalised(draft))
  const hasScreens = draft.device.length > 0
  const download = () => saveBlob(new Blob([showFileOf(draft, [...contents.values()])], { type: 'application/json' }), showFileName)
  return (
    <div className={clsx(settingPageStyles.settingPage, styles.showPage)}>
      <PageHead>
        <h1>{showId === undefined ? t('shows.create') : form.stored?.name}</h1>
        <span className={pageHeadStyles.sub}>
          {hasScreens && `${width} × ${height} · `}
          {t('shows.screens', { count: draft.device.length })} · {lengthText(Number.isNaN(draft.duration) ? 0 : draft.duration)}
        </span>
        <span className={helpers.grow} />
        {!readOnly && (
          <Button onClick={() => setOpen('import')}>
            <IconFileImport size={15} stroke={1.7} />
            {t('shows.import.button')}
          </Button>
        )}
        <Button disabled={!hasScreens} onClick={download}>
          <IconDownload size={15} stroke={1.7} />
          {t('shows.export')}
        </Button>
        <Button disabled={!hasScreens || showProblem({ ...draft, name: '-' }) === 'duration'} onClick={() => setOpen('preview')}>
          <IconPlayerPlay size={15} stroke={1.7} />
          {t('shows.preview.title')}
        </Button>
      </PageHead>
      <MadeOf kind="show" id={showId} />
      <div className={styles.showHead}>
        <TextInput
          label={t('shows.column.name')}
          value={draft.name}
          maxLength={100}
          readOnly={readOnly}
          onChange={(event) => change((now) => ({ ...now, name: event.target.value }), 'name')}
          autoComplete="off"
          withAsterisk
        />
        <div className={styles.showLength}>
          <span>{t('shows.column.duration')}</span>
          <Seconds
            label={t('shows.length')}
            value={draft.duration}
            readOnly={readOnly}
            onChange={(duration) => change((now) => ({ ...now, duration }), 'duration')}
          />
        </div>
        <Steps step={step} hasScreens={hasScreens} onStep={go} />
      </div>
      <Problem query={query} />
      {step === 0 || !hasScreens ? (
        <ScreensStep draft={draft} change={change} readOnly={readOnly} />
      ) : (
        <AreasStep draft={draft} change={change} readOnly={readOnly} contents={contents} />
      )}
      <PageFormFoot form={form} readOnly={readOnly} onSave={() => void save()} isNew={showId === undefined}>
        <Button size="medium" disabled={step === 0} onClick={() => go(0)}>
          {t('common.previous')}
        </Button>
        <Button size="medium" disabled={step === 1 || !hasScreens} onClick={() => go(1)}>
          {t('common.next')}
        </Button>
      </PageFormFoot>
      {open === 'preview' && <ShowPreview name={draft.name} show={playedOf(draft)} contents={contents} close={() => setOpen(undefined)} />}
      {open === 'import' && (
        <ImportShow
          onShow={(show) => change((now) => ({ ...show, name: now.name.trim() === '' ? show.name : now.name }))}
          close={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}

/** The show as it is edited, or a new one, which may begin as a copy; `waits` says whether what it begins with is there. */
function useShowForm(showId: string | undefined, from: string | undefined) {
  const { t } = useTranslation()
  const api = useApi()
  const original = useQuery({
    queryKey: ['signage', '', 'show', from],
    queryFn: ({ signal }) => api.shows.read({ params: { showId: from ?? '' } }, { signal }),
    enabled: from !== undefined,
  })
  const copied = original.data
  const begin = useMemo(
    () =>
      from === undefined ? emptyShow : copied && { ...showDraftOf(copied), name: t('shows.copyName', { name: copied.name }).slice(0, 100) },
    [from, copied, t],
  )
  const form = usePageForm<SignageShow, ShowDraft>({
    id: showId,
    kind: 'show',
    load: (id, signal) => api.shows.read({ params: { showId: id } }, { signal }),
    toDraft: showDraftOf,
    begin,
    normalise: (draft) => (showProblem(draft) === undefined ? tidied(draft) : draft),
    save: async (draft, base) => {
      const problem = showProblem(draft)
      if (problem !== undefined)
        throw new Refusal(t(`shows.problem.${problem}`), problem === 'duration' ? t('shows.problem.durationTitle') : undefined)
      return sayWarnings(await api.shows.save({ body: { ...saveOf(draft), ...base } }), t)
    },
  })
  return { form, waits: showId === undefined ? original : form.query }
}

/** The two steps of the wizard; there are no areas before there are screens. */
function Steps({ step, hasScreens, onStep }: { step: number; hasScreens: boolean; onStep: (step: number) => void }) {
  const { t } = useTranslation()
  return (
    <nav className={styles.showSteps} aria-label={t('shows.steps')}>
      {steps.map((one) => (
        <Button
          key={one}

          look="ghost"
          aria-current={one === step ? 'step' : undefined}
          disabled={one === 1 && !hasScreens}
          onClick={() => onStep(one)}
        >
          <b>{one + 1}</b> {t(`shows.step.${one}`)}
        </Button>
      ))}
    </nav>
  )
}
