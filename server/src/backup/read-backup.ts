/** Puts a backup back into an empty database and a folder of files: all of it, or nothing of it. */
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import { extract as createExtract } from 'tar-stream'
import type { Blobs } from '../blobs/blobs.ts'
import { knownMigrations, migrate } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import { isEmpty, readShapes, setSequence, setTriggers, writeRows, type TableShape } from './tables.queries.ts'
import { backupForm, sumOf, sumOfPart, type BackupEnd, type BackupHeader } from './write-backup.ts'

/** Longer parts are not of a backup of ours. */
const longestPart = 512 * 1024 * 1024

/** Why a file cannot be put back; the message is for people. */
export class RestoreRefused extends Error {}

/**
 * Reads the backup from the stream. Throws `RestoreRefused` when the database is not empty, or the file is damaged, ends early or is of a newer
 * version. A backup of an older version is put back as it was, and then brought to this one.
 */
export async function readBackup({ db, blobs }: { db: Db; blobs: Blobs }, from: NodeJS.ReadableStream): Promise<BackupEnd> {
  const parts = readParts(from)
  const first = await parts.next()
  if (first.done === true || first.value.name !== 'header.json') throw new RestoreRefused('This is no backup of Endcap.')
  const header = JSON.parse(first.value.content.toString('utf8')) as BackupHeader
  await checkHeader(header)
  await migrate(db, { upTo: header.migrations.at(-1) })
  const end = await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await refuseUsed(tx)
    return fill(tx, blobs, header, parts)
  })
  await migrate(db)
  return end
}

async function checkHeader({ form, version, migrations }: BackupHeader): Promise<void> {
  const known = await knownMigrations()
  const unknown = migrations.find((name) => !known.includes(name))
  if (form !== backupForm || unknown !== undefined)
    throw new RestoreRefused(`This backup was made by a newer version (${version}): put it back with that version or a later one.`)
}

/** What a first start makes by itself is no reason to refuse: a store or an account is. */
async function refuseUsed(tx: Db): Promise<void> {
  for (const table of ['stores', 'accounts'])
    if (!(await isEmpty(tx, table))) throw new RestoreRefused('The database is not empty. A backup is put back into an empty one only.')
}

async function fill(tx: Db, blobs: Blobs, header: BackupHeader, parts: AsyncIterable<Part>): Promise<BackupEnd> {
  const shapes = await readShapes(tx)
  const rows: Record<string, number> = Object.fromEntries(header.tables.map(({ name }) => [name, 0]))
  for (const { name } of shapes) await setTriggers(tx, name, false)
  for (const { name } of shapes.toReversed()) await sql`delete from ${sql.table(name)}`.execute(tx)
  for (const table of header.tables) await addPartitions(tx, table, shapes)
  let count = 0
  let end: BackupEnd | undefined
  for await (const { name, content } of parts) {
    const [folder, what = ''] = name.split('/')
    if (name === 'end.json') end = JSON.parse(content.toString('utf8')) as BackupEnd
    else if (folder === 'blobs') {
      const { hash } = await blobs.put(content)
      if (hash !== what) throw new RestoreRefused(`The file ${what} in the backup is damaged.`)
      count++
    } else {
      const table = header.tables.find((one) => one.name === what)
      if (folder !== 'tables' || table === undefined) throw new RestoreRefused(`There is a part in this backup that is not known: ${name}`)
      rows[what] = (rows[what] ?? 0) + (await writeRows(tx, table, content.toString('utf8')))
    }
  }
  if (end === undefined) throw new RestoreRefused('This backup ends early: it was not written to its end, or was cut on its way.')
  for (const [name, wanted] of Object.entries(end.rows))
    if (rows[name] !== wanted) throw new RestoreRefused(`Of ${name} there are ${rows[name] ?? 0} rows in this backup instead of ${wanted}.`)
  if (count !== end.blobs) throw new RestoreRefused(`There are ${count} files in this backup instead of ${end.blobs}.`)
  for (const [name, last] of Object.entries(header.sequences)) await setSequence(tx, name, last)
  for (const { name } of shapes) await setTriggers(tx, name, true)
  return end
}

async function addPartitions(tx: Db, { name, partitions }: TableShape, present: readonly TableShape[]): Promise<void> {
  const there = present.find((one) => one.name === name)?.partitions.map((one) => one.name) ?? []
  for (const partition of partitions) {
    if (!/^FOR VALUES FROM \('[-0-9:+ ]+'\) TO \('[-0-9:+ ]+'\)$/.test(partition.bounds))
      throw new RestoreRefused(`The bounds of ${partition.name} in this backup are not right: ${partition.bounds}`)
    if (!there.includes(partition.name))
      await sql`create table ${sql.table(partition.name)} partition of ${sql.table(name)} ${sql.raw(partition.bounds)}`.execute(tx)
  }
}

interface Part {
  name: string
  content: Buffer
}
async function* readParts(from: NodeJS.ReadableStream): AsyncGenerator<Part, void> {
  const extract = createExtract()
  const reading = pipeline(from, createGunzip(), extract)
  reading.catch(() => undefined)
  try {
    for await (const entry of extract) {
      if ((entry.header.size ?? 0) > longestPart)
        throw new RestoreRefused(`The part ${entry.header.name} is too long for a backup of ours.`)
      const chunks: Buffer[] = []
      for await (const chunk of entry) chunks.push(chunk as Buffer)
      const content = Buffer.concat(chunks)
      if (entry.header.pax?.[sumOfPart] !== sumOf(content))
        throw new RestoreRefused(`The part ${entry.header.name} of this backup is damaged.`)
      yield { name: entry.header.name, content }
    }
    await reading
  } catch (error) {
    if (error instanceof RestoreRefused) throw error
    const { code = '', message } = error as NodeJS.ErrnoException
    throw code.startsWith('Z_') || /tar|unexpected end/i.test(message)
      ? new RestoreRefused(`This file is damaged, or no backup of Endcap: ${message}.`)
      : error
  }
}
