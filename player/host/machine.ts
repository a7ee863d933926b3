/** The machine that the display is: its address, how full it is, and what it can be told to do. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { freemem, networkInterfaces, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { partsOf, textOf } from './parts.ts'

/** A command that does not end is ended. */
const defaultTimeoutMs = 20_000
/** What a command has started may hold its output open for ever: it is over when it has ended. */
const lastWordsMs = 1000
const maxOutputBytes = 20_000_000

export interface Use {
  used: number
  total: number
}
export const memoryUse = (): Use => ({ used: totalmem() - freemem(), total: totalmem() })
export async function diskUse(folder: string): Promise<Use> {
  const { blocks, bavail, bsize } = await statfs(folder)
  return { used: (blocks - bavail) * bsize, total: blocks * bsize }
}
export const systemName = (): string => `${type()} ${release()}`

const noAddress = '00:00:00:00:00:00'
/** Hardware addresses of the machine, those of cables first; also of what is not connected, where the system tells. */
export function hardwareAddresses(folder = '/sys/class/net'): string[] {
  if (existsSync(folder)) {
    const real = readdirSync(folder)
      .filter((name) => existsSync(join(folder, name, 'device')))
      .toSorted((a, b) => Number(a.startsWith('w')) - Number(b.startsWith('w')) || a.localeCompare(b))
    const found = real.map((name) => readFileSync(join(folder, name, 'address'), 'utf8').trim()).filter((mac) => mac !== noAddress)
    if (found.length > 0) return found
  }
  const known = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return [...new Set(known.filter(({ internal, mac }) => !internal && mac !== noAddress).map(({ mac }) => mac))]
}
export function networkAddress(): string {
  const known = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return known.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? ''
}

export interface MachineState {
  /** Of the display: it stays when the machine gets another network card. */
  mac: string | undefined
  /** What the page has to say to be answered. */
  token: string
  software: Installed | undefined
  launcher: Installed | undefined
}
/** Software or a launcher of the store that the machine has. */
export interface Installed {
  ver: string
  sha256: string
  /** When it was installed, ISO 8601. */
  at: string
}
const statePath = (folder: string) => join(folder, 'host.json')
/** Who the machine is, as of the host's first start, and what was installed since. */
export function readState(folder: string): MachineState {
  const path = statePath(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const known = partsOf(existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)
  const state = {
    mac: textOf(known.mac) ?? hardwareAddresses()[0],
    token: textOf(known.token) ?? randomBytes(24).toString('base64url'),
    software: installedOf(known.software),
    launcher: installedOf(known.launcher),
  }
  if (state.mac !== known.mac || state.token !== known.token) writeState(folder, state)
  return state
}
function installedOf(stored: unknown): Installed | undefined {
  const { ver, sha256, at } = partsOf(stored)
  return typeof ver === 'string' && typeof sha256 === 'string' && typeof at === 'string' ? { ver, sha256, at } : undefined
}
export const writeState = (folder: string, state: MachineState): void => writeWhole(statePath(folder), JSON.stringify(state))
/** Old or new, never half. */
export function writeWhole(path: string, content: string): void {
  writeFileSync(`${path}.new`, content, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/** What stands for `{percent}`, `{state}` (on, off), `{address}` and `{file}` in the arguments of a program. */
export interface Given {
  percent?: number
  state?: 'on' | 'off'
  address?: string
  file?: string
}
/**
 * Runs a program with its arguments, filled with what is given. Nothing goes through a shell. Answers with what it
 * printed; rejects with what it said when it fails, or does not end in time.
 */
export function run([program = '', ...args]: readonly string[], given: Given = {}, patienceMs = defaultTimeoutMs): Promise<Buffer> {
  const filled = Object.entries(given).reduce((list, [name, value]) => list.map((one) => one.split(`{${name}}`).join(String(value))), args)
  return new Promise((resolve, reject) => {
    const child = spawn(program, filled, { stdio: ['ignore', 'pipe', 'pipe'], timeout: patienceMs, killSignal: 'SIGKILL' })
    const parts: Buffer[] = []
    let size = 0
    let errors = ''
    child.stdout.on('data', (part: Buffer) => {
      size += part.length
      if (size > maxOutputBytes) child.kill('SIGKILL')
      else parts.push(part)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-400)))
    child.on('error', reject)
    const end = (code: number | null, signal: string | null) => {
      child.stdout.destroy()
      child.stderr.destroy()
      if (code === 0) resolve(Buffer.concat(parts))
      else reject(new Error(`${program} ended with ${code ?? signal}${errors === '' ? '' : `: ${errors.trim()}`}`))
    }
    child.on('close', end)
    child.on('exit', (code, signal) => setTimeout(end, lastWordsMs, code, signal).unref())
  })
}
