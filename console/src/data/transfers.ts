/** What is being downloaded: files that the server makes and lists that are written here. Lives as long as the session. */
import { createContext, useContext, useSyncExternalStore } from 'react'

export interface Saved {
  fileName: string
  rows: number
  /** Rows there were, when not all of them are in the file. */
  of?: number
}
export interface Transfer {
  id: number
  title: string
  state: 'running' | 'done' | 'failed'
  rows: number
  /** Null until it is known. */
  total: number | null
  saved?: Saved
  error?: unknown
}
export interface Work {
  progress: (rows: number, total: number | null) => void
  /** Aborted when the person cancels. */
  signal: AbortSignal
}
export interface Job {
  title: string
  /** Resolves when the file is saved. Called again when the person tries again after a failure. */
  run: (work: Work) => Promise<Saved>
}

export interface Transfers {
  list: () => readonly Transfer[]
  subscribe: (listener: () => void) => () => void
  start: (job: Job) => void
  cancel: (id: number) => void
  retry: (id: number) => void
  dismiss: (id: number) => void
}

export function createTransfers(): Transfers {
  let list: readonly Transfer[] = []
  let lastId = 0
  const jobs = new Map<number, { job: Job; stop: AbortController }>()
  const listeners = new Set<() => void>()
  const set = (next: readonly Transfer[]) => {
    list = next
    for (const listener of listeners) listener()
  }
  const change = (id: number, part: Partial<Transfer>) => set(list.map((one) => (one.id === id ? { ...one, ...part } : one)))
  const remove = (id: number) => {
    jobs.delete(id)
    set(list.filter((one) => one.id !== id))
  }
  const run = (id: number, job: Job) => {
    const stop = new AbortController()
    jobs.set(id, { job, stop })
    job.run({ signal: stop.signal, progress: (rows, total) => change(id, { rows, total }) }).then(
      (saved) => change(id, { state: 'done', saved }),
      (error: unknown) => {
        if (!stop.signal.aborted) change(id, { state: 'failed', error })
      },
    )
  }
  return {
    list: () => list,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: (job) => {
      const id = ++lastId
      set([...list, { id, title: job.title, state: 'running', rows: 0, total: null }])
      run(id, job)
    },
    cancel: (id) => {
      jobs.get(id)?.stop.abort()
      remove(id)
    },
    retry: (id) => {
      const known = jobs.get(id)
      if (known === undefined) return
      change(id, { state: 'running', rows: 0, total: null, error: undefined })
      run(id, known.job)
    },
    dismiss: remove,
  }
}

export const TransfersContext = createContext<Transfers | undefined>(undefined)

export function useTransfers(): Transfers {
  const transfers = useContext(TransfersContext)
  if (transfers === undefined) throw new Error('Used outside of the application')
  return transfers
}
export function useTransferList(): readonly Transfer[] {
  const transfers = useTransfers()
  return useSyncExternalStore(transfers.subscribe, transfers.list)
}
