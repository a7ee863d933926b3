/** The server's database for the commands of the machine (backup, restore, administrator). */
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../base/config.ts'
import { connect } from './connect.ts'
import { databaseName } from './data-folder.ts'
import { startEmbedded } from './embedded.ts'
import type { Db } from './schema.ts'

/**
 * Opens the database of the settings for a piece of work and closes it again. Throws where there is none in the data folder, so that a
 * mistyped ENDCAP_DATA does not pass for an empty server; with `mayBegin` it is made.
 */
export async function withDatabase<T>(
  { databaseUrl, dataFolder }: Pick<Config, 'databaseUrl' | 'dataFolder'>,
  work: (db: Db) => Promise<T>,
  { mayBegin = false } = {},
): Promise<T> {
  if (databaseUrl === undefined && !mayBegin && !mayBeThere(join(dataFolder, databaseName)))
    throw new Error(`There is no database in ${resolve(dataFolder)}. Name the data folder of the server with ENDCAP_DATA.`)
  const embedded = databaseUrl === undefined ? await startEmbedded({ folder: dataFolder }) : undefined
  const db = connect(databaseUrl ?? embedded?.url ?? '', { poolSize: 1 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
    await embedded?.stop()
  }
}

/** What this user may not look at is for the database itself to name. */
function mayBeThere(folder: string): boolean {
  try {
    return statSync(folder, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}
