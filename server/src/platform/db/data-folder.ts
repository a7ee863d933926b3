/**
 * The data folder: only the user of the server may read it, and what keeps the server from opening it is said in plain words (disk full,
 * permission denied, wrong owner, damaged database).
 */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../base/config.ts'

/** PostgreSQL's log grows in pieces of 16 MB; with less room than two of them a start makes no sense. */
const neededBytes = 32 * 1024 * 1024
/** Bits for the group and for all others. */
const others = 0o077

/** New files and folders of this process are for its user alone. */
export function ownOnly(): void {
  process.umask(others)
}

/** Takes the rights of all other users from a folder and what is below it, folders last: one that is tight already was done whole. */
export function tighten(folder: string, leave: readonly string[] = []): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (leave.includes(path)) continue
    if (entry.isDirectory()) tighten(path, leave)
    else if (entry.isFile()) tightenOne(path)
  }
  tightenOne(folder)
}

function tightenOne(path: string): void {
  const { mode } = lstatSync(path)
  if ((mode & others) !== 0) chmodSync(path, mode & 0o700)
}

/** Takes a folder from other users. One that is tight already is not searched through: below it no other user comes. */
export function closeFolder(folder: string, leave: readonly string[] = []): void {
  if ((lstatSync(folder).mode & others) === 0) return
  tighten(
    resolve(folder),
    leave.map((path) => resolve(path)),
  )
}

/**
 * Makes a folder of the server where it is missing, takes it from other users, and tries to write in it; throws in plain words. `leave`:
 * what other programs share.
 */
export function openFolder(folder: string, { setting, leave = [] }: { setting: string; leave?: readonly string[] }): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    closeFolder(folder, leave)
    probe(folder, 4096)
  } catch (error) {
    throw new Error(plainWords(error, { folder, setting }) ?? String(error), { cause: error })
  }
}

/**
 * What the server writes into: there, writable, and closed to other users. With a PostgreSQL server only files of its log and key are in the
 * data folder: one that cannot be closed, or is not there, is no reason not to start.
 */
export function openFolders({ dataFolder, blobFolder, inboxFolder, databaseUrl }: Config, log: Logger) {
  const leave = inboxFolder === undefined ? [] : [inboxFolder]
  if (databaseUrl === undefined) openFolder(dataFolder, { setting: 'ENDCAP_DATA', leave })
  else if (existsSync(dataFolder)) {
    try {
      closeFolder(dataFolder, leave)
    } catch (error) {
      log.warn({ err: error }, `Other users may read what is in ${dataFolder} (ENDCAP_DATA): it cannot be closed to them.`)
    }
  }
  openFolder(blobFolder, { setting: 'ENDCAP_BLOBS', leave })
}

function probe(folder: string, bytes: number): void {
  const file = join(folder, `.endcap-probe-${process.pid}`)
  const descriptor = openSync(file, 'w', 0o600)
  try {
    const piece = Buffer.alloc(Math.min(bytes, 1024 * 1024), 1)
    for (let written = 0; written < bytes;) written += writeSync(descriptor, piece)
  } finally {
    closeSync(descriptor)
    rmSync(file, { force: true })
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '')

/** The cause of a failed file operation and the way out; undefined for what is none. */
export function plainWords(error: unknown, options: { folder: string } & ({ setting: string } | { another: string })): string | undefined {
  const place = resolve(options.folder)
  const another = 'another' in options ? options.another : `choose another folder with ${options.setting}`
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return `The disk of ${place} is full${free(place)}. Make room and start again, or ${another}. What was stored is kept.`
    case 'EROFS':
      return `${place} is on a disk that can only be read. Mount it for writing, or ${another}.`
    case 'EACCES':
    case 'EPERM':
      return notMine(place, error, another)
    case 'ENOENT':
      return notMade(place, another)
    case 'ENOTDIR':
    case 'EEXIST':
      return `${place} is not a folder, or a file is in its way. Move that file, or ${another}.`
    default:
      return undefined
  }
}

/** Says whose it is, and only what helps: giving a folder away does not where the way to it is closed. */
function notMine(place: string, error: unknown, another: string): string {
  const at = nearest(error instanceof Error && 'path' in error && typeof error.path === 'string' ? resolve(error.path) : place)
  const whose = `by the user ${me()}: ${ownerOf(at)}`
  const above = place.startsWith(at === '/' ? at : `${at}/`)
  if (!above) return `${place} cannot be written ${whose}. Give it to that user (chown -R ${me()} ${place}), or ${another}.`
  if (!may(at, constants.X_OK)) return `${place} cannot be reached ${whose}. ${another.replace(/^./, (first) => first.toUpperCase())}.`
  return `${place} cannot be made ${whose}. Make it for that user (mkdir -p ${place}; chown ${me()} ${place}), or ${another}.`
}

/** A folder that is missing and cannot be made: Node says on a disk that can only be read that something is not there. */
function notMade(place: string, another: string): string | undefined {
  try {
    accessSync(nearest(place), constants.W_OK)
    return undefined
  } catch (error) {
    return plainWords(error, { folder: place, another })
  }
}

function may(path: string, what: number): boolean {
  try {
    accessSync(path, what)
    return true
  } catch {
    return false
  }
}

function me(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run as a number that has no name.
    return String(process.getuid?.() ?? 'of the server')
  }
}

/** The path itself, or what is nearest above it that can be seen. */
function nearest(path: string): string {
  for (let at = path; ; at = dirname(at)) {
    try {
      lstatSync(at)
      return at
    } catch {
      if (at === dirname(at)) return at
    }
  }
}

function ownerOf(path: string): string {
  const { uid, mode } = lstatSync(path)
  return `${path} belongs to user number ${uid}, with mode ${(mode & 0o777).toString(8)}`
}

function free(place: string): string {
  try {
    const { bavail, bsize } = statfsSync(place)
    return ` (${Math.floor((bavail * bsize) / 1024 / 1024)} MB free)`
  } catch {
    return ''
  }
}

export const databaseName = 'postgres'
/** Beside the database while its first start makes it: what a cut-off one leaves is of no use, and holds nothing. */
const unfinishedName = 'postgres.unfinished'

/**
 * Before the database is opened; answers whether it holds nothing yet, and what to call when it is open. Throws rather than let a damaged
 * folder be filled anew.
 */
export function beginDatabaseFolder(folder: string): { isNew: boolean; opened: () => void } {
  const [database, unfinished] = [join(folder, databaseName), join(folder, unfinishedName)]
  if (existsSync(unfinished)) rmSync(database, { recursive: true, force: true })
  mkdirSync(database, { recursive: true, mode: 0o700 })
  const isNew = readdirSync(database).length === 0
  if (isNew) writeFileSync(unfinished, '')
  else if (!existsSync(join(database, 'PG_VERSION'))) throw new Error('PG_VERSION is missing')
  return { isNew, opened: () => rmSync(unfinished, { force: true }) }
}

/** Why the database in this data folder cannot be opened, and what to do; `said` is what the database said. */
export function whyNotOpened(folder: string, output: string): string {
  const [database, setting] = [join(resolve(folder), databaseName), 'ENDCAP_DATA']
  try {
    probe(folder, neededBytes)
    if (existsSync(database)) readAll(database)
  } catch (error) {
    const words = plainWords(error, { folder, setting })
    if (words !== undefined) return words
  }
  return (
    `The database in ${database} is damaged or not complete, and cannot be opened (${output.trim()}). ` +
    'Keep a copy of the folder, move it away, and take back a backup into a new one: npm run restore -- FILE. ' +
    'Without a backup, start with an empty folder.'
  )
}

/** Throws where a file of the database may not be read and written by this user. */
function readAll(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) readAll(path)
    else if (entry.isFile()) closeSync(openSync(path, 'r+'))
  }
}
