/** What the server, the child process and the sandbox say to each other about runs. */

/** How a script failed. */
export interface Fault {
  /** Of Python, or ours: Timeout, MemoryError, OutputLimit, Forbidden, Crash, MissingFunction. */
  type: string
  message: string
  /** In the script; null where it cannot be told. */
  line: number | null
  column?: number | null
  /** Line of the file that was being read. */
  row?: number | null
  trace: { line: number; function: string; code: string }[]
}

/** Of one call: JSON as it came, unread, or the fault; and what was printed. */
export type Answer = ({ json: Uint8Array; error?: undefined } | { error: Fault; json?: undefined }) & {
  log?: string
  logCut?: boolean
  /** Functions of the host that were asked for and refused. */
  refused?: string[]
}

export interface Step {
  request: string
  payload?: Uint8Array | undefined
}
/** Steps that run one after the other in one sandbox, with one limit for all of them. */
export interface Job {
  id: number
  /** Names script and context: with the same key a sandbox goes on where it stands. */
  key: string
  load: string
  steps: Step[]
  ms: number
  maxBytes: number
  /** The sandbox is restored behind the job. */
  restoreAfter: boolean
}
export type ToChild = Job | { reset: true }
export interface FromChild {
  ready?: true
  id?: number
  answers?: Answer[]
  ms?: number
  bytes?: number
}

const textOf = (value: unknown, longest: number) => (typeof value === 'string' ? value.slice(0, longest) : '')
const lineOf = (value: unknown) => (Number.isSafeInteger(value) ? Number(value) : null)
export const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** A fault of which every part is what it should be; undefined for what is none. */
export function faultOf(value: unknown): Fault | undefined {
  if (!isObject(value)) return undefined
  const { type, message, line, column, row, trace } = value
  return {
    type: textOf(type, 100) || 'Crash',
    message: textOf(message, 2000),
    line: lineOf(line),
    column: lineOf(column),
    row: lineOf(row),
    trace: (Array.isArray(trace) ? trace.slice(0, 8) : []).filter(isObject).map((one) => ({
      line: lineOf(one.line) ?? 0,
      function: textOf(one.function, 100),
      code: textOf(one.code, 200),
    })),
  }
}
