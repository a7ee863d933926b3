/** Keeps two processes from opening the same data folder: a file names who holds it. A holder that is gone holds nothing. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileName = 'endcap.lock'

interface Holder {
  pid: number
  /** Tells a process from a later one with the same number, where the system can tell. */
  started: string
  /** The process to stop so that the holder ends. */
  server: number
}

/** When the process began, in the system's ticks; empty where /proc is missing. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function isAlive({ pid, started }: Holder): boolean {
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
  const mine: Holder = { pid: process.pid, started: startOf(process.pid), server: process.ppid }
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    const holder = readHolder(file)
    if (holder !== undefined && isAlive(holder)) {
      throw new Error(
        `The data folder ${folder} is in use by process ${holder.pid}, the database of server process ${holder.server}. ` +
          'Stop that server, or choose another folder with ENDCAP_DATA.',
      )
    }
    rmSync(file, { force: true })
  }
  throw new Error(`The data folder ${folder} could not be locked: another process keeps taking it.`)
}

/** Undefined for a file that was cut off by a crash. */
function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return undefined
  }
}
