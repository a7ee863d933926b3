/** The statements that domain tests send to PostgreSQL: noted so that each is tried on the embedded database too (check-statements.ts). */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../platform/base/thrown.ts'

/** Where they are noted, a file for each process; nothing is noted without it. */
const folder = process.env.ENDCAP_STATEMENTS
const noted = new Set<string>()
let unwritten: string[] = []

export const noteStatement: ((text: string) => void) | undefined =
  folder === undefined
    ? undefined
    : (text) => {
        if (noted.has(text)) return
        noted.add(text)
        unwritten.push(text)
      }

/** Called when a test file is over. */
export function writeStatements(): void {
  if (folder === undefined || unwritten.length === 0) return
  appendFileSync(join(folder, `${process.pid}.jsonl`), unwritten.map((text) => `${JSON.stringify(text)}\n`).join(''))
  unwritten = []
}

/** All that were noted. */
export function readStatements(from: string): string[] {
  const lines = readdirSync(from).flatMap((name) => readFileSync(join(from, name), 'utf8').trimEnd().split('\n'))
  return [...new Set(lines.map((line) => String(JSON.parse(line))))]
}

/** What `prepare` takes: also what a cursor reads, without what is noted before it. Undefined for what makes tables, begins, locks, … */
export function preparable(text: string): string | undefined {
  const statement = text.replace(/^(?:\s|--.*\n|\/\*.*?\*\/)+/, '').replace(/^declare \w+ .*?cursor .*?for /is, '')
  return /^\(*(?:with|select|insert|update|delete|merge|values)\b/i.test(statement) ? statement : undefined
}

export interface Comparison {
  /** Statements that both databases understand. */
  understood: number
  /** Those of tables that tests make for themselves, or that no database can prepare. */
  leftOut: number
  /** Those that only the first one understands, with what the second one says. */
  refused: { text: string; why: string }[]
}
type Prepare = (text: string) => Promise<unknown>
/** Each rejects where its database does not understand a statement. */
export async function compareStatements(texts: readonly string[], [first, second]: readonly [Prepare, Prepare]): Promise<Comparison> {
  const comparison: Comparison = { understood: 0, leftOut: 0, refused: [] }
  for (const text of texts) {
    const statement = preparable(text)
    if (statement === undefined || (await refusal(first, statement)) !== undefined) {
      comparison.leftOut++
      continue
    }
    const why = await refusal(second, statement)
    if (why === undefined) comparison.understood++
    else comparison.refused.push({ text, why })
  }
  return comparison
}

const refusal = (prepare: Prepare, statement: string): Promise<string | undefined> =>
  prepare(statement).then(
    () => undefined,
    (error: unknown) => messageOf(error),
  )
