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
import { notify, notifyDone } from '../ui/notify.ts'
import { measurePace } from './pace.ts'
import type { Entry } from './UploadEntries.tsx'

export interface Sending {
  /** One takes the place of another. */
  single: boolean
  maxFiles: number
  maxBytes: (file: File) => number
  send: (file: File, how: Watched) => Promise<FilmTaken>
  /** All were sent. */
  over: () => void
}
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

export function useSending({ single, maxFiles, maxBytes, send, over }: Sending) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const [leftOut, setLeftOut] = useState(0)
  const [busy, setBusy] = useState(false)
  const leaving = useRef<AbortController>(null)
  const underWay = useRef<{ id: number; stop: AbortController }>(null)
  const cancelledIds = useRef(new Set<number>())
  useEffect(() => () => leaving.current?.abort(), [])
  const open = entries.filter(({ state }) => state !== 'done')

  const add = (files: readonly File[]) => {
    if (busy) return
    const retained = single ? [] : open
    const taken = files.slice(0, maxFiles - retained.length)
    setLeftOut(files.length - taken.length)
    setEntries([...retained, ...taken.map((file): Entry => ({ id: ++ids, file, state: 'waiting', sent: 0 }))])
  }
  const change = (id: number, part: Partial<Entry>) =>
    setEntries((before) => before.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)))

  /** It is not sent, and what the server has of it goes. */
  const cancel = (id: number) => {
    if (underWay.current?.id === id) underWay.current.stop.abort(cancelled)
    cancelledIds.current.add(id)
    setEntries((before) => before.filter((entry) => entry.id !== id))
  }

  /** What came of it; `left`: it was cancelled, or the dialog was closed. */
  async function sendOne({ id, file }: Entry, leave: AbortSignal): Promise<'sent' | 'refused' | 'left'> {
    if (cancelledIds.current.has(id)) return 'left'
    const stop = new AbortController()
    underWay.current = { id, stop }
    const signal = AbortSignal.any([leave, stop.signal])
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
      change(id, { state: 'done', sent: 1 })
      const warning = warningText(file.name, taken, t)
      if (warning !== undefined) void notify(warning, 'bad')
      return 'sent'
    } catch (error) {
      if (signal.aborted) return 'left'
      change(id, { state: 'refused', problem: refusalText(error, t) })
      return 'refused'
    }
  }

  async function submit() {
    setBusy(true)
    const leave = new AbortController()
    leaving.current = leave
    const results: ('sent' | 'refused' | 'left')[] = []
    try {
      for (const entry of open) if (!leave.signal.aborted) results.push(await sendOne(entry, leave.signal))
    } finally {
      setBusy(false)
      await queries.invalidateQueries({ queryKey: ['signage'] })
    }
    const count = results.filter((result) => result === 'sent').length
    if (leave.signal.aborted || results.includes('refused') || count === 0) return
    void notifyDone(t, t('state.done.uploaded', { count }))
    over()
  }
  return { entries, open, leftOut, busy, add, cancel, submit }
}
