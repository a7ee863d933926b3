/**
 * Software for the machine (docs/signage.md): loaded from the server piece by piece, checked as a whole, and installed by the program that the
 * settings name. What breaks off goes on where it was, also after a restart.
 */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { open, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as rest } from 'node:timers/promises'
import { run, type Installed } from './machine.ts'
import { partsOf, textOf } from './parts.ts'
import { endingOf, type Installer, type Settings } from './settings.ts'
import { messageOf } from './thrown.ts'

/** As the contract's `chunkBytes`. */
const pieceBytes = 8_388_608
/** As the contract's `mediaMaxBytes.sw`: the server takes in nothing larger. */
const maxBytes = 1_000_000_000
/** A server that sends nothing for so long is not there. */
const silenceMs = 60_000
/** So often in a row nothing may come; the rests between grow from a second to half a minute: a server that starts anew is waited for. */
const tries = 6
const restMs = 1000
/** What installs it is ended after this time. */
const installMs = 600_000

export interface RequestedSoftware {
  sha256: string
  bytes: number
  ver: string
}
/** What was asked for is not done, and nothing was begun. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
/** Trying once more would not help. */
class Final extends Error {}

/** Throws `Refused`, which names what is wrong. */
export function requestedSoftware(body: unknown): RequestedSoftware {
  const { sha256, bytes, ver } = partsOf(body)
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) throw new Refused(400, '`sha256` must be 64 hexadecimal digits.')
  if (typeof bytes !== 'number' || !Number.isInteger(bytes) || bytes < 1 || bytes > maxBytes)
    throw new Refused(400, `\`bytes\` must be a whole number of 1 to ${maxBytes}.`)
  if (typeof ver !== 'string' || ver.length < 1 || ver.length > 60) throw new Refused(400, '`ver` must be a text of 1 to 60 characters.')
  return { sha256, bytes, ver }
}

export interface Software {
  /** Resolves when it is installed and noted. `authorization`: the display's own. Throws `Refused`, or why it failed, in words for people. */
  install(requested: RequestedSoftware, authorization: string): Promise<void>
}
interface Installers {
  server: URL
  /** Of the host program. */
  data: string
  commands: Settings['commands']
  /** Called when it is installed; what is stored then stands in the facts. */
  installed(what: 'software' | 'launcher', now: Installed): void
}
/** What installs the software and the launcher of the store, as far as the settings say how: one of them at a time. */
export function createInstallers({
  server,
  data,
  commands: { update, launcher },
  installed,
}: Installers): Partial<Record<Installer, Software>> {
  const turn = { taken: false }
  const create = (what: 'software' | 'launcher', command: readonly string[]) =>
    createSoftware({ server, folder: join(data, what), command, turn, installed: (now) => installed(what, now) })
  return { ...(update && { update: create('software', update) }), ...(launcher && { launcher: create('launcher', launcher) }) }
}

interface Options {
  server: URL
  /** Where it lies until it is installed. */
  folder: string
  command: readonly string[]
  turn: { taken: boolean }
  installed(now: Installed): void
}
function createSoftware({ server, folder, command, turn, installed }: Options): Software {
  async function perform(requested: RequestedSoftware, authorization: string) {
    const { sha256, bytes, ver } = requested
    const path = join(folder, sha256)
    const file = `${path}${endingOf(command) ?? ''}`
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // What an earlier one has left takes room.
    for (const name of readdirSync(folder)) if (!name.startsWith(sha256)) rmSync(join(folder, name), { recursive: true })
    if (!existsSync(file) || statSync(file).size !== bytes || (await digestOf(file)) !== sha256) {
      rmSync(file, { force: true })
      await load({ url: new URL(`/api/player/v1/content/${sha256}`, server), authorization, path: `${path}.part`, bytes })
      if ((await digestOf(`${path}.part`)) !== sha256) {
        rmSync(`${path}.part`)
        throw new Error('The file is damaged: its checksum is not the one that the server names. It is loaded anew the next time.')
      }
      renameSync(`${path}.part`, file)
    }
    await run(command, { file: path }, installMs)
    installed({ ver, sha256, at: new Date().toISOString() })
    rmSync(file, { force: true })
  }
  return {
    install: async (requested, authorization) => {
      if (turn.taken) throw new Refused(409, 'Software is being installed already.')
      turn.taken = true
      try {
        await perform(requested, authorization)
      } catch (error) {
        throw isFull(error) ? new Error('The disk of this machine is full.', { cause: error }) : error
      } finally {
        turn.taken = false
      }
    },
  }
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
const isFull = (error: unknown) => error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code))

interface Load {
  url: URL
  authorization: string
  /** What is there of the file is its beginning. */
  path: string
  bytes: number
}
/** Resolves when the file has all of its bytes. */
async function load({ url, authorization, path, bytes }: Load): Promise<void> {
  let at = existsSync(path) ? statSync(path).size : 0
  if (at > bytes) {
    rmSync(path)
    at = 0
  }
  const { bavail, bsize } = await statfs(join(path, '..'))
  if (bavail * bsize < bytes - at)
    throw new Error(`The disk of this machine is too full: ${megabytes(bytes - at)} are needed, ${megabytes(bavail * bsize)} are free.`)
  const target = await open(path, 'a', 0o600)
  /** Appends what comes of the next piece. */
  const loadPiece = async () => {
    const end = Math.min(bytes, at + pieceBytes) - 1
    const silent = new AbortController()
    const timer = setTimeout(() => silent.abort(new Error('it said nothing for a minute')), silenceMs)
    try {
      const headers = { authorization, range: `bytes=${at}-${end}`, 'accept-encoding': 'identity' }
      const answer = await fetch(url, { headers, redirect: 'error', signal: silent.signal })
      await refuseOther(answer, { at, bytes })
      for await (const part of answer.body ?? []) {
        if (at + part.byteLength > end + 1) throw new Final('The server sends more than was asked for.')
        timer.refresh()
        await target.appendFile(part)
        at += part.byteLength
      }
    } finally {
      clearTimeout(timer)
      silent.abort()
    }
  }
  try {
    for (let failed = 0; at < bytes;) {
      const before = at
      let why = ''
      try {
        await loadPiece()
        if (at === before) why = 'it sent nothing'
      } catch (error) {
        if (error instanceof Final || isFull(error)) throw error
        why = reasonOf(error)
      }
      if (at > before) failed = 0
      if (why === '') continue
      if (++failed === tries) throw new Error(`The server is out of reach: ${why}. ${megabytes(at)} of ${megabytes(bytes)} are here.`)
      await rest(restMs * 2 ** (failed - 1))
    }
    await target.sync()
  } finally {
    await target.close()
  }
}

/** What is no answer to the piece that was asked for. */
async function refuseOther(answer: Response, { at, bytes }: { at: number; bytes: number }): Promise<void> {
  const range = answer.headers.get('content-range') ?? ''
  if (answer.status === 206 && range.startsWith(`bytes ${at}-`) && range.endsWith(`/${bytes}`)) return
  if (answer.status >= 500 || answer.status === 429) throw new Error(`it answers ${answer.status}`)
  if (answer.ok) throw new Final('The server gives another piece than was asked for.')
  const message = textOf(partsOf(await answer.json().catch(() => undefined)).message)
  throw new Final(`The server answers ${answer.status}${message === undefined ? '' : `: ${message}`}`)
}

/** `fetch` hides what has happened. */
function reasonOf(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error ? error.cause.message : messageOf(error)
}
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
