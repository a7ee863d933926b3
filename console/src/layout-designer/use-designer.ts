/** A drawing while it is edited: taken back and done again, saved by itself, and reconciled with what others save meanwhile. */
import { CallError } from '@endcap/contract/client'
import type { OpenDrawing } from '@endcap/contract/layout-drawings'
import { readLayout, type LayoutDefinition, type LayoutProblem } from '@endcap/label/layout'
import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAutosave, type SaveState } from '../canvas/autosave.ts'
import { useUndo } from '../canvas/undo.ts'
import { useLatest } from '../ui/use-latest.ts'
import {
  changeElements,
  elementsIn,
  fromDefinition,
  pageOf,
  scopeOf,
  toDefinition,
  withKeysOf,
  type EditorElement,
  type EditorLayout,
  type EditorPage,
  type Scope,
} from './model.ts'

export interface Source {
  save: (definition: LayoutDefinition, how: { rev: number; keepalive: boolean }) => Promise<{ rev: number }>
  load: () => Promise<OpenDrawing>
}
interface Options {
  source: Source
  first: { rev: number; definition: LayoutDefinition }
  /** What was read last: others may have saved. */
  latest: OpenDrawing
  readOnly: boolean
  /** Which page is open, counted from 0. */
  page: number
  onPage: (page: number) => void
  /** Others had saved, and theirs stands there now. */
  onTaken: (by: string) => void
}
export interface Designer {
  layout: EditorLayout
  page: EditorPage
  scope: Scope
  /** What can be selected now: the page's, or those inside of the repeat that was entered. */
  elements: readonly EditorElement[]
  /** What is selected, from back to front. */
  chosen: readonly EditorElement[]
  keys: ReadonlySet<string>
  select: (keys: readonly string[]) => void
  /** Wherever it is. */
  selectElement: (key: string) => void
  selectPage: (key: string) => void
  /** By place, counted from 0: for a page that comes to be with the next change. */
  openPage: (place: number) => void
  /** Into a repeat, or out of it. */
  enter: (repeat: string | undefined) => void
  set: (next: EditorLayout | ((now: EditorLayout) => EditorLayout), group?: string) => void
  /** Of what can be selected now. */
  change: (change: (elements: readonly EditorElement[]) => readonly EditorElement[], group?: string) => void
  undo: () => void
  redo: () => void
  canUndo: boolean
  canRedo: boolean
  /** `wrong`: nothing is saved while something is wrong. */
  state: SaveState | { state: 'wrong' }
  /** What keeps the layout from being drawn and saved. */
  problems: readonly LayoutProblem[]
  /** Another editor saved since: nothing of this was saved. */
  overtaken: { theirs: OpenDrawing | undefined } | undefined
  flush: () => Promise<void>
  takeTheirs: () => Promise<void>
  keepMine: () => Promise<void>
  /** Revision of what was saved last. */
  rev: () => number
  /** What stands on the server now takes the place of this; it can be taken back. */
  reload: () => Promise<void>
}

const isOvertaken = (error: unknown): boolean => error instanceof CallError && error.answer.code === 'changed-meanwhile'

/** What a draft consists of; throws for one that this console cannot read. */
export function definitionOf({ draft }: Pick<OpenDrawing, 'draft'>): LayoutDefinition {
  const read = readLayout(draft)
  if ('layout' in read) return read.layout
  throw new Error(read.problems.map(({ path, message }) => `${path} ${message}`.trim()).join('; '))
}

export function useDesigner({ source, first, latest, readOnly, page: pageNumber, onPage, onTaken }: Options): Designer {
  const { t } = useTranslation()
  const [begin] = useState(() => fromDefinition(first.definition))
  const history = useUndo<EditorLayout>(begin)
  const { value: layout, set } = history
  /** What is saved, or on its way. */
  const [submitted, setSubmitted] = useState(begin)
  /** What was given to be saved last, or stands on the server. */
  const sent = useRef(begin)
  const rev = useRef(first.rev)
  const saving = useRef(false)
  const autosave = useAutosave<EditorLayout>(
    async (value, { keepalive, immediate }) => {
      // Beside a save that is under way: behind it.
      const base = rev.current + (immediate === true && saving.current ? 1 : 0)
      saving.current = true
      try {
        const answer = await source.save(toDefinition(value), { rev: base, keepalive })
        rev.current = Math.max(rev.current, answer.rev)
      } finally {
        saving.current = false
      }
    },
    { stops: isOvertaken },
  )
  const { state, change: send, discard, dirty, flush } = autosave
  const problems = useMemo(() => {
    const read = readLayout(toDefinition(layout))
    return 'problems' in read ? read.problems : []
  }, [layout])
  const isWrong = problems.length > 0
  if (!readOnly && !isWrong && layout !== submitted) setSubmitted(layout)
  useEffect(() => {
    if (submitted === sent.current) return
    sent.current = submitted
    send(submitted)
  }, [submitted, send])

  const mine = useLatest(layout)
  const take = useCallback(
    (drawing: OpenDrawing) => {
      // What is selected stays selected where it is still there.
      const theirs = withKeysOf(fromDefinition(definitionOf(drawing)), mine.current)
      sent.current = theirs
      rev.current = drawing.rev
      setSubmitted(theirs)
      set(theirs)
    },
    [set, mine],
  )
  const onTakenRef = useLatest(onTaken)
  const unsaved = !readOnly && layout !== submitted
  useEffect(() => {
    // What is being saved decides whether theirs is taken: looked at again when that is done.
    if (latest.rev <= rev.current || state.state === 'saving' || dirty() || unsaved) return
    take(latest)
    onTakenRef.current(latest.draftBy ?? '')
  }, [latest, state.state, unsaved, dirty, take, onTakenRef])

  const isBehind = state.state === 'failed' && isOvertaken(state.error)
  const [theirs, setTheirs] = useState<OpenDrawing>()
  const load = useLatest(source.load)
  useEffect(() => {
    if (!isBehind) return
    // Who it was is said as soon as it is known.
    load.current().then(setTheirs, () => undefined)
    return () => setTheirs(undefined)
  }, [isBehind, load])
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false
      await flush()
      return (dirty() || (isWrong && unsaved)) && !globalThis.confirm(t('common.unsaved'))
    },
    enableBeforeUnload: () => isWrong && unsaved,
    disabled: readOnly,
  })

  const place = Math.max(0, Math.min(pageNumber, layout.pages.length - 1))
  const page = layout.pages[place]!
  const [chosen, setChosen] = useState<{ keys: readonly string[]; repeat: string | undefined }>({ keys: [], repeat: undefined })
  const repeat = page.elements.some((one) => one.key === chosen.repeat && one.type === 'repeat') ? chosen.repeat : undefined
  const scope = useMemo<Scope>(() => ({ page: page.key, repeat }), [page.key, repeat])
  const elements = elementsIn(layout, scope)
  const keys = useMemo(() => new Set(chosen.keys.filter((key) => elements.some((one) => one.key === key))), [chosen.keys, elements])
  const reload = async () => {
    const stored = await source.load()
    discard()
    take(stored)
  }
  return {
    layout,
    page,
    scope,
    elements,
    keys,
    set,
    problems,
    flush,
    reload,
    chosen: elements.filter((one) => keys.has(one.key)),
    select: useCallback((keys) => setChosen((now) => ({ ...now, keys })), []),
    selectElement: (key) => {
      const found = scopeOf(layout, key)
      if (found === undefined) return
      onPage(layout.pages.findIndex((one) => one.key === found.page))
      setChosen({ keys: [key], repeat: found.repeat })
    },
    selectPage: (key) => {
      onPage(layout.pages.findIndex((one) => one.key === key))
      setChosen({ keys: [], repeat: undefined })
    },
    openPage: (next) => {
      onPage(next)
      setChosen({ keys: [], repeat: undefined })
    },
    enter: (next) => setChosen((now) => ({ keys: next === undefined && now.repeat !== undefined ? [now.repeat] : [], repeat: next })),
    change: useCallback(
      (change, group) => set((now) => (pageOf(now, scope.page) === undefined ? now : changeElements(now, scope, change)), group),
      [set, scope],
    ),
    undo: history.undo,
    redo: history.redo,
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    state: unsaved && isWrong ? { state: 'wrong' } : state,
    overtaken: isBehind ? { theirs } : undefined,
    takeTheirs: reload,
    keepMine: async () => {
      rev.current = (await source.load()).rev
      await flush()
    },
    rev: () => rev.current,
  }
}
