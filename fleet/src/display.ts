/**
 * Virtual displays: they announce themselves, report, ask for their plan and carry out commands as the player does, and know what they would
 * show by the same package. They have no pixels, and load content only when they are asked to.
 */
import { chunkBytes, type Command, type Manifest, type ToPlayer } from '@endcap/contract/player'
import { planOf, sceneAt } from '@endcap/signage/plan'
import { loadPiece } from './load-piece.ts'

export interface DisplaySetup {
  mac: string
  claimSecret: string
  storeCode: string
  name: string
  model: string
  /** Of the store's settings; without it the display waits to be taken in. */
  enrolToken?: string | undefined
  screen: { width: number; height: number }
  /** Of an earlier life: it was taken in, and need not announce itself. */
  token?: string
  /** Loads what a new plan names, in pieces as the player does, before it plays that; what it is is not looked at. */
  loads?: boolean
  /** How long the server took to answer, milliseconds; `path` without its address. */
  answered?(path: string, ms: number): void
}
export interface Display {
  mac: string
  start(): void
  stop(): void
  /** What it would show now; undefined before it has a plan. */
  shown(): { kind: string; index: number | null; since: number } | undefined
  /** The digits on its screen while it waits. */
  code(): string | undefined
  /** The revision that it plays. */
  rev(): string | undefined
  /** Bytes of content that it has loaded. */
  loaded(): number
  /** Commands that it has done, oldest first. */
  done(): readonly Command['type'][]
}

const version = '0.1.0-virtual'
const retryMs = 5000
const remembered = 100
const caps = { host: true, reboot: true, brightness: true, screenshot: false, offlineStart: true }
const memoryBytes = 2_000_000_000
const diskBytes = 16_000_000_000

class Refused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`the server answered ${status}`)
    this.status = status
  }
}

export function createDisplay(serverUrl: string, setup: DisplaySetup, random: () => number = Math.random): Display {
  const began = Date.now()
  let stopped = true
  let token = setup.token
  let manifest: Manifest | undefined
  let code: string | undefined
  let offset = 0
  let heartbeatMs = 30_000
  let socket: WebSocket | undefined
  let timer: NodeJS.Timeout | undefined
  let busy: Promise<void> | undefined
  let untold: { id: string; result: 'ok' | 'unsupported' }[] = []
  let known: string[] = []
  const done: Command['type'][] = []
  const pieces = new Set<string>()
  let loaded = 0

  async function ask<T>(path: string, body?: object): Promise<T> {
    const asked = performance.now()
    const answer = await fetch(`${serverUrl}/api/player/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    })
    if (!answer.ok) throw new Refused(answer.status)
    const said = (await answer.json()) as T
    setup.answered?.(path.split('?')[0] ?? '', performance.now() - asked)
    return said
  }
  const shown = () => {
    if (manifest === undefined) return undefined
    const scene = sceneAt(planOf(manifest), Date.now() + offset)
    const index = scene.kind === 'slide' ? scene.index : scene.kind === 'show' ? scene.screen : null
    return { kind: scene.kind, index, since: scene.since }
  }

  async function announce(): Promise<number> {
    const { mac, claimSecret, storeCode, name, model, enrolToken, screen } = setup
    const body = { mac, claimSecret, storeCode, name, model, enrolToken, screen, ver: { player: version }, caps }
    type Answer = { pending: true; code: string; retrySeconds: number } | { pending: false; deviceToken: string; heartbeatSeconds: number }
    const answer = await ask<Answer>('register', body)
    code = answer.pending ? answer.code : undefined
    if (answer.pending) return answer.retrySeconds * 1000
    token = answer.deviceToken
    heartbeatMs = answer.heartbeatSeconds * 1000
    return 0
  }
  async function report(): Promise<number> {
    const told = untold.slice(0, remembered)
    const uptimeSeconds = (Date.now() - began) / 1000
    const answer = await ask<{ rev: string; commands: Command[]; now: number }>('heartbeat', {
      rev: manifest?.rev ?? null,
      uptimeSeconds,
      rssi: -45 - Math.round(random() * 20),
      ip: '',
      clockOffset: offset,
      errors: [],
      memory: { used: Math.round(memoryBytes * (0.35 + random() * 0.1)), total: memoryBytes },
      disk: { used: Math.round(diskBytes * 0.3), total: diskBytes },
      volume: manifest?.settings.volume ?? null,
      brightness: manifest?.settings.brightness ?? null,
      now: shown() ?? null,
      done: told,
    })
    offset = answer.now - Date.now()
    untold = untold.filter((one) => !told.includes(one))
    for (const command of answer.commands) carryOut(command)
    listen()
    if (answer.rev !== manifest?.rev) return (await renew()) ? 0 : heartbeatMs
    return untold.length > 0 ? 0 : heartbeatMs * (0.8 + random() * 0.4)
  }
  async function renew(): Promise<boolean> {
    const rev = manifest === undefined ? '' : `?rev=${encodeURIComponent(manifest.rev)}`
    const answer = await ask<{ manifest: Manifest | null }>(`manifest${rev}`)
    if (answer.manifest === null) return false
    if (setup.loads === true) await load(answer.manifest)
    manifest = answer.manifest
    return true
  }
  /** What breaks off goes on with the next try. */
  async function load({ files }: Manifest) {
    for (const { sha256, bytes } of Object.values(files))
      for (let start = 0; start < bytes; start += chunkBytes) {
        const piece = `${sha256} ${start}`
        if (pieces.has(piece)) continue
        const end = Math.min(bytes, start + chunkBytes) - 1
        const took = await loadPiece(`${serverUrl}/api/player/v1/content/${sha256}`, { token: token ?? '', start, end })
        if (took !== end - start + 1) throw new Error(`a piece of ${sha256} has ${took} bytes`)
        pieces.add(piece)
        loaded += took
      }
  }
  function carryOut({ id, type, expiresAt }: Command) {
    if (expiresAt <= Date.now() + offset) return
    if (!known.includes(id)) {
      known = [...known, id].slice(-remembered)
      done.push(type)
      if (type === 'sync') manifest = undefined
    }
    if (!untold.some((one) => one.id === id)) untold.push({ id, result: type === 'screenshot' || type === 'update' ? 'unsupported' : 'ok' })
  }
  function listen() {
    if (socket !== undefined || token === undefined || stopped) return
    const own = new WebSocket(`${serverUrl.replace('http', 'ws')}/player/push`)
    socket = own
    own.addEventListener('open', () => own.send(JSON.stringify({ token })))
    own.addEventListener('message', ({ data }) => {
      const said = JSON.parse(String(data)) as ToPlayer
      if (said.t === 'cmd') carryOut(said.cmd)
      if (said.t === 'cmd' || (said.t === 'rev' && said.rev !== manifest?.rev)) next(0)
    })
    const over = () => {
      if (socket === own) socket = undefined
    }
    own.addEventListener('close', over)
    own.addEventListener('error', over)
  }

  function next(ms: number) {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void beat(), ms)
  }
  async function beat() {
    await busy
    if (stopped) return
    const round = (token === undefined ? announce() : report())
      .catch((error: unknown) => {
        // Removed, or paired anew: it begins from the start.
        if (error instanceof Refused && error.status === 401) {
          token = undefined
          manifest = undefined
          socket?.close()
        }
        return retryMs
      })
      .then(next)
    busy = round
    await round
  }
  return {
    mac: setup.mac,
    start: () => {
      stopped = false
      next(Math.round(random() * 500))
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
      socket?.close()
    },
    shown,
    rev: () => manifest?.rev,
    loaded: () => loaded,
    code: () => code,
    done: () => done,
  }
}
