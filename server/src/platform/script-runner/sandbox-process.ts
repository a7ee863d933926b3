/** The process of a sandbox: which files and which settings it gets, and how it starts. */
import { fork, type ChildProcess } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ImageFiles } from './image.ts'

const startMs = 60_000
const here = dirname(fileURLToPath(import.meta.url))
/** All that the process may read beside the image: what child.ts imports. */
const childFiles = ['child.ts', 'sandbox.ts', 'host.ts', 'host-clock.ts', 'messages.ts'].map((name) => join(here, name))

/** Forks the process. It has no environment, and may read its own files alone. */
export function forkSandbox({ wasm, image }: ImageFiles): ChildProcess {
  const readable = [...childFiles, wasm, image, `${image}.json`]
  return fork(join(here, 'child.ts'), [wasm, image], {
    env: {},
    cwd: here,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [
      '--no-warnings',
      '--permission',
      ...readable.map((file) => `--allow-fs-read=${file}`),
      '--max-old-space-size=256',
      '--disallow-code-generation-from-strings',
      '--disable-proto=delete',
    ],
  })
}

/** Resolves when the sandbox takes jobs. Rejects with what it has said when it ends before; one that starts for a minute is killed. */
export function startedSandbox(process: ChildProcess): Promise<void> {
  let output = ''
  process.stderr?.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-2000)))
  return new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => process.kill('SIGKILL'), startMs)
    process.once('message', () => {
      clearTimeout(late)
      resolve()
    })
    process.once('exit', (code) => {
      clearTimeout(late)
      reject(new Error(`A sandbox for scripts did not start (${code}). ${output.trim()}`))
    })
    process.once('error', reject)
  })
}
