/** Checks a store's file as a whole before anything is changed: every line by itself, and what lines say of each other and of this server. */
import type { Db } from '../../platform/db/schema.ts'
import { kinds, readLine, type Kind, type Line } from './lines.ts'
import { tagsOfOtherStores } from './store-moves.queries.ts'

/** Wrong lines that are told. */
const maxReportedErrors = 100
/** Characters of a line at most. */
const longestLine = 1_000_000
const batchSize = 500

export interface CheckedFile {
  lines: number
  errors: string[]
  errorCount: number
}
type Staged = { line: number; kind: Kind; data: object }

/** The lines of a file that comes in pieces; each with its number. */
async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<{ line: number; text: string }> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  let line = 0
  for await (const piece of content) {
    const parts = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    if (rest.length > longestLine) throw new Unreadable(`line ${line + parts.length + 1} is longer than ${longestLine} characters`)
    for (const text of parts) yield { line: ++line, text }
  }
  rest += decoder.decode()
  if (rest !== '') yield { line: ++line, text: rest }
}
class Unreadable extends Error {}

/** Hands right lines over in their order, some hundreds at a time; those of the file are to be taken only when there is no error. */
export async function checkFile(
  db: Db,
  storeCode: string,
  content: AsyncIterable<Uint8Array>,
  stage: (lines: readonly Staged[]) => Promise<void>,
): Promise<CheckedFile> {
  const result: CheckedFile = { lines: 0, errors: [], errorCount: 0 }
  const wrong = (text: string) => {
    result.errorCount++
    if (result.errors.length < maxReportedErrors) result.errors.push(text)
  }
  const seen = new Map<string, number>()
  const products = new Set<string>()
  let rank = -1
  let waiting: (Line & { line: number })[] = []
  const flush = async () => {
    const places = await tagsOfOtherStores(db, storeCode, {
      tags: waiting.flatMap((one) => (one.kind === 'tag' ? [one.data.tagMac] : [])),
      gateways: waiting.flatMap((one) => (one.kind === 'gateway' ? [one.data.gwMac] : [])),
    })
    for (const one of waiting) {
      const id = one.kind === 'tag' ? one.data.tagMac : one.kind === 'gateway' ? one.data.gwMac : ''
      const place = places.get(id)
      if (place !== undefined) wrong(`line ${one.line}: ${one.kind} ${id} belongs to store ${place} here`)
    }
    if (result.errorCount === 0) await stage(waiting.filter(({ kind }) => kind !== 'store' && kind !== 'end'))
    waiting = []
  }

  /** What is wrong with a line beside the others. */
  function inPlace(one: Line, line: number): string | undefined {
    const place = kinds.indexOf(one.kind)
    if (rank === -1 && one.kind !== 'store') return 'must be of the kind store: this is no file of a store'
    if (place < rank) return `stands behind ${kinds[rank] ?? ''}: the order is ${kinds.join(', ')}`
    rank = place
    const id = idOf(one)
    const first = seen.get(`${one.kind} ${id}`)
    if (first !== undefined) return `names ${one.kind} ${id}, as line ${first} does`
    seen.set(`${one.kind} ${id}`, line)
    if (one.kind === 'product') products.add(one.data.prCode)
    if (one.kind === 'tag') {
      const lacking = one.data.prCodeList.find((code) => !products.has(code))
      if (lacking !== undefined) return `product ${lacking} of tag ${one.data.tagMac} is not in the file`
    }
    if (one.kind === 'end' && one.data.lines !== line) return `says that there are ${one.data.lines} lines: some are lacking`
    return undefined
  }

  try {
    for await (const { line, text } of linesOf(content)) {
      result.lines = line
      if (text.trim() === '') continue
      const one = readLine(text)
      const problem = typeof one === 'string' ? one : inPlace(one, line)
      if (problem !== undefined) wrong(`line ${line}: ${problem}`)
      // The first line decides what the rest is.
      if (rank === -1) return result
      if (typeof one === 'string' || problem !== undefined) continue
      waiting.push({ ...one, line })
      if (waiting.length >= batchSize) await flush()
    }
  } catch (error) {
    if (error instanceof Unreadable) wrong(error.message)
    else if (error instanceof TypeError) wrong('The file is not UTF-8 text.')
    else throw error
    return result
  }
  await flush()
  if (kinds[rank] !== 'end') wrong('The file ends too early: its last line must be of the kind end.')
  return result
}

function idOf({ kind, data }: Line): string {
  switch (kind) {
    case 'gateway':
      return data.gwMac
    case 'product':
      return data.prCode
    case 'family':
      return data.fmPrCode
    case 'secondCode':
      return data.secondCode
    case 'tag':
      return data.tagMac
    default:
      return ''
  }
}
