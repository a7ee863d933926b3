/**
 * Decoder processes: each reads one file that any account may have sent (pictures, films, archives) with limits to its time and memory, and is
 * ended. No store and no account holds all of them, and who was served least lately comes first.
 */
import type { Logger } from 'pino'
import { availableParallelism, totalmem } from 'node:os'
import { ApiError, tooMany, unavailable } from '../base/errors.ts'
import type { DecodeJob, FileKind, Findings } from './jobs.ts'
import { startDecoder, type Limits } from './process.ts'

/** Who a file is from: a store, where it is for one, and an account. */
export interface Sender {
  storeCode?: string | undefined
  account: string
}
export interface Decoders {
  /** Throws a 400 that says what is wrong with the file, or which limit it went beyond; a 429 when too many of the account wait. */
  decode<K extends FileKind>(job: DecodeJob<K>, from: Sender): Promise<Findings[K]>
  /** Ends all that is at work; its files are refused as not looked at. */
  stop(): Promise<void>
}
export interface DecoderOptions extends Partial<Limits> {
  log: Logger
  /** Processes at once. */
  places?: number
  /** Called with each file whose process has begun to read it; for tests. */
  onBegin?: (from: Sender) => void
}

/** A picture of 50 million pixels that is interlaced needs some 400 MB. */
export const decoderLimits: Limits = { seconds: 20, megabytes: 600, patience: 4 }
/** Files of one account that wait: two windows that send ten each. */
const maxPerAccount = 20
/** Files that wait all together. */
const maxWaiting = 500

interface Waiting {
  from: Sender
  start: () => Promise<void>
  refuse: (error: Error) => void
}

/** At least two, and no more than may fill half of the machine's memory. */
export const placesFor = (megabytes: number, memory = totalmem(), cores = availableParallelism()): number =>
  Math.max(2, Math.min(cores + 2, 6, Math.floor(memory / 2 / (megabytes * 1_000_000))))

export function createDecoders({ log, onBegin, ...given }: DecoderOptions): Decoders {
  const limits = { ...decoderLimits, ...given }
  const places = Math.max(2, given.places ?? placesFor(limits.megabytes))
  const queue: Waiting[] = []
  const running = new Set<Sender>()
  const ends = new Set<() => void>()
  /** When each sender was last given a place, as a number that grows; forgotten when it has nothing here. */
  const served = new Map<string, number>()
  let [count, stopped] = [0, false]

  /** One file of a store at a time, and one place is never an account's. */
  const mayBegin = ({ storeCode, account }: Sender) =>
    (storeCode === undefined || ![...running].some((one) => one.storeCode === storeCode)) &&
    [...running].filter((one) => one.account === account).length < places - 1
  const keyOf = ({ storeCode = '', account }: Sender) => `${storeCode}\0${account}`
  const lastOf = ({ from }: Waiting) => served.get(keyOf(from)) ?? 0

  function pump(): void {
    while (!stopped && running.size < places) {
      const [next] = queue.filter(({ from }) => mayBegin(from)).toSorted((a, b) => lastOf(a) - lastOf(b))
      if (next === undefined) return
      queue.splice(queue.indexOf(next), 1)
      const key = keyOf(next.from)
      running.add(next.from)
      served.set(key, ++count)
      void next.start().finally(() => {
        running.delete(next.from)
        if (![...running, ...queue.map((one) => one.from)].some((one) => keyOf(one) === key)) served.delete(key)
        pump()
      })
    }
  }

  async function read<K extends FileKind>(job: DecodeJob<K>, from: Sender): Promise<Findings[K]> {
    const decoder = startDecoder(job, { ...limits, log, onBegin: () => onBegin?.(from) })
    ends.add(decoder.stop)
    try {
      const answer = await decoder.answer
      if ('found' in answer) return answer.found
      throw new ApiError(400, answer.refused)
    } finally {
      ends.delete(decoder.stop)
      await decoder.ended
    }
  }

  return {
    decode: (job, from) =>
      new Promise((resolve, refuse) => {
        if (stopped) return refuse(unavailable('The server is stopping.'))
        if (queue.filter((one) => one.from.account === from.account).length >= maxPerAccount) return refuse(tooMany(10))
        if (queue.length >= maxWaiting) return refuse(unavailable('Too many files wait to be looked at. Try again.'))
        // A sender of its own: two files of one store are two.
        queue.push({ from: { ...from }, refuse, start: () => read(job, from).then(resolve, refuse) })
        pump()
      }),
    stop: async () => {
      stopped = true
      for (const one of queue.splice(0)) one.refuse(unavailable('The server is stopping.'))
      for (const end of ends) end()
      while (running.size > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    },
  }
}
