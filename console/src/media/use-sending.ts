/** Files on their way up, one after the other: how far each is, and what came of it. */
import type { FilmTaken } from '@endcap/contract/films'
import { CallError } from '@endcap/contract/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { errorText } from '../app/services.ts'
import { cancelled, type Watched } from '../data/resume.ts'
import { sizeWord } from '../data/send.ts'
import { cannotPlay, versionText } from '../ui/film-words.ts'
import { notify } from '../ui/notify.ts'
import { measurePace } from './pace.ts'
import type { Entry } from './UploadEntries.tsx'

export interface Sending<Taken extends FilmTaken> {
  maxBytes: (file: File) => number
  send: (file: File, how: Watched) => Promise<Taken>
  /** Each file as it is there, in their order, before the next is sent. */
  onTaken?: (taken: Taken, signal: AbortSignal) => Promise<void>
}
/** `left`: the form was closed. */
type Outcome = 'sent' | 'refused' | 'cancelled' | 'left'
let ids = 0

type Translate = (key: string, options: { defaultValue: string; reason?: string }) => string
/** Why a file was not taken, in the person's language. */
function refusalText(error: unknown, t: Translate): string {
  const text = errorText(error, t)
  return error instanceof CallError ? t(`media.upload.refused.${error.answer.code}`, { defaultValue: text, reason: text }) : text
}

/** How many displays cannot play a film, and whether the server makes a version for them. Of H.265 in general, as long as some display has not said whether it can. */
function warningText(name: string, { warning, codec, playedOn, version }: FilmTaken, t: TFunction): string | undefined {
  const known = cannotPlay({ codec: codec ?? null, playedOn }, t)
  if (known !== undefined) return [`${name} – ${known}`, version && versionText(version, t)].filter(Boolean).join('. ')
  const isKnown = playedOn !== undefined && playedOn.unknown === 0 && playedOn.can > 0
  return warning === null || isKnown ? undefined : t('media.upload.hevc', { name })
}

/** Calls of `submit` follow one another. */
export function useSending<Taken extends FilmTaken>({ maxBytes, send, onTaken }: Sending<Taken>) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [entries, setEntries] = useState<readonly Entry[]>([])
  /** How many calls of `submit` are not over. */
  const [running, setRunning] = useState(0)
  const underWay = useRef<{ id: number; stop: AbortController }>(null)
  const cancelledIds = useRef(new Set<number>())
  const before = useRef<Promise<unknown>>(Promise.resolve())
  const [leaving] = useState(() => new AbortController())
  useEffect(() => () => leaving.abort(), [leaving])

  /** They wait behind those that stay. */
  const put = (files: readonly File[], retained: readonly Entry[]): readonly Entry[] => {
    const added = files.map((file): Entry => ({ id: ++ids, file, state: 'waiting', sent: 0 }))
    setEntries([...retained, ...added])
    return added
  }
  const change = (id: number, part: Partial<Entry>) =>
    setEntries((all) => all.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)))

  /** It is not sent, and what the server has of it goes. */
  const cancel = (id: number) => {
    if (underWay.current?.id === id) underWay.current.stop.abort(cancelled)
    cancelledIds.current.add(id)
    setEntries((all) => all.filter((entry) => entry.id !== id))
  }

  async function sendOne({ id, file }: Entry): Promise<Outcome> {
    if (leaving.signal.aborted) return 'left'
    if (cancelledIds.current.has(id)) return 'cancelled'
    const stop = new AbortController()
    underWay.current = { id, stop }
    const signal = AbortSignal.any([leaving.signal, stop.signal])
    const pace = measurePace(file.size)
    change(id, { state: 'sending', sent: 0 })
    try {
      const limit = maxBytes(file)
      if (file.size > limit) throw new Error(t('media.upload.tooLarge', { size: sizeWord(limit) }))
      const taken = await send(file, {
        onSent: (sent) => change(id, { sent, pace: pace.at(sent) }),
        onWaiting: (lost) => {
          if (lost) pace.restart()
          change(id, { state: lost ? 'lost' : 'sending' })
        },
        signal,
      })
      await onTaken?.(taken, signal)
      change(id, { state: 'done', sent: 1 })
      const warning = warningText(file.name, taken, t)
      if (warning !== undefined) void notify(warning, 'bad')
      return 'sent'
    } catch (error) {
      if (signal.aborted) return leaving.signal.aborted ? 'left' : 'cancelled'
      change(id, { state: 'refused', problem: refusalText(error, t) })
      return 'refused'
    }
  }

  async function sendAll(list: readonly Entry[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    try {
      for (const entry of list) outcomes.push(await sendOne(entry))
    } finally {
      await queries.invalidateQueries({ queryKey: ['signage'] })
    }
    return outcomes
  }
  /** Sends these, and says what came of each. */
  async function submit(list: readonly Entry[]): Promise<Outcome[]> {
    setRunning((count) => count + 1)
    try {
      const all = before.current.then(() => sendAll(list))
      before.current = all.catch(() => undefined)
      return await all
    } finally {
      setRunning((count) => count - 1)
    }
  }
  /** What is not on the server yet. */
  const open = entries.filter(({ state }) => state !== 'done')
  return { entries, open, busy: running > 0, put, cancel, submit }
}
