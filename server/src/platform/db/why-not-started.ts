/** What ends a start of the server, in plain words: full disk, damaged tables, a folder or a database that may not be used, and the way out. */
import type { Config } from '../base/config.ts'
import { plainWords } from './data-folder.ts'
import { sqlState } from './sql-state.ts'
import { messageOf } from '../base/thrown.ts'

/** SQLSTATEs (appendix A of PostgreSQL's manual) that a person can do something about. */
const databaseWords: Record<string, string> = {
  '53100': 'The disk of the database is full. Make room there and start again. What was stored is kept.',
  '53300': 'The PostgreSQL server takes no more connections. Raise its max_connections; each server process needs 12.',
  '28P01': 'The PostgreSQL server does not take the user and password in DATABASE_URL. Put the right ones there.',
  '28000': 'The PostgreSQL server does not let this user in from here. See DATABASE_URL, and pg_hba.conf of that server.',
  '3D000': 'The PostgreSQL server has no such database. Create it, or correct DATABASE_URL.',
  '42501': 'The user in DATABASE_URL may not make tables there. Make it the owner of the database.',
  '57P03': 'The PostgreSQL server is still starting, or stopping. Start again in a moment.',
}
const damaged = new Set(['XX001', 'XX002', '58P01', '58030'])
const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN'])

export function whyNotStarted(error: unknown, { dataFolder, databaseUrl }: Pick<Config, 'dataFolder' | 'databaseUrl'>): string {
  const reason = messageOf(error)
  const state = sqlState(error) ?? ''
  if (damaged.has(state))
    return `The database is damaged: ${reason} (${state}). Keep a copy of it, and take back a backup into an empty one: npm run restore -- FILE.`
  const known = databaseWords[state]
  if (known !== undefined) return `${known} (${reason})`
  if (databaseUrl !== undefined && unreachable.has(error instanceof Error && 'code' in error ? String(error.code) : ''))
    return `The PostgreSQL server in DATABASE_URL cannot be reached: ${reason}. Start it, or correct the address.`
  return plainWords(error, { folder: dataFolder, setting: 'ENDCAP_DATA' }) ?? reason
}
