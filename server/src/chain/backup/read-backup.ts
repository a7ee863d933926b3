/** Puts a backup back into an empty database and a folder of files: all of it, or nothing of it. */
import type { Readable } from 'node:stream'
import { isUtf8 } from 'node:buffer'
import { sql } from 'kysely'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import { migrate, readApplied } from '../../platform/db/migrate.ts'
import type { Db } from '../../platform/db/schema.ts'
import { sqlState } from '../../platform/db/sql-state.ts'
import { readEnd, readHeader } from './read-header.ts'
import { readParts, RestoreRefused, shown, type Part, type ReadLimits } from './read-parts.ts'
import {
  isEmpty,
  missingStore,
  readColumns,
  readSequences,
  readShapes,
  setSequence,
  setTriggers,
  writeRows,
  type TableShape,
} from './tables.queries.ts'
import { createTakenBlobs, type TakenBlobs } from './taken-blobs.ts'
import type { BackupEnd, BackupHeader } from './write-backup.ts'

/**
 * Reads the backup from the stream. Throws `RestoreRefused` when the database is not empty, or the file is damaged, ends early, is of a newer
 * version or has what no backup has. A backup of an older version is put back as it was, and then brought to this one. It is one transaction,
 * the migrations with it; files come into their place just before its end: after an error both database and folder are as they were.
 */
export async function readBackup({ db, blobs }: { db: Db; blobs: Blobs }, from: Readable, limits: ReadLimits = {}): Promise<BackupEnd> {
  const parts = readParts(from, limits)
  const taken = createTakenBlobs(blobs)
  try {
    const first = await parts.next()
    if (first.done === true || first.value.kind !== 'header') throw new RestoreRefused('This is no backup of Endcap.')
    const header = await readHeader(first.value.content)
    return await db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      await refuseUsed(tx)
      await migrate(tx, { upTo: header.migrations.at(-1) })
      await refuseNewer(tx, header)
      const end = await fill(tx, taken, header, parts)
      await migrate(tx)
      await taken.place()
      return end
    })
  } catch (error) {
    await taken.undo()
    throw error
  } finally {
    await parts.return()
  }
}

/** What a first start makes by itself is no reason to refuse: a store or an account is. */
async function refuseUsed(tx: Db): Promise<void> {
  for (const table of ['stores', 'accounts'])
    if (!(await isEmpty(tx, table))) throw new RestoreRefused('The database is not empty. A backup is put back into an empty one only.')
}

/** Migrations would not be run over the rows of the backup. */
async function refuseNewer(tx: Db, { version, migrations }: BackupHeader): Promise<void> {
  if ((await readApplied(tx)).length > migrations.length)
    throw new RestoreRefused(
      `The database was started by a later version than that of the backup (${shown(version)}): put it back into a new, empty database.`,
    )
}

async function fill(tx: Db, taken: TakenBlobs, header: BackupHeader, parts: AsyncIterable<Part>): Promise<BackupEnd> {
  const shapes = await readShapes(tx)
  refuseUnknown(header, shapes, await readSequences(tx))
  for (const { name } of shapes) await setTriggers(tx, name, false)
  for (const { name } of shapes.toReversed()) await sql`delete from ${sql.table(name)}`.execute(tx)
  for (const table of header.tables) await addPartitions(tx, table, shapes)
  const rows = new Map<string, number>()
  let end: BackupEnd | undefined
  for await (const part of parts) {
    if (part.kind === 'end') end = readEnd(part.content)
    else if (part.kind === 'blob') await taken.take(part.hash, part.content)
    else {
      const table = part.kind === 'rows' ? header.tables.find(({ name }) => name === part.table) : undefined
      if (table === undefined) throw new RestoreRefused(`There is a part in this backup that is not known: ${part.name}.`)
      const lines = checkRows(part, await readColumns(tx, table.name))
      const written = await orRefuse(part.name, () => writeRows(tx, table, lines))
      rows.set(table.name, (rows.get(table.name) ?? 0) + written)
    }
  }
  if (end === undefined) throw new RestoreRefused('This backup ends early: it was not written to its end, or was cut on its way.')
  for (const name of new Set([...Object.keys(end.rows), ...rows.keys()])) {
    const [found, expected] = [rows.get(name) ?? 0, end.rows[name] ?? 0]
    if (found !== expected) throw new RestoreRefused(`Of ${shown(name)} there are ${found} rows in this backup instead of ${expected}.`)
  }
  if (taken.count() !== end.blobs) throw new RestoreRefused(`There are ${taken.count()} files in this backup instead of ${end.blobs}.`)
  for (const [name, last] of Object.entries(header.sequences)) await orRefuse(name, () => setSequence(tx, name, last))
  for (const { name } of shapes) await setTriggers(tx, name, true)
  const missing = await missingStore(tx)
  if (missing !== undefined)
    throw new RestoreRefused(`There are products of the store ${shown(missing)} in this backup, but not the store.`)
  return end
}

/** Names of the header become those of statements: they must be of the schema. */
function refuseUnknown({ tables, sequences }: BackupHeader, shapes: readonly TableShape[], numbered: Record<string, string | null>): void {
  for (const [at, { name, columns }] of tables.entries()) {
    const shape = shapes.find((one) => one.name === name)
    if (shape === undefined) throw new RestoreRefused(`There is a table in this backup that is not known: ${shown(name)}.`)
    if (tables.findIndex((one) => one.name === name) !== at) throw new RestoreRefused(`The table ${name} is in this backup twice.`)
    const unknown = columns.find((column) => !shape.columns.includes(column))
    if (unknown !== undefined) throw new RestoreRefused(`There is a column in this backup that is not known: ${name}.${shown(unknown)}.`)
    const missing = shape.columns.find((column) => !columns.includes(column))
    if (missing !== undefined) throw new RestoreRefused(`A column is missing in this backup: ${name}.${missing}.`)
    if (columns.length !== shape.columns.length) throw new RestoreRefused(`A column of ${name} is in this backup twice.`)
  }
  const unknown = Object.keys(sequences).find((name) => !Object.hasOwn(numbered, name))
  if (unknown !== undefined) throw new RestoreRefused(`There is a sequence in this backup that is not known: ${shown(unknown)}.`)
}

async function addPartitions(tx: Db, { name, partitions }: TableShape, present: readonly TableShape[]): Promise<void> {
  const there = present.find((one) => one.name === name)?.partitions.map((one) => one.name) ?? []
  for (const partition of partitions) {
    if (!partition.name.startsWith(`${name}_`) || !/^[a-z0-9_]{1,63}$/.test(partition.name))
      throw new RestoreRefused(`The name of a partition of ${name} in this backup is not right: ${shown(partition.name)}.`)
    if (!/^FOR VALUES FROM \('[-0-9:+ ]+'\) TO \('[-0-9:+ ]+'\)$/.test(partition.bounds))
      throw new RestoreRefused(`The bounds of ${partition.name} in this backup are not right: ${shown(partition.bounds)}`)
    const make = sql`create table ${sql.table(partition.name)} partition of ${sql.table(name)} ${sql.raw(partition.bounds)}`
    if (!there.includes(partition.name)) await orRefuse(partition.name, () => make.execute(tx))
  }
}

/** Lines that are each one row with just the columns of the table; the database would leave unknown ones out and fill missing ones in. */
function checkRows({ name, content }: { name: string; content: Buffer }, columns: ReadonlySet<string>): string {
  if (!isUtf8(content)) throw new RestoreRefused(`The part ${name} of this backup is not UTF-8.`)
  const text = content.toString('utf8')
  let line = 0
  for (const one of text.trimEnd().split('\n')) {
    line++
    const row = asRow(one)
    if (row === undefined) throw new RestoreRefused(`Line ${line} of ${name} in this backup is no row.`)
    const keys = Object.keys(row)
    const unknown = keys.find((key) => !columns.has(key))
    if (unknown !== undefined) throw new RestoreRefused(`Line ${line} of ${name} in this backup has an unknown column: ${shown(unknown)}.`)
    if (keys.length !== columns.size) throw new RestoreRefused(`Line ${line} of ${name} in this backup lacks a column.`)
  }
  return text
}

function asRow(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** What the database does not take (SQLSTATE: data, integrity, definition) is the fault of the file. */
async function orRefuse<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!/^(22|23|42)/.test(sqlState(error) ?? '') || !(error instanceof Error)) throw error
    throw new RestoreRefused(`The database does not take ${what} of this backup: ${error.message}.`)
  }
}
