/** Parser scripts: a file in whatever format becomes records. */
import { systemLocation } from '@endcap/contract/alarms'
import type { ScriptKind } from '@endcap/contract/scripts'
import { clearAlarm, raiseAlarm } from '../../people/alarms/alarms.service.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { invalid } from '../../platform/base/errors.ts'
import { findEncoding, type TextReading } from '../../platform/text-files/decode.ts'
import { pythonNames } from '../../platform/text-files/encodings.ts'
import { FileProblem } from '../../platform/text-files/file-problem.ts'
import { createReadier, scriptsInUse } from './in-use.ts'
import { formatFault, ScriptFailure, type Fault, type Records, type Script } from '../../platform/script-runner/runner.ts'
import { noteRun } from './runs.ts'
import { isOfWholeChain } from './scripts.queries.ts'

export type { Records } from '../../platform/script-runner/runner.ts'
export type ParserKind = Extract<ScriptKind, 'product-file-parser' | 'paper-parser'>

export interface ParsedFile {
  /** Why the script did not come to its end. */
  fault: Fault | undefined
  log: string
  ms: number
}
export interface ScriptFile {
  name: string
  content: AsyncIterable<Uint8Array>
  text: TextReading
}
export interface Parser {
  /** `onRecords` takes what the script made of the rows, and those it refused. */
  parse(file: ScriptFile, onRecords: (records: Records) => Promise<void>): Promise<ParsedFile>
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

/**
 * How a script opens the file when it names no encoding itself, in Python's words. Undefined: it is not certain, and the script is
 * refused the text; its bytes, and a text in the encoding that the script names, it gets all the same.
 */
function encodingForScript(bytes: Uint8Array, text: TextReading): string | undefined {
  try {
    return pythonNames[findEncoding(bytes, text).encoding]
  } catch (error) {
    if (error instanceof FileProblem) return undefined
    throw error
  }
}

/** A parser of this code. What is thrown by `onRecords` is passed on. */
export function parserOf({ scripts }: Pick<Context, 'scripts'>, script: Script): Parser {
  return {
    parse: async ({ name, content, text }, onRecords) => {
      const bytes = await collect(content)
      const known = { ...script, context: { ...script.context, fileEncoding: encodingForScript(bytes, text) } }
      try {
        const { log, ms } = await scripts.parse(known, { name, content: bytes }, onRecords)
        return { fault: undefined, log, ms }
      } catch (error) {
        if (error instanceof ScriptFailure) return { fault: error.fault, log: error.log, ms: error.ms }
        throw error
      }
    },
  }
}

/** The parser of a store. */
export interface ParserInUse extends Parser {
  /** Whether who wrote it may change what holds in all stores. */
  ofWholeChain: boolean
}

/** The parser that a store uses; undefined: the built-in reading. `real`: the file is taken in, so that failures raise the alarm. */
export async function parserInUse(
  context: Pick<Context, 'db' | 'clock' | 'scripts' | 'signals' | 'log'>,
  { kind, storeCode, real }: { kind: ParserKind; storeCode: string; real: boolean },
): Promise<ParserInUse | undefined> {
  const inUse = (await scriptsInUse(context.db, kind, [storeCode])).get(storeCode)
  if (inUse === undefined) return undefined
  const ready = await createReadier(context, [storeCode])
  // Default scripts are an administrator's.
  const ofWholeChain = inUse.scope === '' || (await isOfWholeChain(context.db, inUse.updatedBy))
  const parser = { ...parserOf(context, ready(inUse, storeCode)), ofWholeChain }
  if (!real) return parser
  return {
    ofWholeChain,
    parse: async (file, onRecords) => {
      let exception: Why | undefined
      let refusal: Why | undefined
      let [rows, refused] = [0, 0]
      const parsed = await parser.parse(file, async (records) => {
        for (const [row, message, line, isException] of records.errors) {
          const why = { reason: `${message} (file line ${row})`, line }
          if (isException) exception ??= why
          else refusal ??= why
        }
        rows += records.records.length
        refused = records.rejected
        await onRecords(records)
      })
      if (parsed.fault !== undefined) exception = { reason: formatFault({ ...parsed.fault, line: null }), line: parsed.fault.line }
      await noteParser(context, { kind, storeCode, fileName: file.name, exception })
      const why = exception ?? refusal
      const outcome = exception !== undefined ? 'FAILED' : refused > 0 ? 'REFUSED' : 'OK'
      await noteRun(context, {
        storeCode,
        kind,
        scope: inUse.scope,
        version: inUse.version,
        subject: file.name,
        ms: parsed.ms,
        outcome,
        output: parsed.log,
        items: rows + refused,
        failed: refused,
        ...(why !== undefined && { detail: why.reason, line: why.line }),
      })
      return parsed
    },
  }
}

interface Why {
  reason: string
  /** In the script. */
  line: number | null
}
interface Note {
  kind: ParserKind
  storeCode: string
  fileName: string
  exception: Why | undefined
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
