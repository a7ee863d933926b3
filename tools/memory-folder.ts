/**
 * Where a run of tests has its temporary files: in memory (tmpfs), if there is room. Each file of tests makes a database of hundreds of files,
 * and a disk takes longer to make them than the tests take to use them.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** Linux has it in memory. */
const sharedMemory = '/dev/shm'
/** A whole run needs a third of it, the pages of its processes another. */
const neededBytes = 12 * 2 ** 30
const prefix = 'endcap-tests-'

/** Makes the folder, which goes with this process; undefined where memory is short. Those of runs that were killed go first. */
export function openMemoryFolder(place = sharedMemory, needed = neededBytes): string | undefined {
  if (!existsSync(place)) return undefined
  for (const name of readdirSync(place))
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length)))) remove(join(place, name))
  const { bavail, bsize } = statfsSync(place)
  if (Math.min(bavail * bsize, freemem()) < needed) return undefined
  const folder = join(place, `${prefix}${process.pid}`)
  mkdirSync(folder, { recursive: true })
  // As the system's own: some tests start processes of other users.
  chmodSync(folder, 0o1777)
  process.once('exit', () => remove(folder))
  // By which a process else ends without more.
  process.once('SIGINT', () => process.exit(130))
  return folder
}

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
