/** Parser scripts: a file in whatever format becomes records. */
import { systemLocation } from '@endcap/contract/alarms'
import type { ScriptKind } from '@endcap/contract/scripts'
import { clearAlarm, raiseAlarm } from '../alarms/alarms.service.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { invalid } from '../http/errors.ts'
import { createReadier, scriptsInUse } from './in-use.ts'
import { sayFault, ScriptFailure, type Fault, type Records, type Script } from './runner/runner.ts'

export type { Records } from './runner/runner.ts'
export type ParserKind = Extract<ScriptKind, 'product-file-parser' | 'paper-parser'>

export interface ParsedFile {
  /** Why the script did not come to its end. */
  fault: Fault | undefined
  log: string
  ms: number
}
export interface Parser {
  /** `onRecords` takes what the script made of the rows, and those it refused. */
  parse(file: { name: string; content: AsyncIterable<Uint8Array> }, onRecords: (records: Records) => Promise<void>): Promise<ParsedFile>
}

/** A file that a script reads is taken into memory. */
const maxFile = 128 * 2 ** 20
async function collect(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of content) {
    size += part.byteLength
    if (size > maxFile)
      throw invalid(`The file is larger than ${maxFile / 2 ** 20} MB, too large for a parser script.`, 'file', ['too large'])
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** A parser of this code. What is thrown by `onRecords` is passed on. */
export function parserOf({ scripts }: Pick<Context, 'scripts'>, script: Script): Parser {
  return {
    parse: async ({ name, content }, onRecords) => {
      try {
        const { log, ms } = await scripts.parse(script, { name, content: await collect(content) }, onRecords)
        return { fault: undefined, log, ms }
      } catch (error) {
        if (error instanceof ScriptFailure) return { fault: error.fault, log: error.log, ms: 0 }
        throw error
      }
    },
  }
}

/** The parser that a store uses; undefined: the built-in reading. `real`: the file is taken in, so that failures raise the alarm. */
export async function parserInUse(
  context: Pick<Context, 'db' | 'clock' | 'scripts' | 'signals'>,
  { kind, storeCode, real }: { kind: ParserKind; storeCode: string; real: boolean },
): Promise<Parser | undefined> {
  const inUse = (await scriptsInUse(context.db, kind, [storeCode])).get(storeCode)
  if (inUse === undefined) return undefined
  const ready = await createReadier(context, [storeCode])
  const parser = parserOf(context, ready(inUse, storeCode))
  if (!real) return parser
  return {
    parse: async (file, onRecords) => {
      let exception: { reason: string; line: number | null } | undefined
      const parsed = await parser.parse(file, async (records) => {
        const [row, message, line, isException] = records.errors.find((error) => error[3]) ?? []
        if (isException === true) exception ??= { reason: `${String(message)} (file line ${row})`, line: line ?? null }
        await onRecords(records)
      })
      if (parsed.fault !== undefined) exception = { reason: sayFault({ ...parsed.fault, line: null }), line: parsed.fault.line }
      await noteParser(context, { kind, storeCode, fileName: file.name, exception })
      return parsed
    },
  }
}

interface Note {
  kind: ParserKind
  storeCode: string
  fileName: string
  exception: { reason: string; line: number | null } | undefined
}
/** An exception raises the alarm; the next file without one ends it. */
async function noteParser(
  { db, clock, signals }: Pick<Context, 'db' | 'clock' | 'signals'>,
  { kind, storeCode, fileName, exception }: Note,
) {
  const at = clock.now()
  const place = { storeCode: storeCode === '' ? systemLocation : storeCode, type: 'PARSER EXCEPTION', subject: kind } as const
  const changed = await inTransaction(db, async (tx) => {
    if (exception === undefined) return clearAlarm(tx, { ...place, at })
    const data = { script: kind, file: fileName.slice(0, 200), line: exception.line ?? '–', reason: exception.reason }
    await raiseAlarm(tx, { ...place, class: 2, data, at })
    return true
  })
  if (changed) signals.notify('changed', { storeCode: place.storeCode, changes: ['alarms'] })
}
