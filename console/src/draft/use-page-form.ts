/**
 * A form that is a page, over something that others may save meanwhile: nothing that was typed is lost, and nothing of theirs is overwritten
 * without being asked for. Used for shows, sets, timelines and rules of layouts.
 */
import { CallError } from '@endcap/contract/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { LiveDomain } from '../app/changed.ts'
import { useUndo } from '../canvas/undo.ts'

/** Why something cannot be saved, with the title that the specification gives it. */
export class Refusal extends Error {
  readonly title: string | undefined
  constructor(text: string, title?: string) {
    super(text)
    this.title = title
  }
}

interface Stored {
  id: string
  /** Epoch seconds, or anything else that grows with each save. */
  updatedAt: number
}
interface Options<S extends Stored, D extends object> {
  /** Absent for a new one. */
  id: string | undefined
  /** Of what it is: `show`, `set`, `timeline`. */
  kind: string
  live?: LiveDomain
  load: (id: string, signal: AbortSignal) => Promise<S>
  toDraft: (stored: S) => D
  /** What a new one begins with; undefined until it is known. */
  begin: D | undefined
  /** What comes of a draft that is saved, such as without what has no effect. */
  normalise?: (draft: D) => D
  /** Throws a `Refusal` for what the server need not be asked about. */
  save: (draft: D, base: { id?: string; updatedAt?: number }) => Promise<Stored>
}
export const isOvertaken = (problem: unknown): boolean => problem instanceof CallError && problem.answer.code === 'changed-meanwhile'

export function usePageForm<S extends Stored, D extends object>({
  id,
  kind,
  live = 'signage',
  load,
  toDraft,
  begin,
  normalise = asIs,
  save,
}: Options<S, D>) {
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: [live, '', kind, id],
    queryFn: ({ signal }) => load(id ?? '', signal),
    enabled: id !== undefined,
  })
  // `undefined` until something is known: the history cannot hold that.
  const [base, setBase] = useState<{ draft: D; updatedAt?: number }>()
  const history = useUndo<{ draft: D | undefined }>({ draft: undefined })
  const { draft } = history.value
  const changed = useMemo(
    () => base !== undefined && draft !== base.draft && JSON.stringify(draft) !== JSON.stringify(base.draft),
    [draft, base],
  )
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const [saved, setSaved] = useState(false)
  // Read when the page is left, which may be right behind saving.
  const dirty = useRef(false)
  useEffect(() => void (dirty.current = changed), [changed])
  const adopt = (next: D, updatedAt: number | undefined) => {
    setBase({ draft: next, ...(updatedAt !== undefined && { updatedAt }) })
    history.reset({ draft: next })
    setProblem(undefined)
  }

  const stored = query.data
  const isNewer = stored !== undefined && (base === undefined || stored.updatedAt > (base.updatedAt ?? 0))
  useEffect(() => {
    if (id === undefined) {
      if (base === undefined && begin !== undefined) adopt(begin, undefined)
    } else if (isNewer && !changed) adopt(toDraft(stored), stored.updatedAt)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when something else is known
  }, [id, begin, stored, isNewer, changed])

  const send = async (updatedAt: number | undefined): Promise<Stored | undefined> => {
    if (draft === undefined) return undefined
    setBusy(true)
    setProblem(undefined)
    try {
      const sent = normalise(draft)
      const answer = await save(sent, { ...(id !== undefined && { id }), ...(updatedAt !== undefined && { updatedAt }) })
      dirty.current = false
      setBase({ draft: sent, updatedAt: answer.updatedAt })
      // What was changed while it was being saved stays.
      history.set((now) => (now.draft === draft && sent !== draft ? { draft: sent } : now))
      setSaved(true)
      await queries.invalidateQueries({ queryKey: [live] })
      return answer
    } catch (error) {
      setProblem(error)
      if (isOvertaken(error)) void query.refetch()
      return undefined
    } finally {
      setBusy(false)
    }
  }
  const settle = () => setProblem(stillAsked)
  return {
    query,
    stored,
    draft,
    changed,
    busy,
    problem,
    saved: saved && !changed,
    /** Another editor saved it since it was opened, or has just done so. */
    overtaken: isOvertaken(problem) || (changed && isNewer && base !== undefined),
    dirty,
    change: (next: D | ((now: D) => D), group?: string) => {
      settle()
      history.set((now) => (now.draft === undefined ? now : { draft: typeof next === 'function' ? next(now.draft) : next }), group)
    },
    undo: inTurn(settle, history.undo),
    redo: inTurn(settle, history.redo),
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    save: () => send(base?.updatedAt),
    /** Over what another editor saved. */
    saveMine: async () => send((await query.refetch()).data?.updatedAt),
    loadTheirs: async () => {
      const { data } = await query.refetch()
      if (data !== undefined) adopt(toDraft(data), data.updatedAt)
    },
    discard: () => {
      if (base !== undefined) history.set({ draft: base.draft })
      setProblem(undefined)
    },
  }
}
/** A refusal was about what stood there; whose version holds is asked until that is said. */
const stillAsked = (problem: unknown) => (isOvertaken(problem) ? problem : undefined)
const inTurn = (first: () => void, then: () => void) => () => {
  first()
  then()
}
const asIs = <D>(draft: D): D => draft
