/** A display without a screen, for journeys: it says what the protocol says, and keeps what it hears. */
import { randomBytes } from 'node:crypto'
import type { Command, Manifest, ToPlayer } from '@endcap/contract/player'

export interface DisplayOptions {
  mac: string
  name?: string
  model?: string
  storeCode?: string
  enrolToken?: string | undefined
  screen?: { width: number; height: number }
  caps?: Partial<Record<'host' | 'reboot' | 'brightness' | 'screenshot' | 'offlineStart' | 'update', boolean>>
}
export interface TestDisplay {
  mac: string
  /** What was asked of it, oldest first. */
  heard: Command[]
  /** Announces itself; answers the code on its screen, or nothing once it is taken in. */
  announce(): Promise<string | undefined>
  /** Reports; what was asked of it is done thereby. */
  beat(use?: { memory?: number; disk?: number }): Promise<void>
  manifest(): Promise<Manifest>
  /** Tells what it has shown: contents as plans name them, with their times in milliseconds. */
  played(seq: number, items: { content: string; from: number; to: number }[]): Promise<void>
  /** Waits until it was asked to do this; answers with what. */
  asked(type: Command['type']): Promise<Command>
  stop(): void
}

const smallJpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=',
  'base64',
)

export function createDisplay(
  serverUrl: string,
  { mac, screen = { width: 1920, height: 158 }, caps = {}, ...more }: DisplayOptions,
): TestDisplay {
  const claimSecret = randomBytes(24).toString('base64url')
  const heard: Command[] = []
  let [token, rev]: (string | undefined)[] = []
  let socket: WebSocket | undefined
  let done: string[] = []
  const all = { host: true, reboot: true, brightness: true, screenshot: true, offlineStart: true, update: true, ...caps }

  async function call(path: string, init: RequestInit = {}) {
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(typeof init.body === 'string' && { 'content-type': 'application/json' }),
    }
    const answer = await fetch(`${serverUrl}/api/player/v1/${path}`, { ...init, headers })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }
  const post = (path: string, body: object) => call(path, { method: 'POST', body: JSON.stringify(body) })
  function take(command: Command) {
    if (heard.some((one) => one.id === command.id)) return
    heard.push(command)
    done.push(command.id)
    if (command.type === 'screenshot') {
      const form = new FormData()
      form.append('file', new Blob([smallJpeg], { type: 'image/jpeg' }), 'screen.jpg')
      void call('screenshot', { method: 'POST', body: form })
    }
  }
  function connect() {
    socket = new WebSocket(`${serverUrl.replace('http', 'ws')}/player/push`)
    socket.addEventListener('open', () => socket?.send(JSON.stringify({ token })))
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as ToPlayer
      if (message.t === 'cmd') take(message.cmd)
    })
  }
  const display: TestDisplay = {
    mac,
    heard,
    announce: async () => {
      const answer = await post('register', { mac, claimSecret, ver: { player: '1.4.0', host: '2.0.1' }, screen, caps: all, ...more })
      if (answer.pending === true) return String(answer.code)
      token = String(answer.deviceToken)
      connect()
      return undefined
    },
    played: async (seq, items) => void (await post('events', { seq, items: items.map((item) => ({ k: 'play', ...item })) })),
    beat: async ({ memory = 41, disk = 35 } = {}) => {
      const results = done.map((id) => ({ id, result: 'ok' }))
      done = []
      const gigabytes = (percent: number, total: number) => ({ used: (percent / 100) * total * 2 ** 30, total: total * 2 ** 30 })
      const answer = await post('heartbeat', {
        rev: rev ?? null,
        uptimeSeconds: 98_765,
        memory: gigabytes(memory, 2),
        disk: gigabytes(disk, 16),
        rssi: -58,
        ip: '192.0.2.17',
        volume: 3,
        brightness: 200,
        now: { kind: 'slide', index: 1, since: Date.now() },
        clockOffset: 4,
        errors: [],
        done: results,
      })
      for (const command of answer.commands as Command[]) take(command)
    },
    manifest: async () => {
      const { manifest } = (await call('manifest')) as unknown as { manifest: Manifest }
      rev = manifest.rev
      return manifest
    },
    asked: async (type) => {
      for (let turn = 0; turn < 200; turn++) {
        const found = heard.findLast((command) => command.type === type)
        if (found !== undefined) return found
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error(`The display ${mac} was not asked for ${type}; it heard ${heard.map((one) => one.type).join(', ')}`)
    },
    stop: () => socket?.close(),
  }
  return display
}
