/** Runs scripts of the five kinds, each with its limits, and takes nothing they answer unseen. */
import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { ScriptKind } from '@endcap/contract/scripts'
import type { Logger } from 'pino'
import { findImage } from './image.ts'
import { createPool, type ScriptPool } from './pool.ts'
import type { RequestedJob, Lease, Ran, TrialRun } from './turns.ts'
import { faultOf, type Fault } from './messages.ts'

export { TooManyTrials } from './pool.ts'
export type { TrialRun } from './turns.ts'
export type { Fault } from './messages.ts'

/** A script with what it is told of its surroundings. */
export interface Script {
  kind: ScriptKind
  /** Store code, or empty for all of them: scripts of two scopes never meet. */
  scope: string
  code: string
  context: object
  /** A person waits for this run: it goes behind those in production, and ends when the person leaves. */
  trial?: TrialRun | undefined
}
/** A trial runs no longer, whatever its kind: other people's trials wait for it. */
const trialMs = 30_000
/** Milliseconds of running, and bytes of memory that a script may use. */
const megabyte = 2 ** 20
const rules: Record<ScriptKind, { functions: readonly string[]; ms: number; bytes: number }> = {
  'product-file-parser': { functions: ['parse', 'row'], ms: 120_000, bytes: 192 * megabyte },
  'paper-parser': { functions: ['parse', 'row'], ms: 60_000, bytes: 192 * megabyte },
  'tag-data-decorator': { functions: ['decorate'], ms: 10_000, bytes: 192 * megabyte },
  'plus-data-decorator': { functions: ['decorate'], ms: 10_000, bytes: 192 * megabyte },
  'third-party-authentication': { functions: ['authenticate'], ms: 3000, bytes: 192 * megabyte },
}
/** Files that a parser can take: it needs about three times their size, and gets 512 MB at most. */
const maxParsedBytes = 128 * megabyte
const maxMemoryBytes = 512 * megabyte
const tooLarge = { type: 'InputLimit', message: `the file is larger than ${maxParsedBytes / megabyte} MB, too large for a script` }
/** Items decorated, and records pulled, in one call. */
const [itemsPerCall, recordsPerCall] = [500, 1000]
/** Records that one file may become: a parser that never ends is ended here. */
const maxRecords = 2_000_000
const flood = { type: 'OutputLimit', message: `more than ${maxRecords} records from one file` }
/** Requests that one sign-in may make. */
const maxRequests = 5

/** The script failed; `fault` says where and why. */
export class ScriptFailure extends Error {
  readonly fault: Fault
  readonly log: string
  /** Milliseconds that it ran. */
  readonly ms: number
  constructor(fault: Fault, log = '', ms = 0) {
    super(formatFault(fault))
    this.fault = fault
    this.log = log
    this.ms = ms
  }
}
/** `ValueError: invalid literal (script line 8)` */
export const formatFault = ({ type, message, line }: Fault): string =>
  `${type}: ${message}${line === null ? '' : ` (script line ${line})`}`.slice(0, 500)

/** One thing to decorate: the product and the device that shows it. */
export type Item = [product: object, device: object]
export interface Decorated {
  /** What the script answered for each item, unchecked, or how it failed; fewer than the items when the script was too slow. */
  results: unknown[]
  /** The item behind the last result took too long, and those after it were not looked at. */
  late: Fault | null
  log: string
  ms: number
}
export interface Records {
  /** Line of the file, and what the script made of it, unchecked. */
  records: [row: number, record: unknown][]
  /** Rows that the script refused: line of the file, why, line of the script, and whether it was an exception that the script did not mean. */
  errors: [row: number, message: string, line: number | null, isException: boolean][]
  /** Refused so far. */
  rejected: number
}
export interface Parsed {
  records: number
  rejected: number
  log: string
  ms: number
  bytes: number
}
export interface HttpRequest {
  method: string
  url: string
  headers: Record<string, string>
  json: unknown
  data: string | null
}
export type HttpAnswer = { status: number; headers: Record<string, string>; body: string } | { error: string }

export interface ScriptRunner {
  /** Compiles the script and looks for its function; throws ScriptFailure. */
  check(script: Script): Promise<void>
  decorate(script: Script, items: readonly Item[]): Promise<Decorated>
  /** Calls `onRecords` as records come; the sandbox works on meanwhile. Throws ScriptFailure. */
  parse(script: Script, file: { name: string; content: Uint8Array }, onRecords: (records: Records) => Promise<void>): Promise<Parsed>
  /** What `authenticate` answered, unchecked. `request` makes the requests that it asks for. */
  authenticate(
    script: Script,
    login: object,
    request: (wanted: HttpRequest) => Promise<HttpAnswer>,
  ): Promise<{ answer: { user?: unknown; refused?: string }; log: string; ms: number }>
  /** Sandboxes that are there now. */
  size(): number
  stop(): Promise<void>
}

/** Costs nothing until the first script runs. The image is kept in `cacheFolder`. */
export function createScriptRunner({
  cacheFolder,
  log,
  // One beside those that a single store can hold: another store's script never waits for it.
  size = 1 + Math.max(1, Math.min(2, availableParallelism())),
  longestMs = Infinity,
}: {
  cacheFolder: string
  log: Logger
  size?: number
  /** No script runs longer, whatever its kind; for tests. */
  longestMs?: number
}): ScriptRunner {
  let found: ReturnType<typeof findImage> | undefined
  const files = () => {
    found ??= findImage(cacheFolder)
    // A bake that failed is tried again with the next script.
    found.catch(() => (found = undefined))
    return found
  }
  const pool = createPool({ files, size, log })

  return {
    check: async (script) => {
      const { answers } = await pool.run({ ...jobOf(script, longestMs), steps: [], restoreAfter: true })
      const fault = answers[0]?.error
      if (fault !== undefined) throw new ScriptFailure(fault, answers[0]?.log)
    },
    decorate: (script, items) => decorate(pool, jobOf(script, longestMs), items),
    parse: (script, file, onRecords) => parse(pool, jobOf(script, longestMs), file, onRecords),
    authenticate: (script, login, request) => authenticate(pool, jobOf(script, longestMs), login, request),
    size: pool.size,
    stop: pool.stop,
  }
}

type ScriptJob = Omit<RequestedJob, 'steps'>
/** What a script needs to run, within the limits of its kind. */
function jobOf({ kind, scope, code, context, trial }: Script, longestMs: number): ScriptJob {
  const { functions, ms, bytes } = rules[kind]
  const load = JSON.stringify({ op: 'load', source: code, need: functions, ctx: context })
  const key = createHash('sha256')
    .update(JSON.stringify([kind, scope]))
    .update(load)
    .digest('hex')
  const timeLimit = Math.min(ms, longestMs, trial === undefined ? Infinity : trialMs)
  return { key, load, scope, trial, ms: timeLimit, maxBytes: bytes, restoreAfter: false }
}

async function decorate(pool: ScriptPool, job: ScriptJob, items: readonly Item[]): Promise<Decorated> {
  const all: Decorated = { results: [], late: null, log: '', ms: 0 }
  for (let from = 0; from < items.length; from += itemsPerCall) {
    const request = JSON.stringify({ op: 'decorate', items: items.slice(from, from + itemsPerCall) })
    const ran = await pool.run({ ...job, steps: [{ request }] })
    const { value, log } = lastOf(ran)
    if (!Array.isArray(value.results)) throw damaged()
    all.results.push(...value.results)
    all.ms += ran.ms
    all.log = lastPrinted(all.log + log)
    all.late = faultOf(value.late) ?? null
    if (all.late !== null) break
  }
  return all
}

async function parse(
  pool: ScriptPool,
  job: ScriptJob,
  file: { name: string; content: Uint8Array },
  onRecords: (records: Records) => Promise<void>,
): Promise<Parsed> {
  if (file.content.byteLength > maxParsedBytes) throw new ScriptFailure({ ...tooLarge, line: null, trace: [] })
  const lease: Lease = {}
  const maxBytes = Math.min(maxMemoryBytes, Math.max(job.maxBytes, 64 * megabyte + 3 * file.content.byteLength))
  const total: Parsed = { records: 0, rejected: 0, log: '', ms: 0, bytes: 0 }
  const next = { request: JSON.stringify({ op: 'next', max: recordsPerCall }) }
  const pull = async (steps: { request: string; payload?: Uint8Array }[]) => {
    const ran = await pool.run({ ...job, maxBytes, lease, steps, ms: Math.max(1, job.ms - total.ms) })
    total.ms += ran.ms
    total.bytes = Math.max(total.bytes, ran.bytes)
    total.log = lastPrinted(total.log + printedOf(ran.answers))
    return lastOf(ran).value
  }
  try {
    let coming = pull([{ request: JSON.stringify({ op: 'open', name: file.name }), payload: file.content }, next])
    for (;;) {
      const { records, done, fault } = await coming.then((value) => recordsOf(value, total.rejected))
      total.records += records.records.length
      total.rejected = records.rejected
      if (total.records + total.rejected > maxRecords) throw new ScriptFailure({ ...flood, line: null, trace: [] })
      if (!done) {
        coming = pull([next])
        // Looked at in its turn.
        coming.catch(() => undefined)
      }
      await onRecords(records)
      if (fault !== undefined) throw new ScriptFailure(fault)
      if (done) return total
    }
  } catch (error) {
    // With what it printed from its beginning.
    throw error instanceof ScriptFailure ? new ScriptFailure(error.fault, total.log, total.ms) : error
  } finally {
    pool.release(lease)
  }
}

/** Several turns: each may ask for a request, and the next one is given what that brought. */
async function authenticate(
  pool: ScriptPool,
  job: ScriptJob,
  login: object,
  request: (wanted: HttpRequest) => Promise<HttpAnswer>,
): ReturnType<ScriptRunner['authenticate']> {
  const answers: HttpAnswer[] = []
  let ms = 0
  for (let turn = 0; turn <= maxRequests; turn++) {
    const step = { request: JSON.stringify({ op: 'authenticate', login, answers }) }
    const ran = await pool.run({ ...job, steps: [step], restoreAfter: true })
    ms += ran.ms
    const { value, log } = lastOf(ran)
    if (value.http === undefined) return { answer: value, log, ms }
    // What makes the request looks at every part of it.
    answers.push(turn === maxRequests ? { error: 'too many requests' } : await request(value.http as HttpRequest))
  }
  throw new ScriptFailure({ type: 'HttpLimit', message: `more than ${maxRequests} requests in one sign-in`, line: null, trace: [] })
}

/** The JSON of the last step; throws how the script failed. */
function lastOf({ answers, ms }: Ran): { value: Record<string, unknown>; log: string } {
  const log = printedOf(answers)
  const last = answers.at(-1)
  if (last?.json === undefined)
    throw new ScriptFailure(last?.error ?? { type: 'Crash', message: 'no answer', line: null, trace: [] }, log, ms)
  // The guest writes this JSON, but a script may have taken its place: what is used of it is checked where it is used.
  try {
    const value: unknown = JSON.parse(Buffer.from(last.json).toString('utf8'))
    if (typeof value === 'object' && value !== null) return { value: { ...value }, log }
  } catch {
    // Said below.
  }
  throw damaged()
}

const printedOf = (answers: Ran['answers']) => answers.map((answer) => answer.log ?? '').join('')
/** Characters that are kept of what a whole run prints: the last. */
const lastPrinted = (text: string) => text.slice(-65_536)

const isList = (value: unknown): value is unknown[] => Array.isArray(value)
const isRow = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31

/** What a pull brought, of which every part is what it should be; the records themselves are looked at by the code that takes them. */
function recordsOf({ records, errors, rejected, done, fault }: Record<string, unknown>, before: number) {
  const counts = isRow(rejected) && rejected >= before
  if (!isList(records) || !isList(errors) || !counts || typeof done !== 'boolean') throw damaged()
  const taken: Records = { records: [], errors: [], rejected }
  for (const one of records) {
    if (!Array.isArray(one) || !isRow(one[0])) throw damaged()
    taken.records.push([one[0], one[1]])
  }
  for (const one of errors) {
    if (!Array.isArray(one) || !isRow(one[0])) throw damaged()
    taken.errors.push([one[0], String(one[1]).slice(0, 300), isRow(one[2]) ? one[2] : null, one[3] === true])
  }
  if (taken.errors.length > rejected - before) throw damaged()
  return { records: taken, done, fault: faultOf(fault) }
}

const damaged = () => new ScriptFailure({ type: 'Crash', message: 'the script damaged its interpreter', line: null, trace: [] })
