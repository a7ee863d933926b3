/**
 * The parts of a backup file (tar.gz), one after the other, with the sum of each checked. A file that was made to harm is refused here: names are
 * compared and never used as paths, only plain files count, and what unpacks to far more than the file is long ends the reading.
 */
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract as createExtract, type Headers } from 'tar-stream'
import { sumOf, sumOfPart } from './write-backup.ts'
import { toError } from '../../platform/base/thrown.ts'

/** Why a file cannot be put back; the message is for people. */
export class RestoreRefused extends Error {}

/** Header and end are some kilobytes, more with thousands of partitions. */
const longestWords = 16 * 1024 * 1024
/** Rows of one part: 2000, read into memory at once. */
const longestRows = 256 * 1024 * 1024
/** What a file may unpack to without a limit of its own: so much, and so many times its length. Rows come to about 30 times, pictures to one. */
const unpackedAnyway = 64 * 1024 * 1024
const unpackedTimes = 100
/** Of a part's heads (512 bytes each, and 512 for the sum) and padding; and what the heads of all parts may have beyond that. */
const headOfPart = 4096
const headsBeyond = 1024 * 1024

export interface ReadLimits {
  /** Bytes that the file may unpack to, instead of a bound by its length. */
  unpackedBytes?: number | undefined
}

export type Part =
  | { kind: 'header' | 'end'; name: string; content: Buffer }
  | { kind: 'rows'; name: string; table: string; content: Buffer }
  /** Read it before the next part; that it fits the hash is for the reader to check. */
  | { kind: 'blob'; name: string; hash: string; content: AsyncIterable<Uint8Array> }

/** A name of the file as it can be printed: without control characters, and not long. */
export const shown = (name: string): string => name.replaceAll(/\p{C}/gu, '?').slice(0, 120)

/** Throws `RestoreRefused` for what no backup has. Errors of reading the file itself pass as they are. */
export async function* readParts(from: Readable, { unpackedBytes }: ReadLimits = {}): AsyncGenerator<Part, void> {
  const extract = createExtract()
  let [packed, unpacked, expected] = [0, 0, headsBeyond]
  const reading = pipeline(
    from,
    watched((bytes) => (packed += bytes)),
    createGunzip(),
    watched((bytes) => {
      unpacked += bytes
      if (unpacked > (unpackedBytes ?? unpackedAnyway + unpackedTimes * packed)) throw tooMuch(unpackedBytes)
      // The library gathers the heads of a part in memory, however long they say they are.
      if (unpacked > expected + headOfPart + bytes)
        throw new RestoreRefused('There is something between the parts of this backup that is none of them.')
    }),
    extract,
  )
  const failed = reading.then(
    () => undefined,
    (error: unknown) => error,
  )
  const seen = new Set<string>()
  try {
    for await (const entry of extract) {
      const { name, size = 0 } = entry.header
      if (seen.has('end.json')) throw new RestoreRefused(`The backup goes on behind its end, with the part ${shown(name)}.`)
      if (seen.has(name)) throw new RestoreRefused(`The part ${shown(name)} is in this backup twice.`)
      seen.add(name)
      const kind = kindOf(entry.header)
      if (!Number.isSafeInteger(size) || size < 0) throw new RestoreRefused(`The part ${name} of this backup has no length.`)
      expected += size + headOfPart
      yield kind.kind === 'blob'
        ? { ...kind, name, content: explained(entry, failed) }
        : { ...kind, name, content: await readWhole(entry, kind.longest) }
    }
    const error = await failed
    if (error !== undefined) throw error
  } catch (error) {
    extract.destroy()
    throw asRefusal(error, await failed)
  }
}

/** Passes all on, and ends with the error that `watch` throws. */
const watched = (watch: (bytes: number) => void): Transform =>
  new Transform({
    transform(chunk: Buffer, _, done) {
      try {
        watch(chunk.length)
        done(null, chunk)
      } catch (error) {
        done(toError(error))
      }
    },
  })

/** The same content; when the file ends in the midst of it, its reader is told why, too. */
async function* explained(content: AsyncIterable<Uint8Array>, failed: Promise<unknown>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* content
  } catch (error) {
    throw asRefusal(error, await failed)
  }
}

type Kind = { kind: 'header' | 'end'; longest: number } | { kind: 'rows'; table: string; longest: number } | { kind: 'blob'; hash: string }

function kindOf({ name, type }: Headers): Kind {
  if (type !== 'file')
    throw new RestoreRefused(
      `The part ${shown(name)} is no plain file (${type ?? 'of no type'}): a backup has no links, folders or devices.`,
    )
  if (name === 'header.json') return { kind: 'header', longest: longestWords }
  if (name === 'end.json') return { kind: 'end', longest: longestWords }
  const [, table] = /^tables\/([a-z0-9_]+)\/\d{6,9}\.jsonl$/.exec(name) ?? []
  if (table !== undefined) return { kind: 'rows', table, longest: longestRows }
  const [, hash] = /^blobs\/([0-9a-f]{64})$/.exec(name) ?? []
  if (hash !== undefined) return { kind: 'blob', hash }
  if (/^[/\\]|^[a-z]:|(^|[/\\])\.\.([/\\]|$)/i.test(name)) throw new RestoreRefused(`The part ${shown(name)} leads out of the backup.`)
  throw new RestoreRefused(`There is a part in this backup that is not known: ${shown(name)}.`)
}

async function readWhole(entry: AsyncIterable<Uint8Array> & { header: Headers }, longest: number): Promise<Buffer> {
  const { name, size = 0, pax } = entry.header
  if (size > longest) throw new RestoreRefused(`The part ${name} is too long for a backup: ${size} bytes, at most ${longest}.`)
  const chunks: Uint8Array[] = []
  for await (const chunk of entry) chunks.push(chunk)
  const content = Buffer.concat(chunks)
  if (pax?.[sumOfPart] !== sumOf(content)) throw new RestoreRefused(`The part ${name} of this backup is damaged: its sum is another.`)
  return content
}

const tooMuch = (limit: number | undefined): RestoreRefused =>
  new RestoreRefused(
    limit === undefined
      ? `This file unpacks to more than ${unpackedTimes} times its length. If it is a backup of yours, say how much it may be: --unpacked-gb 50.`
      : `This file unpacks to more than ${limit} bytes, the limit that was given.`,
  )

/** `failed` is what the pipeline says, where `error` may only say that its last stream was closed. */
function asRefusal(error: unknown, failed: unknown): unknown {
  const aborted = failed instanceof Error && failed.name === 'AbortError'
  const cause = error instanceof RestoreRefused || failed === undefined || aborted ? error : failed
  if (cause instanceof RestoreRefused || !(cause instanceof Error)) return cause
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  return code.startsWith('Z_') || /tar|unexpected end/i.test(cause.message)
    ? new RestoreRefused(`This file is damaged, or no backup of Endcap: ${cause.message}.`)
    : cause
}
