/** /plus/v1/set/update/{setId}: an ordered list of shows and lists of prices, each with its seconds (specification 3 §2, §5). */
import type { ShowSet } from '@endcap/contract/show-sets'
import { priceEntry } from '@endcap/signage/shows'
import { IconCash, IconLayoutBoard, IconPlus, IconX } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { usePathPart } from '../app/route.ts'
import { useApi, useCan } from '../app/services.ts'
import { lengthText } from '../ui/format.ts'
import { ChooseShows } from '../shows/index.ts'
import { PageFormFoot } from '../draft/PageFormFoot.tsx'
import { MadeOf } from '../ui/MadeOf.tsx'
import { Seconds } from '../form/Seconds.tsx'
import { Refusal, usePageForm } from '../draft/use-page-form.ts'
import { ScreenWaits } from '../ui/ScreenWaits.tsx'
import { Problem } from '../ui/Problem.tsx'
import { moved } from '../ui/moved.ts'
import { Sortable } from '../ui/Sortable.tsx'
import {
  draftOf,
  emptySet,
  isPrice,
  priceSeconds,
  problemOf,
  screensOf,
  startsOf,
  totalOf,
  withEntries,
  type Entry,
  type SetDraft,
} from './set-rules.ts'
import { clsx } from 'clsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Button } from '../ui/Button.tsx'
import { TextInput } from '../form/TextInput.tsx'
import helpers from '../ui/helpers.module.css'
import pageHeadStyles from '../ui/PageHead.module.css'
import setEntryStyles from '../ui/set-entry.module.css'
import settingPageStyles from '../ui/setting-page.module.css'
import styles from './show-sets.module.css'

export function SetEditScreen() {
  const setId = usePathPart('setId')
  return <SetEditor key={setId ?? ''} setId={setId} />
}

function SetEditor({ setId }: { setId: string | undefined }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const readOnly = !useCan()('plus.write')
  const [choosing, setChoosing] = useState(false)
  const form = useSetForm(setId)
  const { draft, query, change } = form
  const save = async () => {
    const answer = await form.save()
    if (answer !== undefined && setId === undefined) void navigate({ to: paths.set(answer.id), search: {}, replace: true })
  }
  if (draft === undefined) return query.error === null ? <ScreenWaits /> : <Problem query={query} />
  const { name, list } = draft
  const starts = startsOf(list)
  const total = totalOf(list)
  const changeEntry = (key: number, duration: number) =>
    change((now) => ({ ...now, list: now.list.map((entry) => (entry.key === key ? { ...entry, duration } : entry)) }), `duration:${key}`)
  return (
    <div className={settingPageStyles.settingPage}>
      <PageHead>
        <h1>{setId === undefined ? t('showSets.create') : form.stored?.name}</h1>
        <span className={pageHeadStyles.sub}>
          {t('showSets.total', { time: lengthText(total) })} · {t('shows.screens', { count: screensOf(list) })}
        </span>
      </PageHead>
      <div className={styles.setBody}>
        <Problem query={query} />
        <MadeOf kind="set" id={setId} />
        <TextInput
          className={styles.setName}
          label={t('showSets.column.name')}
          value={name}
          maxLength={100}
          readOnly={readOnly}
          onChange={(event) => change((now) => ({ ...now, name: event.target.value }), 'name')}
          autoComplete="off"
          withAsterisk
        />
        {list.length > 0 && total > 0 && <Strip list={list} />}
        {list.length === 0 ? (
          <p className={helpers.aside}>{t('showSets.empty')}</p>
        ) : (
          <Sortable
            label={t('showSets.entries')}
            entries={list}
            keyOf={({ key }) => String(key)}
            handleLabel={(entry, place) => t('showSets.move', { name: nameOf(entry, t), place })}
            onMove={(from, to) => change((now) => ({ ...now, list: moved(now.list, from, to) }))}
            readOnly={readOnly}
          >
            {(entry, place) => (
              <EntryLine
                entry={entry}
                start={starts[place] ?? 0}
                readOnly={readOnly}
                onSeconds={(seconds) => changeEntry(entry.key, seconds)}
                onDrop={() => change((now) => ({ ...now, list: now.list.filter(({ key }) => key !== entry.key) }))}
              />
            )}
          </Sortable>
        )}
        {!readOnly && (
          <div className={styles.setAdd}>
            <Button onClick={() => setChoosing(true)}>
              <IconPlus size={15} stroke={1.7} />
              {t('showSets.addShows')}
            </Button>
            <Button
              onClick={() =>
                change((now) => withEntries(now, [{ id: priceEntry, name: t('showSets.price'), duration: priceSeconds, deviceCount: 0 }]))
              }
            >
              <IconPlus size={15} stroke={1.7} />
              {t('showSets.addPrice')}
            </Button>
          </div>
        )}
      </div>
      <PageFormFoot form={form} readOnly={readOnly} onSave={() => void save()} isNew={setId === undefined} />
      {choosing && (
        <ChooseShows
          onChoose={(shows) => {
            setChoosing(false)
            change((now) =>
              withEntries(
                now,
                shows.map(({ id, name: showName, duration, deviceCount }) => ({ id, name: showName, duration, deviceCount })),
              ),
            )
          }}
          close={() => setChoosing(false)}
        />
      )}
    </div>
  )
}

/** The set as it is edited, or a new one. */
function useSetForm(setId: string | undefined) {
  const { t } = useTranslation()
  const api = useApi()
  return usePageForm<ShowSet, SetDraft>({
    id: setId,
    kind: 'set',
    load: (id, signal) => api.showSets.read({ params: { setId: id } }, { signal }),
    toDraft: draftOf,
    begin: emptySet,
    save: async ({ name, list }, base) => {
      const problem = problemOf({ name, list })
      if (problem !== undefined)
        throw new Refusal(t(`showSets.problem.${problem.kind}`), problem.kind === 'duration' ? t('shows.problem.durationTitle') : undefined)
      return api.showSets.save({ body: { ...base, name: name.trim(), list: list.map(({ id, duration }) => ({ id, duration })) } })
    },
  })
}

const nameOf = (entry: Entry, t: TFunction): string => (isPrice(entry) ? t('showSets.price') : entry.name)

/** How long each entry is beside the others. */
function Strip({ list }: { list: readonly Entry[] }) {
  const { t } = useTranslation()
  return (
    <div className={styles.setStrip} role="img" aria-label={t('showSets.strip')}>
      {list.map(({ key, name: entryName, duration, id }) => (
        <i key={key} style={{ flexGrow: Math.max(0, duration) || 0 }} data-price={id === priceEntry || undefined} title={entryName} />
      ))}
    </div>
  )
}

interface LineProps {
  entry: Entry
  /** When it begins, in seconds of the set. */
  start: number
  readOnly: boolean
  onSeconds: (seconds: number) => void
  onDrop: () => void
}
/** A show of the set, or a list of prices, with its seconds. */
function EntryLine({ entry, start, readOnly, onSeconds, onDrop }: LineProps) {
  const { t } = useTranslation()
  return (
    <>
      <span className={styles.setStart}>{lengthText(start)}</span>
      {isPrice(entry) ? <IconCash size={17} stroke={1.6} aria-hidden /> : <IconLayoutBoard size={17} stroke={1.6} aria-hidden />}
      <span className={clsx(helpers.grow, setEntryStyles.setEntry)}>
        {isPrice(entry) ? (
          t('showSets.price')
        ) : (
          <Link to={paths.show(entry.id)} search={{}}>
            {entry.name}
          </Link>
        )}
        <small>{isPrice(entry) ? t('showSets.priceHint') : t('shows.screens', { count: entry.deviceCount })}</small>
      </span>
      <Seconds
        label={t('showSets.secondsOf', { name: nameOf(entry, t) })}
        value={entry.duration}
        readOnly={readOnly}
        onChange={onSeconds}
      />
      {!readOnly && (
        <Button look="ghost" icon aria-label={t('showSets.drop', { name: nameOf(entry, t) })} onClick={onDrop}>
          <IconX size={15} stroke={1.7} />
        </Button>
      )}
    </>
  )
}
