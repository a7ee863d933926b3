/**
 * Virtual displays: they announce themselves, report, ask for their plan and carry out commands as the player does, and know what they would
 * show by the same package. They have no pixels, and load content only when they are asked to.
 */
import type { Command, Manifest } from '@endcap/contract/player'
import { planOf, sceneAt } from '@endcap/signage/plan'
import { createCommands } from './display/commands.ts'
import { createContent } from './display/content.ts'
import { createFastLine } from './display/fast-line.ts'
import { createPlayerApi, Refused, registered, renewed, reported } from './display/player-api.ts'

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
const caps = { host: true, reboot: true, brightness: true, screenshot: false, offlineStart: true }
const memoryBytes = 2_000_000_000
const diskBytes = 16_000_000_000

/** A display that does nothing until it is started; `random` spreads its calls and figures. */
export function createDisplay(serverUrl: string, setup: DisplaySetup, random: () => number = Math.random): Display {
  const began = Date.now()
  let stopped = true
  let token = setup.token
  let manifest: Manifest | undefined
  let code: string | undefined
  let offset = 0
  let heartbeatMs = 30_000
  let timer: NodeJS.Timeout | undefined
  let busy: Promise<void> | undefined
  const commands = createCommands()
  const content = createContent(serverUrl)
  const ask = createPlayerApi({ serverUrl, token: () => token, answered: setup.answered })
  const line = createFastLine(serverUrl, (said) => {
    if (said.t === 'cmd') carryOut(said.cmd)
    if (said.t === 'cmd' || (said.t === 'rev' && said.rev !== manifest?.rev)) next(0)
  })

  const shown = () => (manifest === undefined ? undefined : shownAt(manifest, Date.now() + offset))

  async function announce(): Promise<number> {
    const { mac, claimSecret, storeCode, name, model, enrolToken, screen } = setup
    const body = { mac, claimSecret, storeCode, name, model, enrolToken, screen, ver: { player: version }, caps }
    const answer = await ask('register', registered, body)
    code = answer.pending ? answer.code : undefined
    if (answer.pending) return answer.retrySeconds * 1000
    token = answer.deviceToken
    heartbeatMs = answer.heartbeatSeconds * 1000
    return 0
  }
  async function report(): Promise<number> {
    const commandsDone = commands.untold()
    const answer = await ask('heartbeat', reported, {
      ...figures((Date.now() - began) / 1000, random),
      rev: manifest?.rev ?? null,
      clockOffset: offset,
      volume: manifest?.settings.volume ?? null,
      brightness: manifest?.settings.brightness ?? null,
      now: shown() ?? null,
      done: commandsDone,
    })
    offset = answer.now - Date.now()
    commands.heard(commandsDone)
    for (const command of answer.commands) carryOut(command)
    if (token !== undefined && !stopped) line.open(token)
    if (answer.rev !== manifest?.rev) return (await renew()) ? 0 : heartbeatMs
    return commands.untold().length > 0 ? 0 : heartbeatMs * (0.8 + random() * 0.4)
  }
  async function renew(): Promise<boolean> {
    const rev = manifest === undefined ? '' : `?rev=${encodeURIComponent(manifest.rev)}`
    const answer = await ask(`manifest${rev}`, renewed)
    if (answer.manifest === null) return false
    if (setup.loads === true) await content.load(answer.manifest, token ?? '')
    manifest = answer.manifest
    return true
  }
  function carryOut(command: Command) {
    const isNew = commands.carryOut(command, Date.now() + offset)
    if (isNew && command.type === 'sync') manifest = undefined
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
          line.close()
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
      line.close()
    },
    shown,
    rev: () => manifest?.rev,
    loaded: content.loaded,
    code: () => code,
    done: commands.done,
  }
}

/** What a manifest has shown at a time, in milliseconds. */
function shownAt(manifest: Manifest, at: number) {
  const scene = sceneAt(planOf(manifest), at)
  const index = scene.kind === 'slide' ? scene.index : scene.kind === 'show' ? scene.screen : null
  return { kind: scene.kind, index, since: scene.since }
}

/** What a display tells of its machine. */
const figures = (uptimeSeconds: number, random: () => number) => ({
  uptimeSeconds,
  rssi: -45 - Math.round(random() * 20),
  ip: '',
  errors: [],
  memory: { used: Math.round(memoryBytes * (0.35 + random() * 0.1)), total: memoryBytes },
  disk: { used: Math.round(diskBytes * 0.3), total: diskBytes },
})
