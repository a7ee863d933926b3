/**
 * `npm run backup -- FILE` and `npm run restore -- FILE`: everything the server keeps, in one file, with the settings of the environment. With the
 * embedded database the server must be stopped; with a PostgreSQL server it may run during a backup, and must not during a restore.
 */
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createFolderBlobs } from '../../platform/blobs/folder-blobs.ts'
import { readConfig, type Config } from '../../platform/base/config.ts'
import { ownOnly, plainWords } from '../../platform/db/data-folder.ts'
import { migrate } from '../../platform/db/migrate.ts'
import type { Db } from '../../platform/db/schema.ts'
import { whyNotStarted } from '../../platform/db/why-not-started.ts'
import { withDatabase } from '../../platform/db/with-database.ts'
import { readBackup } from './read-backup.ts'
import { RestoreRefused } from './read-parts.ts'
import { writeBackup, type BackupEnd } from './write-backup.ts'
import { messageOf } from '../../platform/base/thrown.ts'

const described = ({ rows, blobs }: BackupEnd) =>
  `${Object.values(rows)
    .reduce((sum, count) => sum + count, 0)
    .toLocaleString('en')} rows, ${blobs.toLocaleString('en')} files`

/** Written beside its place and renamed into it: a backup that fails leaves the one of before. */
async function backup(config: Config, file: string): Promise<string> {
  const unfinished = `${file}.unfinished`
  const folder = dirname(resolve(file))
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}. Make it, or name another file.`)
  try {
    const end = await withDatabase(config, async (db) => {
      await migrate(db)
      return writeBackup(
        { db, blobs: createFolderBlobs(config.blobFolder), at: new Date() },
        createWriteStream(unfinished, { mode: 0o600 }),
      )
    })
    await rename(unfinished, file)
    return `${file}: ${described(end)}. The key of stored secrets is not in it: keep secret.key or ENDCAP_SECRET_KEY apart.`
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined)
    throw new Error(plainWords(error, { folder, another: 'name another file' }) ?? whyNotStarted(error, config), { cause: error })
  }
}

async function restore(config: Config, file: string, unpackedBytes?: number): Promise<string> {
  await stat(file).catch((error: unknown) => {
    throw new Error(
      `${file} cannot be read: ${error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'there is no such file' : String(error)}.`,
      { cause: error },
    )
  })
  const read = (db: Db) => readBackup({ db, blobs: createFolderBlobs(config.blobFolder) }, createReadStream(file), { unpackedBytes })
  const end = await withDatabase(config, read, { mayBegin: true }).catch((error: unknown) => {
    if (error instanceof RestoreRefused) throw error
    throw new Error(whyNotStarted(error, config), { cause: error })
  })
  return `${described(end)} from ${file}. All accounts sign in anew.`
}

const usage = 'npm run backup -- FILE\nnpm run restore -- FILE [--unpacked-gb NUMBER]'

/** Undefined for words that are no command of this file. */
function readWords(): { command: 'backup' | 'restore'; file: string; unpackedBytes?: number } | undefined {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'unpacked-gb': { type: 'string' } } })
  const [command, file, ...more] = positionals
  if ((command !== 'backup' && command !== 'restore') || file === undefined || more.length > 0) return undefined
  if (values['unpacked-gb'] === undefined) return { command, file }
  const unpackedBytes = Number(values['unpacked-gb']) * 1e9
  return command === 'restore' && unpackedBytes > 0 ? { command, file, unpackedBytes } : undefined
}

ownOnly()
try {
  const words = readWords()
  if (words === undefined) {
    console.error(usage)
    process.exit(2)
  }
  const config = readConfig(process.env)
  console.log(words.command === 'backup' ? await backup(config, words.file) : await restore(config, words.file, words.unpackedBytes))
} catch (error) {
  console.error(messageOf(error))
  if (error instanceof RestoreRefused) console.error('Nothing was changed.')
  process.exit(1)
}
