/**
 * ffmpeg, the machine's own: makes pictures and other versions of films that any account may have sent. Each run is a process of its own, lower in
 * priority than the server, that reads one file of a known container and nothing else, with limits of the kernel (`ulimit`) to its processor
 * seconds, memory and output, and one by the clock. It ends with the server, also when that is killed.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** What one run may take. */
export interface RunLimits {
  /** Of the processor, all threads together; by the clock four times as many, for a machine that is busy. */
  seconds: number
  megabytes: number
  /** Of what it writes, in bytes. */
  outputBytes: number
}
export interface Run extends RunLimits {
  /** The file by its path and its container, as the decoder has found it. */
  input: { path: string; type: 'video/mp4' | 'video/webm' }
  /** Options that stand before the file, such as where to begin. */
  before?: readonly string[]
  /** What to make, with the path of its output. */
  make: readonly string[]
  signal: AbortSignal
  /** Hears how many seconds of the film are done, about twice a second. */
  onSeconds?: (seconds: number) => void
}
/** `ended` by a limit, `full`: the disk took no more, `unread`: the film cannot be decoded. */
export type RunOutcome = 'made' | 'unread' | 'ended' | 'full' | 'stopped'

const demuxers = { 'video/mp4': 'mov', 'video/webm': 'matroska' } as const
const threads = '2'
/** As decoders, and behind them. */
const niceness = '15'
/** So many times its seconds by the clock. */
const patience = 4
/** Of 512 bytes, as `ulimit -f` counts. */
const blockBytes = 512

/**
 * The shell sets the limits and waits at its input, which closes with the server: then the program goes. Its own input is nothing. Where a system
 * knows no limit the clock's stands.
 */
const script = [
  'limit() { ulimit "$1" "$2" 2>/dev/null || :; }',
  'limit -t "$1"; limit -v "$2"; limit -f "$3"; limit -c 0; shift 3',
  'exec 3<&0',
  '"$@" </dev/null 3<&- & job=$!',
  '( cat <&3; kill -9 $job ) >/dev/null 2>&1 & guard=$!',
  'exec 3<&-',
  'wait $job; code=$?',
  'kill $guard 2>/dev/null',
  'exit $code',
].join('\n')

/** A file alone: no playlist, no other file that this one names, no network. */
const argumentsOf = ({ input, before = [], make }: Run): string[] =>
  [
    ['-nostdin', '-hide_banner', '-v', 'error', '-y', '-protocol_whitelist', 'file', '-threads', threads],
    ['-f', demuxers[input.type], ...before, '-i', `file:${input.path}`],
    ['-map_metadata', '-1', '-map_chapters', '-1', '-threads', threads, '-filter_threads', threads, '-progress', 'pipe:1'],
    make,
  ].flat()

export function runFfmpeg(program: string, run: Run): Promise<RunOutcome> {
  const { seconds, megabytes, outputBytes, signal, onSeconds } = run
  const { promise, resolve, reject } = Promise.withResolvers<RunOutcome>()
  if (signal.aborted) return Promise.resolve('stopped')
  const limits = [Math.ceil(seconds), megabytes * 1000, Math.ceil(outputBytes / blockBytes)].map(String)
  // Of the server's settings it gets none: they have passwords among them.
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, LC_ALL: 'C' }
  const child = spawn('/bin/sh', ['-c', script, 'sh', ...limits, 'nice', '-n', niceness, program, ...argumentsOf(run)], { env })
  let [output, isLate] = ['', false]
  const end = () => void child.stdin.end()
  const timer = setTimeout(
    () => {
      isLate = true
      end()
    },
    seconds * patience * 1000,
  )
  signal.addEventListener('abort', end, { once: true })
  child.stdin.on('error', () => undefined)
  child.stderr.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-2000)))
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [, microseconds] = /^out_time_us=(\d+)$/.exec(line) ?? []
    if (microseconds !== undefined) onSeconds?.(Number(microseconds) / 1e6)
  })
  child.once('error', reject)
  child.once('close', (code) => {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    if (signal.aborted) resolve('stopped')
    else if (code === 0) resolve('made')
    else if (/No space left|Disk quota/i.test(output)) resolve('full')
    // 128 and a signal: of its limits, or of the machine's.
    else resolve(isLate || (code ?? 0) > 128 ? 'ended' : 'unread')
  })
  return promise
}

/** What it says of itself, such as `5.1.9`; undefined where there is none that runs and writes H.264. */
export async function ffmpegVersion(program: string): Promise<string | undefined> {
  const [version, encoders] = await Promise.all([say(program, '-version'), say(program, '-hide_banner', '-encoders')])
  return /\blibx264\b/.test(encoders) ? /^ffmpeg version (\S+)/.exec(version)?.[1] : undefined
}
function say(program: string, ...words: string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'ignore'], timeout: 10_000, env: { PATH: process.env.PATH } })
    let text = ''
    child.stdout.on('data', (part: Buffer) => (text += part.toString()))
    child.once('error', () => resolve(''))
    child.once('close', () => resolve(text))
  })
}
