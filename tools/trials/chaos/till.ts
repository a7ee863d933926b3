/** What sends a store its prices: file after file, each again until it was taken, as such systems do. It knows what was accepted. */
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CallError } from '@endcap/contract/client'
import type { Random } from '@endcap/fleet/random'
import { eanOf, type ApiClient } from '../../../e2e/system.ts'
import type { Tally } from './tally.ts'

/** A file that is not taken for so long is a fault. */
const patienceMs = 240_000
const callMs = 60_000
const againMs = 500
/** Share of the products that a file gives another price. */
const share = 0.3

export type Way = 'upload' | 'inbox'
export interface Till {
  storeCode: string
  /** Another file so many milliseconds later, or behind those that still wait. */
  send(round: number, way: Way, afterMs: number): void
  /** When everything sent is accepted, or given up. */
  quiet(): Promise<void>
  /** Cents by product, as the accepted files say; each with all that it was before. */
  accepted: ReadonlyMap<string, number[]>
}

interface TillSetup {
  storeCode: string
  client: ApiClient
  /** The store's folder of the inbox. */
  folder: string
  random: Random
  /** Cents of each product at the beginning. */
  first: readonly number[]
  tally: Tally
}

export function createTill({ storeCode, client, folder, random, first, tally }: TillSetup): Till {
  const accepted = new Map(first.map((cents, index) => [eanOf(index), [cents]]))
  const drafts = new Map(first.map((cents, index) => [eanOf(index), cents]))
  let queue = Promise.resolve()

  /** New prices; the last one of a product is never given again at once. */
  function write(): Map<string, number> {
    const prices = new Map<string, number>()
    for (const [prCode, before] of drafts) {
      if (prices.size > 0 && !random.chance(share)) continue
      const cents = 100 + random.below(900)
      prices.set(prCode, cents === before ? cents + 1 : cents)
    }
    for (const [prCode, cents] of prices) drafts.set(prCode, cents)
    return prices
  }

  /** Answers why it was not taken, or nothing. */
  async function upload(name: string, text: string): Promise<string | undefined> {
    try {
      const file = { name, content: new Blob([text]) }
      const answer = await client.productFiles.upload({ body: { storeCode }, file }, { signal: AbortSignal.timeout(callMs) })
      tally.changedLabels += answer.tagCount
      return undefined
    } catch (error) {
      if (!(error instanceof CallError)) return 'no answer in a minute'
      if (error.status >= 400 && error.status < 500 && error.status !== 409 && error.status !== 429)
        tally.violate(`${storeCode}: ${name} was refused: ${error.message}`)
      return error.status === 0 ? 'no connection' : `${error.status} ${error.answer.code}`
    }
  }

  const filesOf = (place: string) => {
    const path = join(folder, place)
    return existsSync(path) ? readdirSync(path) : []
  }
  /** Puts it in and waits where it goes. */
  async function putIn(name: string, text: string, end: number): Promise<string | undefined> {
    writeFileSync(join(folder, `${name}.part`), text)
    renameSync(join(folder, `${name}.part`), join(folder, name))
    while (Date.now() < end) {
      if (filesOf('done').some((one) => one.endsWith(`-${name}`))) return undefined
      const log = filesOf('failed').find((one) => one.endsWith(`-${name}.log.txt`))
      if (log !== undefined && filesOf('failed').some((one) => one.endsWith(`-${name}`))) {
        tally.note(
          `${storeCode}: the inbox put ${name} into failed: ${readFileSync(join(folder, 'failed', log), 'utf8').replaceAll('\n', ' ')}`,
        )
        return 'put into failed'
      }
      await wait(200)
    }
    return 'not taken'
  }

  async function deliver(round: number, way: Way): Promise<void> {
    const prices = write()
    const text = ['PRODUCT_CODE,PRICE', ...[...prices].map(([prCode, cents]) => `${prCode},${(cents / 100).toFixed(2)}`)].join('\n')
    const begin = Date.now()
    for (let attempt = 1; Date.now() < begin + patienceMs; attempt++) {
      const name = `round-${round}-${attempt}.csv`
      const problem = way === 'upload' ? await upload(name, text) : await putIn(name, text, begin + patienceMs)
      if (problem === undefined) {
        for (const [prCode, cents] of prices) accepted.get(prCode)?.push(cents)
        tally.accepted(way, prices.size, (Date.now() - begin) / 1000)
        return
      }
      tally.repeated(way, problem)
      await wait(againMs)
    }
    tally.violate(`${storeCode}: the file of round ${round} was not accepted in ${patienceMs / 1000} s`)
  }

  return {
    storeCode,
    accepted,
    send: (round, way, afterMs) => {
      const due = wait(afterMs)
      queue = queue
        .then(() => due)
        .then(() => deliver(round, way))
        .catch((error: unknown) => tally.violate(`${storeCode}: ${String(error)}`))
    },
    quiet: () => queue,
  }
}
