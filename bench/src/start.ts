/** The whole project as people start it, for a benchmark: with a data folder of its own, until it is stopped. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from './until.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Started {
  child: ChildProcess
  stop(): Promise<void>
}
/** Answers when it says that it is ready. */
export async function startProject(command: string, args: readonly string[], env: Record<string, string>): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-bench-'))
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ENDCAP_HOST: '127.0.0.1', ENDCAP_DATA: folder, ...env },
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = once(child, 'close')
  await until(`${[command, ...args].join(' ')} is ready`, () => output.includes('Stop with Ctrl-C'))
  return {
    child,
    stop: async () => {
      process.kill(-(child.pid ?? 0), 'SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
