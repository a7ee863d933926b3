/**
 * One decoder process. What it takes of processor time and memory is looked at every 20 ms (Linux: /proc), so that a busy machine makes no file
 * too slow. Behind that stand limits of the kernel (`ulimit`): processor seconds, which also end a decoder whose server was killed, data memory,
 * and the length of files that it writes. Where there is no /proc, a timer stands for the processor time.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { ErrorAnswer } from '@endcap/contract/schemas'
import type { Logger } from 'pino'
import { mediaMaxBytes } from '@endcap/contract/upload-limits'
import { fullDisk, unavailable } from '../base/errors.ts'
import { pathOf, type DecodeJob, type FileKind, type Findings, type FromDecoder } from './jobs.ts'

export interface Limits {
  /** Of the processor, for one file. */
  seconds: number
  /** Resident memory of the process, of which it has some 100 before it reads anything. */
  megabytes: number
  /** A file that takes so many times its seconds by the clock gives its place to others. */
  patience: number
}
type Refused = { refused: ErrorAnswer }
export type Decoded<K extends FileKind> = { found: Findings[K] } | Refused

/** A machine that is busy starts a process slowly; that is no fault of the file. */
const startMs = 60_000
const lookMs = 20
/** Data memory that is asked for and not used does not count above, and fails here at three times as much; V8 sets this much aside at its start. */
const setAsideMegabytes = 700
const script = fileURLToPath(new URL('./child.ts', import.meta.url))
const pageBytes = 4096
/** Lower than the server's own, which answers people. */
const niceness = 5

/** Ticks of processor time in a second: the same on every Linux (`getconf CLK_TCK`). */
const ticks = 100
/** What a process takes: seconds of the processor so far, megabytes of memory now. Undefined where the system does not say. */
async function usageOf(pid: number): Promise<{ seconds: number; megabytes: number } | undefined> {
  const line = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // Behind the name, which may hold anything: state is the first of these, and of proc(5) the third.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  if (fields.length < 22) return undefined
  const [user, system, pages] = [Number(fields[11]), Number(fields[12]), Number(fields[21])]
  return { seconds: (user + system) / ticks, megabytes: (pages * pageBytes) / 1_000_000 }
}

function start({ path }: DecodeJob, { seconds, megabytes }: Limits): ChildProcess {
  const node = [
    '--no-warnings',
    '--max-old-space-size=256',
    '--permission',
    '--allow-addons',
    '--allow-fs-read=*',
    ...Object.values(pathOf).map((beside) => `--allow-fs-write=${beside(path)}`),
  ]
  // Of its settings the process gets none: the server's have passwords among them.
  const { HOME, FONTCONFIG_FILE, FONTCONFIG_PATH } = process.env
  const env = { HOME, FONTCONFIG_FILE, FONTCONFIG_PATH, UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' }
  const options = { env, serialization: 'advanced', stdio: ['ignore', 'ignore', 'pipe', 'ipc'] } as const
  if (process.platform === 'win32') return fork(script, [], { ...options, stdio: [...options.stdio], execArgv: node })
  const bounds = [
    `ulimit -t ${Math.ceil(seconds) * 2 + 30}`,
    `ulimit -d ${(3 * megabytes + setAsideMegabytes) * 1000}`,
    // In blocks of 512 bytes.
    `ulimit -f ${(2 * mediaMaxBytes.image) / 512}`,
    'ulimit -c 0',
  ]
  // What a system has no limit for is left to the timer and the heap's own limit.
  const command = `${bounds.map((one) => `${one} 2>/dev/null`).join('; ')}; exec "$@"`
  return fork(script, [], {
    ...options,
    stdio: [...options.stdio],
    execPath: '/bin/sh',
    execArgv: ['-c', command, 'sh', process.execPath, ...node],
  })
}

const refused = (code: string, message: string): Refused => ({ refused: { code, message, field: 'file' } })
const overTime = ({ seconds }: Limits) =>
  refused('file-time', `It takes more than ${seconds} seconds to read this file: it is too complex.`)
const overMemory = ({ megabytes }: Limits) =>
  refused('file-memory', `It takes more than ${megabytes} MB of memory to read this file: it is too large or too complex.`)
const unreadable = () => refused('file-unreadable', 'This file cannot be read: its content is not what it says to be.')

/** What a process that did not live through a file says of the file. */
function causeOf(signal: string | null, output: string, limits: Limits): Refused {
  if (signal === 'SIGXCPU') return overTime(limits)
  // How V8 and GLib end when they get no memory.
  const starved = (signal === 'SIGABRT' || signal === 'SIGTRAP') && /memory|alloc/i.test(output)
  return starved ? overMemory(limits) : unreadable()
}
/** Ended by none of ours: a machine without memory does that, or a person. The file may be right. */
const endedFromOutside = () =>
  unavailable(
    'The process that reads the file was ended from outside: the machine may be out of memory. Try again, or send a smaller file.',
    'reader-ended',
  )

/** Reads the file. `answer` rejects where the fault is not the file's; `stop` ends it at once; `ended` when nothing of it is left. */
export function startDecoder<K extends FileKind>(
  job: DecodeJob<K>,
  { log, onBegin, ...limits }: Limits & { log: Logger; onBegin: () => void },
) {
  const child = start(job, limits)
  const { promise: answer, resolve, reject } = Promise.withResolvers<Decoded<K>>()
  const { promise: ended, resolve: left } = Promise.withResolvers<void>()
  const end = () => void child.kill('SIGKILL')
  let [output, reading] = ['', false]
  let timer = setTimeout(end, startMs)
  let look: NodeJS.Timeout | undefined

  const settle = (answered: Refused) => {
    resolve(answered)
    end()
  }
  /** What the process had taken when it began with the file. */
  let before = 0
  const watch = async (pid: number): Promise<void> => {
    const usage = await usageOf(pid)
    if (child.exitCode !== null || child.signalCode !== null) return
    if (usage !== undefined && usage.megabytes > limits.megabytes) return settle(overMemory(limits))
    if (!reading) before = usage?.seconds ?? 0
    else if (usage !== undefined && usage.seconds - before > limits.seconds) return settle(overTime(limits))
    look = setTimeout(() => void watch(pid), lookMs)
  }
  const begin = () => {
    clearTimeout(timer)
    const late = () => {
      if (process.platform !== 'linux') return settle(overTime(limits))
      reject(unavailable('The machine is too busy to look at this file. Try again.'))
      end()
    }
    timer = setTimeout(late, limits.seconds * limits.patience * 1000)
    reading = true
    child.send(job)
    onBegin()
  }
  child.stderr?.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-4000)))
  child.on('message', (message: FromDecoder<K>) => {
    if ('ready' in message) return begin()
    if (!('failed' in message)) resolve(message)
    else if (message.code !== undefined) reject(fullDisk(message.code) ?? new Error(`A decoder failed: ${message.failed}`))
    else {
      log.warn({ kind: job.kind, error: message.failed }, 'a file could not be read')
      resolve(unreadable())
    }
    end()
  })
  child.on('error', (error) => {
    reject(error)
    if (child.pid === undefined) left()
  })
  // After its last words have come.
  child.once('close', (code, signal) => {
    clearTimeout(timer)
    clearTimeout(look)
    if (reading && (signal === 'SIGKILL' || signal === 'SIGTERM')) reject(endedFromOutside())
    else if (reading) resolve(causeOf(signal, output, limits))
    else reject(new Error(`A decoder did not start (${signal ?? code}). ${output}`))
    left()
  })
  if (child.pid !== undefined) {
    try {
      setPriority(child.pid, niceness)
    } catch {
      // It has ended already, which is said above.
    }
    void watch(child.pid)
  }
  const stop = () => {
    reject(unavailable('The server is stopping.'))
    end()
  }
  return { answer, ended, stop }
}
