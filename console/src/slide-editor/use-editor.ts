/** Slides while they are edited: taken back and done again, saved by themselves, and reconciled with what others save meanwhile. */
import { CallError } from '@endcap/contract/client'
import type { UnplayableFilm } from '@endcap/contract/films'
import type { Slide } from '@endcap/signage/shows'
import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAutosave, type SaveState } from '../canvas/autosave.ts'
import { useUndo } from '../canvas/undo.ts'
import { useLatest } from '../ui/use-latest.ts'
import { changeSlide, fromShow, toShow, type EditorObject, type EditorSlide, type Slides } from './slides.ts'

export interface Stored {
  show: readonly Slide[]
  rev: string
  /** Films on the slides that displays cannot play. */
  warnings: readonly UnplayableFilm[]
}
export interface Source {
  /** Without `rev` whatever is there is written over. */
  save: (show: Slide[], how: { rev: string | undefined; keepalive: boolean }) => Promise<Pick<Stored, 'rev' | 'warnings'>>
  load: () => Promise<Stored>
}
interface Options {
  source: Source
  /** What was read when the editor opened. */
  first: Stored
  /** What was read last: others may have saved. */
  latest?: Stored | undefined
  /** Nothing is saved otherwise. */
  saves: boolean
  /** Others had saved, and their slides stand there now. */
  onTaken: () => void
}
export interface Editor extends Pick<Stored, 'warnings'> {
  slides: Slides
  slide: EditorSlide | undefined
  /** The one that is selected; undefined while there is none, or several. */
  object: EditorObject | undefined
  /** All that are selected, from back to front. */
  chosen: readonly EditorObject[]
  keys: ReadonlySet<string>
  selectSlide: (key: string) => void
  select: (keys: readonly string[]) => void
  set: (next: Slides | ((now: Slides) => Slides), group?: string) => void
  /** Of the slide that is selected. */
  change: (change: (slide: EditorSlide) => EditorSlide, group?: string) => void
  undo: () => void
  redo: () => void
  canUndo: boolean
  canRedo: boolean
  state: SaveState
  /** Another editor saved since: nothing of this was saved. */
  overtaken: boolean
  flush: () => Promise<void>
  takeTheirs: () => Promise<void>
  keepMine: () => void
}

/** Another editor has saved since. */
const isOvertaken = (error: unknown): boolean => error instanceof CallError && error.answer.code === 'slides-changed-since'

/** Those of the last save, until they are read anew: a display may say something else of itself than before. */
function useWarnings(first: Stored, latest: Stored | undefined) {
  const [warnings, setWarnings] = useState(first.warnings)
  const [known, setKnown] = useState(latest)
  if (known !== latest) {
    setKnown(latest)
    if (latest !== undefined) setWarnings(latest.warnings)
  }
  return [warnings, setWarnings] as const
}

/** Leaving with something that could not be saved is asked about first. */
function useLeaving({ flush, dirty, saves }: { flush: () => Promise<void>; dirty: () => boolean; saves: boolean }): void {
  const { t } = useTranslation()
  useBlocker({
    shouldBlockFn: async () => {
      await flush()
      return dirty() && !globalThis.confirm(t('common.unsaved'))
    },
    enableBeforeUnload: false,
    disabled: !saves,
  })
}

export function useEditor({ source, first, latest, saves, onTaken }: Options): Editor {
  const [begin] = useState(() => fromShow(first.show))
  const [warnings, setWarnings] = useWarnings(first, latest)
  const { value: slides, set, undo, redo, canUndo, canRedo } = useUndo<Slides>(begin)
  /** The slides that are saved, or on their way. */
  const sent = useRef(begin)
  const rev = useRef<string | undefined>(first.rev)
  /** Revisions that this editor has seen or made: an answer that comes late is not a change by another editor. */
  const seen = useRef(new Set([first.rev]))
  const {
    state,
    change: send,
    discard,
    dirty,
    flush,
  } = useAutosave<Slides>(
    async (value, { keepalive, immediate }) => {
      // Beside a save that is under way there is no telling which revision is there.
      const answer = await source.save(toShow(value), { rev: immediate === true ? undefined : rev.current, keepalive })
      rev.current = answer.rev
      seen.current.add(answer.rev)
      setWarnings(answer.warnings)
    },
    { stops: isOvertaken },
  )
  useEffect(() => {
    if (!saves || slides === sent.current) return
    sent.current = slides
    send(slides)
  }, [slides, saves, send])
  const take = useCallback(
    (stored: Stored) => {
      const theirs = fromShow(stored.show)
      sent.current = theirs
      rev.current = stored.rev
      seen.current.add(stored.rev)
      set(theirs)
      setWarnings(stored.warnings)
    },
    [set, setWarnings],
  )
  const onTakenRef = useLatest(onTaken)
  useEffect(() => {
    if (latest === undefined || seen.current.has(latest.rev) || dirty()) return
    take(latest)
    onTakenRef.current()
  }, [latest, dirty, take, onTakenRef])
  useLeaving({ flush, dirty, saves })
  const [at, setAt] = useState<{ key: string | undefined; index: number }>({ key: begin[0]?.key, index: 0 })
  const [selected, select] = useState<readonly string[]>([])
  const found = slides.findIndex(({ key }) => key === at.key)
  const index = found < 0 ? Math.min(at.index, slides.length - 1) : found
  const slide = slides[index]
  const slideKey = slide?.key
  const chosen = useMemo(() => slide?.object.filter(({ key }) => selected.includes(key)) ?? [], [slide, selected])
  const keys = useMemo(() => new Set(chosen.map(({ key }) => key)), [chosen])
  const change = useCallback(
    (change: (slide: EditorSlide) => EditorSlide, group?: string) => {
      if (slideKey !== undefined) set((now) => changeSlide(now, slideKey, change), group)
    },
    [set, slideKey],
  )
  return {
    slides,
    warnings,
    slide,
    set,
    change,
    state,
    overtaken: state.state === 'failed' && isOvertaken(state.error),
    flush,
    object: chosen.length === 1 ? chosen[0] : undefined,
    chosen,
    keys,
    select,
    selectSlide: useCallback(
      (key: string) => {
        setAt({ key, index: slides.findIndex((one) => one.key === key) })
        select([])
      },
      [slides],
    ),
    undo,
    redo,
    canUndo,
    canRedo,
    takeTheirs: async () => {
      const stored = await source.load()
      discard()
      take(stored)
    },
    keepMine: () => {
      rev.current = undefined
      void flush()
    },
  }
}
