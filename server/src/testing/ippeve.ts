/** Debian's own IPP printer for tests: `ippeveprinter`, with the D-Bus and Avahi it cannot start without, on a free port. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../platform/base/free-port.ts'

const programs = { printer: '/usr/sbin/ippeveprinter', bus: '/usr/bin/dbus-daemon', avahi: '/usr/sbin/avahi-daemon' }
export const ippeveMissing = Object.values(programs).every((path) => existsSync(path))
  ? undefined
  : 'ippeveprinter is not installed: apt-get install cups-ipp-utils dbus avahi-daemon'

export interface IppevePrinter {
  port: number
  /** The documents it has printed, oldest first. */
  printed(): Buffer[]
  /** What its print command does from now on: print, report no paper and wait, or fail. */
  behave(how: 'print' | 'empty' | 'fail'): void
  stop(): Promise<void>
}

const sockets = { bus: '/run/dbus/system_bus_socket', avahi: '/run/avahi-daemon/socket' }
/** A socket's file outlives who listened on it. */
const listens = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(path, () => resolve(true))
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
  })
/** What is not there of the machine's services is started, and ended with the printer. */
async function startService(path: string, program: string, args: string[], children: ChildProcess[]): Promise<void> {
  if (await listens(path)) return
  mkdirSync(dirname(path), { recursive: true })
  for (const left of [path, join(dirname(path), 'pid')]) rmSync(left, { force: true })
  children.push(spawn(program, args, { stdio: 'ignore' }))
  for (let attempt = 0; attempt < 100 && !(await listens(path)); attempt++) await wait(50)
}

/** The printer's command: called with each document that it prints. */
const command = (folder: string) => `#!/bin/sh
how=$(cat '${folder}/how')
while [ "$how" = empty ]; do
  echo 'STATE: +media-empty-error' >&2
  sleep 0.2
  how=$(cat '${folder}/how')
done
echo 'STATE: -media-empty-error' >&2
if [ "$how" = fail ]; then
  echo 'ERROR: The fuser is broken.' >&2
  exit 1
fi
cp "$1" '${folder}/printed/'$(printf %06d "$IPP_JOB_ID").pdf
`

export async function startIppeve({ formats = 'application/pdf,image/jpeg' }: { formats?: string } = {}): Promise<IppevePrinter> {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-ippeve-'))
  const [script, printed, spool] = [join(folder, 'print'), join(folder, 'printed'), join(folder, 'spool')] as const
  for (const path of [printed, spool]) mkdirSync(path)
  const behave = (how: string) => writeFileSync(join(folder, 'how'), how)
  behave('print')
  writeFileSync(script, command(folder))
  chmodSync(script, 0o755)
  const children: ChildProcess[] = []
  await startService(sockets.bus, programs.bus, ['--system', '--nofork', '--nopidfile'], children)
  await startService(sockets.avahi, programs.avahi, ['--no-drop-root', '--no-chroot', '--no-rlimits'], children)
  const port = await freePort()
  const args = ['-p', String(port), '-r', 'off', '-n', 'localhost', '-d', spool, '-k', '-f', formats, '-c', script, 'Endcap test']
  const printer = spawn(programs.printer, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  children.push(printer)
  let output = ''
  printer.stderr.on('data', (text: Buffer) => (output += text.toString()))
  for (let attempt = 0; attempt < 100 && printer.exitCode === null && !(await answers(port)); attempt++) await wait(50)
  if (printer.exitCode !== null) throw new Error(`ippeveprinter ended at once: ${output}`)
  return {
    port,
    printed: () =>
      readdirSync(printed)
        .toSorted()
        .map((name) => readFileSync(join(printed, name))),
    behave,
    stop: async () => {
      for (const child of children.toReversed()) {
        if (child.exitCode !== null) continue
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://localhost:${port}/`).then(
    () => true,
    () => false,
  )
}
