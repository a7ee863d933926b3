/** Keeps two processes from opening the same data folder: a file names who holds it. A holder that is gone holds nothing. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { partsOf } from '@endcap/contract/typed-object'

const fileName = 'endcap.lock'

export interface Holder {
  pid: number
  /** Tells a process from a later one with the same number, where the system can tell. */
  started: string
  /** The process to stop so that the holder ends. */
  server: number
  /** As `started`, of that one; not in files of earlier versions. */
  serverStarted?: string
}

/** The folder is in use. */
export class FolderTaken extends Error {
  readonly holder: Holder
  constructor(folder: string, holder: Holder) {
    super(
      `The data folder ${folder} is in use by process ${holder.pid}, the database of server process ${holder.server}. ` +
        'Stop that server, or choose another folder with ENDCAP_DATA.',
    )
    this.holder = holder
  }
}

/** What /proc says of a process from its state on (proc_pid_stat(5)); empty where the system has none. */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
/** When the process began, in the system's ticks. */
const startOf = (pid: number): string => statOf(pid)[19] ?? ''

/** Whether the holder's server is gone, so that the message to end, which it waits for, never comes. */
export function isOrphan({ pid, started, server, serverStarted }: Holder): boolean {
  // The server of an earlier version's file is its holder's parent, or it is gone.
  if (serverStarted === undefined) return isAlive({ pid, started }) && ![undefined, String(server)].includes(statOf(pid)[1])
  return !isAlive({ pid: server, started: serverStarted })
}

function isAlive({ pid, started }: Pick<Holder, 'pid' | 'started'>): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
  }
  return startOf(pid) === started
}

/** Takes the folder for this process, the database of its parent, creating it if need be. Throws with folder and process number when another one holds it. */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, fileName)
  const mine: Holder = {
    pid: process.pid,
    started: startOf(process.pid),
    server: process.ppid,
    serverStarted: startOf(process.ppid),
  }
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    const holder = readHolder(file)
    if (holder !== undefined && isAlive(holder)) throw new FolderTaken(folder, holder)
    removeStale(file, holder)
  }
  throw new Error(`The data folder ${folder} could not be locked: another process keeps taking it.`)
}

/** Moves the lock of a holder that is gone away, unless another process was faster and it is that one's by now. */
function removeStale(file: string, holder: Holder | undefined): void {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    throw error
  }
  const moved = readHolder(aside)
  if (moved !== undefined && (moved.pid !== holder?.pid || moved.started !== holder.started)) {
    try {
      linkSync(aside, file)
    } catch {
      // A third one has it.
    }
  }
  rmSync(aside, { force: true })
}

/** Undefined for a file that was cut off by a crash. */
function readHolder(file: string): Holder | undefined {
  try {
    const { pid, started, server, serverStarted } = partsOf(JSON.parse(readFileSync(file, 'utf8')))
    if (typeof pid !== 'number' || typeof started !== 'string' || typeof server !== 'number') return undefined
    return { pid, started, server, ...(typeof serverStarted === 'string' && { serverStarted }) }
  } catch {
    return undefined
  }
}
