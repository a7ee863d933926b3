/** The inbox on the disk: which files have come to rest, and moving them from place to place. Links are never followed. */
import { constants, type Stats } from 'node:fs'
import { chmod, lstat, mkdir, open, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { encodingNames } from '@endcap/contract/file-encodings'
import type { FileUpload } from '@endcap/contract/product-files'
import { isEncoding } from '../../platform/text-files/encodings.ts'

/** A file that is not written on for so long is whole. An empty one may only have been begun. */
const restMs = 5000
const emptyRestMs = 60_000
/** Names of files that are still being written: of FTP clients, browsers and editors. */
const unfinished = /^[.~]|\.(part|partial|tmp|temp|filepart|crdownload|swp)$/i
/** Where a file stands while it is taken in, under the number that the history has for it. */
const takingFolder = '.taking'
const taken = /^(\d{1,18})~(.+)$/s
/** Bytes of a name: file systems end at 255, and the number and the log's ending come to it. */
const maxNameBytes = 200

export interface WaitingFile {
  name: string
  path: string
  /** Which file it was and how long, where that was looked at. */
  mark?: string
}
export interface TakenFile extends WaitingFile {
  fileId: string
}

/** Names of the folders within; nothing when there is no such folder, or a link in its place. */
export async function foldersIn(folder: string): Promise<string[]> {
  const entries = await entriesOf(folder)
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map((entry) => entry.name)
}

async function entriesOf(folder: string) {
  if (!(await isFolder(folder))) return []
  return readdir(folder, { withFileTypes: true }).catch(gone([]))
}
const isFolder = async (path: string) => (await lstat(path).catch(gone(undefined)))?.isDirectory() ?? false

const markOf = ({ ino, size, mtimeMs }: Stats) => `${ino}/${size}/${mtimeMs}`

/** What stands for something that is not there. */
const gone =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return instead
    throw error
  }

/** Tells files that have come to rest, by looking again and again; what it knows is lost with the process, which costs some seconds. */
export function createRestWatch() {
  const seen = new Map<string, Map<string, { mark: string; since: number }>>()
  return async (folder: string, now: number): Promise<WaitingFile[]> => {
    const known = seen.get(folder) ?? new Map<string, { mark: string; since: number }>()
    const next: typeof known = new Map()
    const resting: WaitingFile[] = []
    for (const entry of await entriesOf(folder)) {
      const { name } = entry
      const path = join(folder, name)
      if (entry.isDirectory()) continue
      const state = await lstat(path).catch(gone(undefined))
      if (state === undefined) continue
      const mark = markOf(state)
      const before = known.get(name)
      // Renamed from a name that says it is being written: a program that does that has finished.
      const renamed = before === undefined && [...known].some(([old, one]) => unfinished.test(old) && one.mark === mark)
      const since = before?.mark === mark ? before.since : now
      next.set(name, { mark, since })
      if (unfinished.test(name)) continue
      if (renamed || now - since >= (state.size === 0 ? emptyRestMs : restMs)) resting.push({ name, path, mark })
    }
    if (next.size === 0) seen.delete(folder)
    else seen.set(folder, next)
    return resting.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }
}

/** Files of this folder that were being taken in when their process ended. */
export async function takenIn(folder: string): Promise<TakenFile[]> {
  return (await entriesOf(join(folder, takingFolder))).flatMap(({ name }) => {
    const [, fileId, own] = taken.exec(name) ?? []
    return fileId === undefined || own === undefined ? [] : [{ fileId, name: own, path: join(folder, takingFolder, name) }]
  })
}

/** Puts a file out of others' reach under a number. Nothing when it is not there any more, or is another one: another process had it. */
export async function claim(folder: string, { name, path, mark }: WaitingFile, fileId: string): Promise<TakenFile | undefined> {
  const state = await lstat(path).catch(gone(undefined))
  if (state === undefined || (mark !== undefined && markOf(state) !== mark)) return undefined
  const place = join(folder, takingFolder)
  await ownFolder(place)
  const own = diskName(name)
  const to = join(place, `${fileId}~${own}`)
  const moved = await rename(path, to).then(() => true, gone(false))
  return moved ? { fileId, name: own, path: to } : undefined
}

/** Puts a file to `done` or `failed`, with what there is to say about it. Done again after an interruption, it comes to the same. */
export async function settle(folder: string, { fileId, name, path }: TakenFile, result: 'done' | 'failed', log: string): Promise<void> {
  const place = join(folder, result)
  await ownFolder(place)
  const to = join(place, `${fileId}-${name}`)
  const logPath = `${to}.log.txt`
  await writeFile(logPath, log, { flag: constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW })
  await chmod(logPath, (await stat(place)).mode & 0o666)
  await rename(path, to).catch(gone(undefined))
}

/**
 * Makes a folder of the inbox with the mode of the one around it: other programs put files there and read what became of them, while all
 * other files of the server are its own.
 */
export async function makeFolder(path: string): Promise<void> {
  if ((await mkdir(path, { recursive: true })) !== undefined) await chmod(path, (await stat(dirname(path))).mode & 0o7777)
}

/** A folder of this very place: a link to another one would lead files out of it. */
async function ownFolder(path: string) {
  await makeFolder(path)
  if (!(await isFolder(path))) throw new Error(`${path} is no folder of its own`)
}

const diskName = (name: string) => {
  let short = name.replaceAll(/\p{Cc}/gu, '_')
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(short)?.[0] ?? ''
  while (Buffer.byteLength(short) > maxNameBytes)
    short =
      Array.from(short.slice(0, short.length - ending.length))
        .slice(0, -1)
        .join('') + ending
  return short
}

/** Something about a file in the inbox that its sender must mend. */
export class InboxProblem extends Error {}
/** It is being written again: it is read another time. */
export class StillWritten extends Error {}

/** The file's bytes; fails with `StillWritten` when it is written on meanwhile. */
export async function* contentOf({ path }: TakenFile, maxBytes: number): AsyncGenerator<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' ? new InboxProblem('This is a link. Links are not followed: send the file itself.') : error
  })
  try {
    const before = await file.stat()
    if (!before.isFile()) throw new InboxProblem('This is not a file.')
    if (before.size > maxBytes) throw new InboxProblem(`The file is larger than ${Math.round(maxBytes / 1_000_000)} MB.`)
    yield* file.createReadStream({ autoClose: false, end: Math.max(0, before.size - 1) })
    const after = await file.stat()
    if (after.size !== before.size || after.mtimeMs !== before.mtimeMs) throw new StillWritten('The file is still being written.')
  } finally {
    await file.close()
  }
}

/** What stands in the log beside a file. */
export function logOf(name: string, storeCode: string, upload: FileUpload | undefined, problem?: string): string {
  const store = storeCode === '' ? 'all stores' : storeCode
  const head = [`File:    ${name}`, `Store:   ${store}`]
  if (upload === undefined) return [...head, 'Result:  refused. Nothing was changed.', '', problem ?? '', ''].join('\n')
  head.push(`Number:  ${upload._id}`, `Came:    ${new Date(upload.received * 1000).toISOString()}`)
  if (upload.encoding !== null && isEncoding(upload.encoding)) head.push(`Encoding: ${encodingNames[upload.encoding]}`)
  if (upload.errorCount === 0) {
    const task = upload.taskId === null ? 'no label shows what changed' : `${upload.tagCount} labels in task ${upload.taskId}`
    return [...head, `Result:  ${upload.dataCount} rows, ${upload.count} changed; ${task}.`, ''].join('\n')
  }
  const rest = upload.errorCount - upload.error.length
  const more = rest > 0 ? [`and ${rest} more`] : []
  return [...head, `Result:  refused, ${upload.errorCount} errors. Nothing was changed.`, '', ...upload.error, ...more, ''].join('\n')
}
