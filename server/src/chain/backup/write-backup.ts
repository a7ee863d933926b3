/**
 * A backup: one tar.gz that holds everything the server keeps but its logs and its key. Its parts, in this order: `header.json`, rows as
 * `tables/<table>/<number>.jsonl`, files as `blobs/<hash>`, and `end.json` with what there must be. A file that ends early has no end.
 */
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { pack as createPack, type Pack } from 'tar-stream'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import { readApplied } from '../../platform/db/migrate.ts'
import type { Db } from '../../platform/db/schema.ts'
import { version } from '../../platform/base/version.ts'
import { readRows, readSequences, readShapes, type TableShape } from './tables.queries.ts'
import { toError } from '../../platform/base/thrown.ts'

/** Told from later forms of the file. */
export const backupForm = 1
export interface BackupHeader {
  form: number
  /** Of the server that wrote it. */
  version: string
  migrations: string[]
  /** ISO 8601. */
  at: string
  tables: TableShape[]
  /** The last number that each gave. */
  sequences: Record<string, string | null>
}
export interface BackupEnd {
  rows: Record<string, number>
  blobs: number
}

declare module 'tar-stream' {
  interface Headers {
    /** Further words in a part's head; the library has them, its types do not. */
    pax?: Record<string, string> | null
  }
}
/** Each part carries the sha-256 of its content under this name. */
export const sumOfPart = 'ENDCAP.sha256'
export const sumOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** Rows in one part: some megabytes. */
const rowsInPart = 2000

/** Writes a backup of one moment to the stream; the server may go on working meanwhile. */
export async function writeBackup({ db, blobs, at }: { db: Db; blobs: Blobs; at: Date }, to: NodeJS.WritableStream): Promise<BackupEnd> {
  const pack = createPack()
  const writing = pipeline(pack, createGzip(), to)
  // The pipeline reports a stream that breaks; the packing must not wait for ever.
  writing.catch((error: unknown) => pack.destroy(toError(error)))
  try {
    const end = await packAll({ db, blobs, at }, pack)
    pack.finalize()
    await writing
    return end
  } catch (error) {
    // Who packs only hears that the stream has ended; what it writes to knows why, such as a full disk.
    pack.destroy(toError(error))
    await writing
    throw error
  }
}

async function packAll({ db, blobs, at }: { db: Db; blobs: Blobs; at: Date }, pack: Pack): Promise<BackupEnd> {
  const end: BackupEnd = { rows: {}, blobs: 0 }
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      const tables = await readShapes(tx)
      const [migrations, sequences] = [await readApplied(tx), await readSequences(tx)]
      const header: BackupHeader = { form: backupForm, version, migrations, at: at.toISOString(), tables, sequences }
      await add(pack, 'header.json', JSON.stringify(header))
      for (const { name } of tables) end.rows[name] = await addTable(pack, tx, name)
    })
  // After the rows: a file is there before the row that names it.
  for await (const hash of blobs.list()) {
    const size = await blobs.size(hash)
    if (size === undefined) continue
    // A film may have gigabytes: it is never in memory as a whole. Its name is its sum.
    await pipeline(blobs.read(hash), pack.entry({ name: `blobs/${hash}`, size, pax: { [sumOfPart]: hash } }))
    end.blobs++
  }
  await add(pack, 'end.json', JSON.stringify(end))
  return end
}

async function addTable(pack: Pack, tx: Db, name: string): Promise<number> {
  let total = 0
  let part = 0
  for await (const { lines, rows } of readRows(tx, name, rowsInPart)) {
    await add(pack, `tables/${name}/${String(++part).padStart(6, '0')}.jsonl`, lines)
    total += rows
  }
  return total
}

const add = (pack: Pack, name: string, content: string | Uint8Array): Promise<void> =>
  new Promise((done, fail) => {
    const bytes = Buffer.from(content)
    pack.entry({ name, size: bytes.length, pax: { [sumOfPart]: sumOf(bytes) } }, bytes, (error) => (error ? fail(error) : done()))
  })
