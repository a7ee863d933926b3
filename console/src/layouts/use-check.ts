/** The newest check of a drawing: asked for again while it runs, started, ended. */
import type { LayoutCheck } from '@endcap/contract/layout-checks'
import type { OpenDrawing } from '@endcap/contract/layout-drawings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { refusalOf } from '../ui/drawings.ts'
import { paceOf, type Seen } from './pace.ts'

const pollMs = 1000

/** `newest`: what stands on the server now is checked, not what was read before. */
export function useCheck({ drawingId, rev }: Pick<OpenDrawing, 'drawingId' | 'rev'>, { newest = false } = {}) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: ['layouts', '', 'check', drawingId],
    queryFn: async ({ signal }) => (await api.layouts.readCheck({ params: { drawingId } }, { signal })).check,
    refetchInterval: ({ state }) => (state.data?.state === 'RUNNING' ? pollMs : false),
  })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(refusalOf(error, t).error)
    } finally {
      setBusy(false)
      await queries.invalidateQueries({ queryKey: ['layouts'] })
    }
  }
  const check = query.data
  return {
    query,
    check,
    busy,
    problem,
    /** It went through, for the draft as it is now. */
    holds: check?.state === 'DONE' && check.rev === rev,
    start: () =>
      act(async () => {
        const params = { drawingId }
        await api.layouts.startCheck({ params, body: { rev: newest ? (await api.layouts.read({ params })).rev : rev } })
      }),
    cancel: () => act(() => api.layouts.cancelCheck({ params: { drawingId }, body: {} })),
  }
}

/** From what has been seen of a check since this screen opened. `at`: when the check stood like this, milliseconds. */
export function usePace({ checkId, checked, total }: LayoutCheck, at: number): ReturnType<typeof paceOf> {
  const now: Seen = { at, checked }
  const [seen, setSeen] = useState({ checkId, first: now, last: now })
  if (seen.checkId !== checkId) setSeen({ checkId, first: now, last: now })
  else if (seen.last.checked !== checked) setSeen({ ...seen, last: now })
  return paceOf(seen.first, seen.last, total)
}
