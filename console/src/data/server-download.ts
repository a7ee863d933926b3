/** A file that the server makes: started, asked for every second until it has finished, then fetched by its link (specification 1 §4). */
import { CallError, type Client } from '@endcap/contract/client'
import { downloadPollMs, type DownloadCall } from '@endcap/contract/downloads'
import type { Contract } from '@endcap/contract'
import { useCallback, useEffect, useRef } from 'react'
import { useApi, useSession } from '../app/services.ts'
import { saveLink } from './save.ts'
import { useTransfers, type Job } from './transfers.ts'

/** Tasks that this tab waits for, by their ids with their titles: a reload of the page goes on with them. */
export interface Pending {
  read: () => Record<string, string>
  add: (taskId: string, title: string) => void
  remove: (taskId: string) => void
}

export function pendingOf(email: string, storage: Storage = sessionStorage): Pending {
  const key = `endcap.downloads.${email}`
  const read = (): Record<string, string> => {
    try {
      const stored: unknown = JSON.parse(storage.getItem(key) ?? '{}')
      return stored !== null && typeof stored === 'object'
        ? Object.fromEntries(Object.entries(stored).map(([id, title]) => [id, String(title)]))
        : {}
    } catch {
      return {}
    }
  }
  const write = (pending: Record<string, string>) => storage.setItem(key, JSON.stringify(pending))
  return {
    read,
    add: (taskId, title) => write({ ...read(), [taskId]: title }),
    remove: (taskId) => write(Object.fromEntries(Object.entries(read()).filter(([id]) => id !== taskId))),
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    const stop = () => {
      clearTimeout(timer)
      reject(new Error('cancelled'))
    }
    signal.addEventListener('abort', stop, { once: true })
  })

interface Options {
  api: Pick<Client<Contract>, 'downloads'>
  title: string
  pending: Pending
  save?: typeof saveLink
}

/**
 * `from`: what to ask for, or the id of a task that was started before. A failure ends the asking; when the server could not be reached,
 * trying again goes on with the same task.
 */
export function downloadJob(from: { body: DownloadCall } | { taskId: string }, { api, title, pending, save = saveLink }: Options): Job {
  let taskId = 'taskId' in from ? from.taskId : undefined
  async function wait(id: string, signal: AbortSignal, progress: (rows: number, total: number | null) => void) {
    for (;;) {
      const { finishedAt, link, fileName, rowsDone, rowsTotal } = await api.downloads.status({ params: { taskId: id } }, { signal })
      progress(rowsDone, rowsTotal)
      if (finishedAt !== null && link !== null) return { link, fileName: fileName ?? id, rows: rowsDone }
      await pause(downloadPollMs, signal)
    }
  }
  return {
    title,
    async run({ progress, signal }) {
      try {
        if (taskId === undefined && 'body' in from) {
          taskId = (await api.downloads.start({ body: from.body }, { signal })).taskId
          pending.add(taskId, title)
        }
        const id = taskId ?? ''
        const { link, fileName, rows } = await wait(id, signal, progress)
        pending.remove(id)
        save(link, fileName)
        return { fileName, rows }
      } catch (error) {
        const unreachable = error instanceof CallError && error.status === 0
        if (taskId !== undefined && !unreachable) {
          pending.remove(taskId)
          // The server would otherwise go on with a file that is not fetched.
          if (signal.aborted) await api.downloads.cancel({ params: { taskId } }).catch(() => undefined)
          taskId = undefined
        }
        throw error
      }
    },
  }
}

/** Starts downloads; progress, cancelling and failures are shown by the panel at the bottom right. */
export function useDownload(): (body: DownloadCall, title: string) => void {
  const api = useApi()
  const transfers = useTransfers()
  const { email } = useSession().user
  return useCallback(
    (body, title) => transfers.start(downloadJob({ body }, { api, title, pending: pendingOf(email) })),
    [api, transfers, email],
  )
}

/** Goes on with what was under way when the page was left. */
export function useResumedDownloads(): void {
  const api = useApi()
  const transfers = useTransfers()
  const { email } = useSession().user
  const done = useRef(false)
  useEffect(() => {
    if (done.current) return
    done.current = true
    const pending = pendingOf(email)
    for (const [taskId, title] of Object.entries(pending.read())) transfers.start(downloadJob({ taskId }, { api, title, pending }))
  }, [api, transfers, email])
}
