/** /plus/v1/playlist/update/{playlistId}: what is played, on which displays, and when, on one page. */
import type { Playlist } from '@endcap/contract/playlists'
import { IconPlayerPlay } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { usePathPart } from '../app/route.ts'
import { useApi, useCan } from '../app/services.ts'
import { PageFormFoot } from '../draft/PageFormFoot.tsx'
import { Refusal, usePageForm } from '../draft/use-page-form.ts'
import { DayField } from '../form/DayField.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { sayWarnings } from '../ui/film-words.ts'
import { Button } from '../ui/Button.tsx'
import { lengthText } from '../ui/format.ts'
import { Tick } from '../ui/inputs.tsx'
import { Message } from '../ui/Message.tsx'
import { moved } from '../ui/moved.ts'
import { PageHead } from '../ui/PageHead.tsx'
import { Problem } from '../ui/Problem.tsx'
import { ScreenWaits } from '../ui/ScreenWaits.tsx'
import helpers from '../ui/helpers.module.css'
import messageStyles from '../ui/Message.module.css'
import pageHeadStyles from '../ui/PageHead.module.css'
import settingPageStyles from '../ui/setting-page.module.css'
import fieldGridStyles from '../form/field-grid.module.css'
import { always, hoursText, isAlways, never, withArea, type Week } from './hours.ts'
import {
  bodyOf,
  draftOf,
  emptyPlaylist,
  overlapsOf,
  problemOf,
  secondsOf,
  withItems,
  type Overlap,
  type PlaylistDraft,
} from './playlist-draft.ts'
import { PlaylistDisplays } from './PlaylistDisplays.tsx'
import { PlaylistPreview } from './preview.modal.tsx'
import { PlaylistItems } from './PlaylistItems.tsx'
import { useDisplays } from './use-displays.ts'
import { WeekHours } from './WeekHours.tsx'
import styles from './playlists.module.css'

export function PlaylistEditScreen() {
  const playlistId = usePathPart('playlistId')
  return <PlaylistEditor key={playlistId ?? ''} playlistId={playlistId} />
}

function usePlaylistForm(id: string | undefined) {
  const { t } = useTranslation()
  const api = useApi()
  return usePageForm<Playlist, PlaylistDraft>({
    id,
    kind: 'playlist',
    load: (playlistId, signal) => api.playlists.read({ params: { playlistId } }, { signal }),
    toDraft: draftOf,
    begin: emptyPlaylist,
    normalise: (draft) => ({ ...draft, name: draft.name.trim() }),
    save: async (draft, base) => {
      const problem = problemOf(draft)
      if (problem !== undefined) throw new Refusal(t(`playlists.problem.${problem}`))
      return sayWarnings(await api.playlists.save({ body: { ...base, ...bodyOf(draft) } }), t)
    },
  })
}

function PlaylistEditor({ playlistId }: { playlistId: string | undefined }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const readOnly = !useCan()('plus.write')
  const [preview, setPreview] = useState(false)
  const form = usePlaylistForm(playlistId)
  const { draft, stored, query, change } = form
  const { query: displaysQuery, displays, total } = useDisplays()
  const overlaps = useMemo(() => (draft === undefined ? [] : overlapsOf(draft, stored, displays)), [draft, stored, displays])
  const save = async () => {
    const answer = await form.save()
    if (answer !== undefined && playlistId === undefined) void navigate({ to: paths.playlist(answer.id), search: {}, replace: true })
    // What is asked for with one save is not asked for with the next.
    else if (answer !== undefined && (draft?.front === true || draft?.remake === true)) await form.loadTheirs()
  }
  if (draft === undefined || (displaysQuery.data === undefined && displaysQuery.error === null))
    return query.error === null ? <ScreenWaits /> : <Problem query={query} />
  const { name, items, device } = draft
  const sizes = displays.flatMap(({ mac, screenWidth, screenHeight }) => (device.includes(mac) ? [`${screenWidth}x${screenHeight}`] : []))
  return (
    <div className={settingPageStyles.settingPage}>
      <PageHead>
        <h1>{playlistId === undefined ? t('playlists.create') : stored?.name}</h1>
        <span className={pageHeadStyles.sub}>
          {t('showSets.total', { time: lengthText(secondsOf(items)) })} · {t('timelines.displays', { count: device.length })}
        </span>
        <span className={helpers.grow} />
        <Button disabled={items.length === 0 || !(secondsOf(items) > 0)} onClick={() => setPreview(true)}>
          <IconPlayerPlay size={15} stroke={1.7} />
          {t('shows.preview.title')}
        </Button>
      </PageHead>
      <div className={styles.body}>
        <Problem query={query} />
        <Problem query={displaysQuery} />
        {stored !== undefined && stored.changed.length > 0 && (
          <Changed
            playlist={stored}
            readOnly={readOnly}
            remake={draft.remake}
            onRemake={(remake) => change((now) => ({ ...now, remake }))}
          />
        )}
        <div className={styles.side}>
          <TextInput
            className={styles.name}
            label={t('playlists.column.name')}
            value={name}
            maxLength={100}
            readOnly={readOnly}
            onChange={(event) => change((now) => ({ ...now, name: event.target.value }), 'name')}
            autoComplete="off"
            withAsterisk
          />
          <section aria-labelledby="playlist-items">
            <h2 id="playlist-items">{t('playlists.items')}</h2>
            <PlaylistItems
              items={items}
              readOnly={readOnly}
              onAdd={(added) => change((now) => withItems(now, added))}
              onMove={(from, to) => change((now) => ({ ...now, items: moved(now.items, from, to) }))}
              onSeconds={(key, duration) =>
                change(
                  (now) => ({ ...now, items: now.items.map((item) => (item.key === key ? { ...item, duration } : item)) }),
                  `duration:${key}`,
                )
              }
              onDrop={(key) => change((now) => ({ ...now, items: now.items.filter((item) => item.key !== key) }))}
            />
          </section>
          <When draft={draft} overlaps={overlaps} readOnly={readOnly} onChange={(part) => change((now) => ({ ...now, ...part }))} />
        </div>
        <section aria-labelledby="playlist-displays" className={styles.side}>
          <h2 id="playlist-displays">{t('playlists.displays')}</h2>
          <PlaylistDisplays
            id={playlistId}
            displays={displays}
            total={total}
            chosen={device}
            before={stored?.device ?? []}
            readOnly={readOnly}
            onChange={(chosen) => change((now) => ({ ...now, device: chosen }))}
          />
        </section>
      </div>
      <PageFormFoot form={form} readOnly={readOnly} onSave={() => void save()} isNew={playlistId === undefined} />
      {preview && <PlaylistPreview name={name} items={items} sizes={[...new Set(sizes)]} close={() => setPreview(false)} />}
    </div>
  )
}

interface WhenProps {
  draft: PlaylistDraft
  overlaps: readonly Overlap[]
  readOnly: boolean
  onChange: (part: Partial<PlaylistDraft>) => void
}
function When({ draft, overlaps, readOnly, onChange }: WhenProps) {
  const { t } = useTranslation()
  const { week, start, end, front } = draft
  const covered = overlaps.filter(({ covers }) => covers).reduce<Week>((all, one) => filled(all, one.week), never)
  return (
    <section aria-labelledby="playlist-when">
      <div className={styles.weekHead}>
        <h2 id="playlist-when">{t('playlists.when')}</h2>
        <b>{hoursText(week, t)}</b>
        {!readOnly && (
          <>
            <Button disabled={isAlways(week)} onClick={() => onChange({ week: always })}>
              {t('playlists.always')}
            </Button>
            <Button onClick={() => onChange({ week: never })}>{t('playlists.clear')}</Button>
          </>
        )}
      </div>
      <WeekHours week={week} covered={covered} readOnly={readOnly} onChange={(next) => onChange({ week: next })} />
      <p className={helpers.aside}>{t('playlists.weekHint')}</p>
      <Overlaps overlaps={overlaps} />
      {!readOnly && (front || overlaps.some(({ covers }) => covers)) && (
        <Tick
          label={t('playlists.front')}
          description={t('playlists.frontHint')}
          checked={front}
          onChange={() => onChange({ front: !front })}
        />
      )}
      <div className={fieldGridStyles.fieldGrid}>
        <DayField
          field="period.start"
          label={t('playlists.from')}
          value={start}
          readOnly={readOnly}
          onChange={(day) => onChange({ start: day.trim() })}
        />
        <DayField
          field="period.end"
          label={t('playlists.to')}
          value={end}
          readOnly={readOnly}
          onChange={(day) => onChange({ end: day.trim() })}
        />
      </div>
    </section>
  )
}
const filled = (all: Week, more: Week): Week =>
  more.reduce<Week>((sum, parts, day) => parts.reduce<Week>((one, part) => withArea(one, { days: [day], ...part }, true), sum), all)

/** Which playlists hold at the same time on chosen displays, and which of them is seen. */
function Overlaps({ overlaps }: { overlaps: readonly Overlap[] }) {
  const { t } = useTranslation()
  if (overlaps.length === 0) return null
  return (
    <ul className={styles.overlaps} aria-label={t('playlists.overlaps')}>
      {overlaps.map(({ other, week, covers, displays }) => (
        <li key={other.id}>
          <Link to={paths.playlist(other.id)} search={{}}>
            {other.name}
          </Link>{' '}
          {t(covers ? 'playlists.covers' : 'playlists.covered', { when: hoursText(week, t) })}{' '}
          <small>{t('timelines.displays', { count: displays })}</small>
        </li>
      ))}
    </ul>
  )
}

interface ChangedProps {
  playlist: Playlist
  readOnly: boolean
  remake: boolean
  onRemake: (remake: boolean) => void
}
/** What was made of the playlist was changed by hand, on the pages of shows, sets and timelines. */
function Changed({ playlist: { changed }, readOnly, remake, onRemake }: ChangedProps) {
  const { t } = useTranslation()
  const to = { show: paths.show, set: paths.set, timeline: paths.timelineSchedule }
  return (
    <Message className={messageStyles.note} role="status" style={{ display: 'block' }}>
      {t('playlists.changed')}{' '}
      {changed.map(({ kind, id, name }, place) => (
        <span key={`${kind} ${id}`}>
          {place > 0 && ', '}
          <Link to={to[kind](id)} search={{}}>
            {name}
          </Link>
        </span>
      ))}
      {!readOnly && (
        <Tick label={t('playlists.remake')} description={t('playlists.remakeHint')} checked={remake} onChange={() => onRemake(!remake)} />
      )}
    </Message>
  )
}
