/**
 * Upgrade files on their way to the server: at most ten, one after the other, in parts. A lost connection is waited for, and the file goes on
 * where it was. The queue outlives its screen, so that it goes on while another screen is open.
 */
import { CallError } from '@endcap/contract/client'
import { uploadPartBytes, upgradeQueueLength, type UpgradeFile } from '@endcap/contract/software'
import type { Services } from '../app/services.ts'

type Api = Services['api']
export interface Queued {
  id: number
  file: File
  /** `lost`: the server cannot be reached; it is tried again. `checking`: all of it is there. */
  state: 'waiting' | 'sending' | 'lost' | 'checking' | 'done' | 'refused'
  /** Bytes that the server has. */
  sent: number
  problem?: unknown
  /** Its check had begun when the connection was lost. */
  wasChecking?: boolean
  result?: UpgradeFile
}
export interface UploadQueue {
  list(): readonly Queued[]
  subscribe(listener: () => void): () => void
  /** Answers how many found no room. */
  add(files: readonly File[]): number
  remove(id: number): void
  again(id: number): void
}

const longestPauseMs = 10_000
const over = new Set<Queued['state']>(['done', 'refused'])
/** The same for the same file, also after the page was loaded anew: the server still has its parts. */
const keyOf = ({ name, size, lastModified }: File) => `${name.slice(-100)}-${size}-${lastModified}`
const isPassing = (error: unknown) =>
  error instanceof CallError &&
  (error.status === 0 || error.status === 429 || error.status >= 500 || /^upload-(offset|incomplete)$/.test(error.answer.code))

/** Waits, but not longer than until the network is back. */
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    addEventListener('online', done)
  })

export function createUploadQueue(api: Api): UploadQueue {
  let queue: readonly Queued[] = []
  let running = false
  let abort = new AbortController()
  const listeners = new Set<() => void>()
  const notifyListeners = () => {
    for (const listener of listeners) listener()
  }
  const change = (id: number, more: Partial<Queued>) => {
    queue = queue.map((one) => (one.id === id ? { ...one, ...more } : one))
    notifyListeners()
  }

  async function attemptUpload({ id, file }: Queued, wasChecking: boolean, signal: AbortSignal): Promise<UpgradeFile> {
    if (file.size === 0) throw new CallError(400, { code: 'upgrade-structure', message: 'The file is empty.' })
    const params = { uploadKey: keyOf(file) }
    let { received } = await api.software.uploadState({ params }, { signal })
    if (wasChecking && received === 0) {
      // Its check was over, and the answer got lost.
      const known = (await api.software.files({}, { signal })).fileList.find((one) => one.fileName === file.name)
      if (known !== undefined) return known
    }
    change(id, { state: 'sending', sent: received })
    while (received < file.size) {
      const content = file.slice(received, received + uploadPartBytes)
      const body = { offset: String(received), bytes: String(file.size) }
      ;({ received } = await api.software.uploadPart({ params, body, file: { name: 'part', content } }, { signal }))
      change(id, { state: 'sending', sent: received })
    }
    change(id, { state: 'checking' })
    return (await api.software.finishUpload({ params, body: { fileName: file.name } }, { signal })).file
  }

  async function send(entry: Queued, signal: AbortSignal): Promise<void> {
    for (let failures = 0; ; failures++) {
      const before = queue.find((one) => one.id === entry.id)
      if (before === undefined) return
      try {
        const result = await attemptUpload(entry, before.wasChecking === true, signal)
        change(entry.id, { state: 'done', sent: entry.file.size, result })
        return
      } catch (error) {
        const now = queue.find((one) => one.id === entry.id)
        if (signal.aborted || now === undefined) return
        if (!isPassing(error)) {
          change(entry.id, { state: 'refused', problem: error })
          return
        }
        change(entry.id, { state: 'lost', wasChecking: now.state === 'checking' })
        await pause(Math.min(longestPauseMs, 500 * 2 ** failures))
      }
    }
  }

  async function run() {
    if (running) return
    running = true
    for (;;) {
      const next = queue.find((one) => one.state === 'waiting')
      if (next === undefined) break
      abort = new AbortController()
      await send(next, abort.signal)
    }
    running = false
  }

  let ids = 0
  return {
    list: () => queue,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    add: (files) => {
      const open = queue.filter((one) => !over.has(one.state))
      const taken = files.slice(0, upgradeQueueLength - open.length)
      const room = upgradeQueueLength - open.length - taken.length
      // What is over makes room, the oldest first.
      const retained = room === 0 ? [] : queue.filter((one) => over.has(one.state)).slice(-room)
      queue = [...retained, ...open, ...taken.map((file): Queued => ({ id: ++ids, file, state: 'waiting', sent: 0 }))]
      notifyListeners()
      void run()
      return files.length - taken.length
    },
    remove: (id) => {
      const entry = queue.find((one) => one.id === id)
      queue = queue.filter((one) => one.id !== id)
      notifyListeners()
      if (entry === undefined || over.has(entry.state) || entry.state === 'waiting') return
      abort.abort()
      void api.software.cancelUpload({ params: { uploadKey: keyOf(entry.file) } }).catch(() => undefined)
    },
    again: (id) => {
      change(id, { state: 'waiting', sent: 0 })
      void run()
    },
  }
}

const queues = new WeakMap<Api, UploadQueue>()
/** The one queue of this page. */
export function queueOf(api: Api): UploadQueue {
  const queue = queues.get(api) ?? createUploadQueue(api)
  queues.set(api, queue)
  return queue
}
