/**
 * A TRMNL sign as its firmware behaves, with every trap that is known of it: the flash that knows pictures by their names, silent retries,
 * messages that cover the price, the sleep that only a button ends. Its panel is a bitmap. Never tried against a real sign (guide).
 */
import { request } from 'node:http'
import type { Bitmap } from '@endcap/label/bitmap'
import type { Palette } from '@endcap/label/palettes'
import type { Clock } from '../clock.ts'
import { readPng } from './read-png.ts'

export interface SignSetup {
  /** `AA:BB:CC:DD:EE:FF`. */
  mac: string
  /** As somebody types it into the portal: without a slash at its end. */
  base: string
  clock: Clock
  width?: number
  height?: number
  palette?: Palette
  model?: string
  firmware?: string
}
export type Glass = { picture: Bitmap } | { message: string } | { nothing: true }

/** Seconds of sleep after failures: in silence, then under a message. */
const silent = [15, 30, 60]
const afterMessage = 900
const wifiSleeps = [60, 180, 300]
const triesAWake = 5
/** Failures of Wi-Fi in a row after which only the button wakes it. */
const lastWifiFailure = 4
const mostBytes = { small: 90_000, large: 750_000 }
const longName = 31
/** The only picture that is no PNG and may be a logo: 800 × 480 pixels, 1 bit. */
const bytesOfLogoBmp = 48_062

type Cut = 'reset' | 'close'
interface Reply {
  status: number
  type: string
  length: number | undefined
  body: Buffer
}

export function createSign({ mac, base, clock, width = 800, height = 480, palette = 'bw', model = 'og', firmware = '1.8.15' }: SignSetup) {
  let key = ''
  let code = ''
  let glass: Glass = { nothing: true }
  /** What it believes to show; a message does not change that. */
  let believed = ''
  /** What its messages are drawn under. */
  let logo: Buffer | undefined
  /** By name, as cut. */
  const flash = new Map<string, Buffer>()
  let rate = 900
  let failures = 0
  let wifiFailures = 0
  let wifi = true
  let asleep = false
  let battery = 4.08
  let cut: Cut | undefined
  const logs: string[] = []
  let downloads = 0
  let drawings = 0

  const cutName = (name: string) => (name.length > longName ? name.slice(0, 7) + name.slice(-17) : name)
  function store(name: string, file: Buffer) {
    for (const other of flash.keys()) {
      const epoch = Number(other.slice(-10))
      if (other.slice(0, 13) === name.slice(0, 13) || !/^\d{10}$/.test(other.slice(-10)) || Math.abs(clock.now() / 1000 - epoch) > 86_400)
        flash.delete(other)
    }
    flash.set(name, file)
  }

  function headers(source: string) {
    return {
      ID: mac,
      'Access-Token': key,
      'Refresh-Rate': String(rate),
      'Battery-Voltage': battery.toFixed(2),
      'FW-Version': firmware,
      Model: model,
      RSSI: '-58',
      Width: String(width),
      Height: String(height),
      'Update-Source': source,
      'Content-Type': 'application/json',
    }
  }

  function failQuietly(why: string) {
    failures++
    logs.push(why)
    const sleep = silent[failures - 1]
    if (sleep === undefined) {
      glass = { message: why }
      rate = afterMessage
    } else rate = sleep
  }

  /** Draws what it has, and believes its name from then on. */
  function draw(name: string, file: Buffer) {
    const picture = readPng(file, { width, height, palette })
    // A broken file is not noticed: the panel keeps what it had, and the sign believes that it has drawn.
    if (picture !== undefined) {
      glass = { picture }
      drawings++
    }
    believed = name
  }

  async function download(url: string, name: string): Promise<boolean> {
    const reply = await ask(url, { ID: mac, 'Access-Token': key }, cut)
    cut = undefined
    if (reply?.status !== 200 || (reply.length !== undefined && reply.body.byteLength < reply.length)) return false
    if (reply.type !== 'image/png' && reply.type !== 'image/jpeg' && reply.body.toString('latin1', 0, 2) !== 'BM') return false
    downloads++
    if (reply.body.byteLength > (width * height > 800 * 480 ? mostBytes.large : mostBytes.small)) {
      glass = { message: 'image file size too big' }
      logs.push('image file size too big')
      return true
    }
    store(name, reply.body)
    draw(name, reply.body)
    return true
  }

  async function setUp() {
    const reply = await ask(`${base}/api/setup`, { ID: mac, 'FW-Version': firmware, Model: model })
    const read = reply === undefined ? undefined : parse(reply.body)
    if (reply?.status === 404 || read?.status === 404) {
      glass = { message: 'MAC not registered' }
      return false
    }
    if (read?.status !== 200) return true
    ;[key, code] = [textOf(read.api_key), textOf(read.friendly_id)]
    await fetchLogo(textOf(read.image_url))
    return true
  }
  /** At once, with its address alone. One that does not come is a message; the key is kept. */
  async function fetchLogo(url: string) {
    const reply = URL.canParse(url) ? await ask(url, { ID: mac }) : undefined
    const file = reply?.status === 200 && reply.body.byteLength === reply.length ? reply.body : undefined
    const kind = file?.toString('latin1', 0, 4) ?? ''
    const fits = kind.startsWith('BM') ? file?.byteLength === bytesOfLogoBmp : kind.endsWith('PNG')
    if (fits) logo = file
    else glass = { message: 'the logo could not be had' }
  }

  async function display(source: string): Promise<boolean> {
    let reply: Reply | undefined
    for (let tries = 0; tries < triesAWake && reply === undefined; tries++) reply = await ask(`${base}/api/display`, headers(source))
    const answer = reply !== undefined && [200, 301, 429].includes(reply.status) ? parse(reply.body) : undefined
    if (answer === undefined || answer.status !== 0 || typeof answer.image_url !== 'string' || answer.image_url === '') return false
    const name = cutName(textOf(answer.filename))
    rate = Number(answer.refresh_rate ?? 0)
    const kept = flash.get(name)
    if (kept === undefined) return download(answer.image_url, name)
    if (name !== believed) draw(name, kept)
    return true
  }

  return {
    mac,
    glass: () => glass,
    logo: () => logo,
    code: () => code,
    key: () => key,
    downloads: () => downloads,
    drawings: () => drawings,
    /** Seconds until it wakes by itself; undefined while only its button wakes it. */
    sleeps: () => (asleep ? undefined : rate),
    setWifi: (on: boolean) => void (wifi = on),
    setBattery: (volts: number) => void (battery = volts),
    /** The next picture breaks off: the line is reset, or closed as if all had come. */
    breakOff: (how: Cut) => void (cut = how),
    /** Back to the factory: it forgets who it was. */
    reset() {
      ;[key, code, believed, glass] = ['', '', '', { nothing: true }]
      flash.clear()
    },
    /** Somebody took its key and says it is this one. */
    takeKey: (other: string) => void (key = other),
    note: (text: string) => void logs.push(text),
    /** One wake, from radio on to sleep. */
    async wake(source: 'timer' | 'button' | 'powercycle' = 'timer') {
      if (asleep && source === 'timer') return
      asleep = false
      if (source !== 'timer') believed = ''
      if (!wifi) {
        wifiFailures++
        glass = { message: 'cannot connect to Wi-Fi' }
        rate = wifiSleeps[Math.min(wifiFailures, wifiSleeps.length) - 1] ?? 300
        asleep = wifiFailures >= lastWifiFailure
        return
      }
      wifiFailures = 0
      if (key === '' && !(await setUp())) {
        rate = 900
        return
      }
      if (logs.length > 0) {
        const body = JSON.stringify({
          logs: logs.map((message, id) => ({ id, message, created_at: Math.floor(clock.now() / 1000), firmware_version: firmware })),
        })
        const reply = await ask(`${base}/api/log`, headers(source), undefined, body)
        if (reply !== undefined && [200, 204, 301].includes(reply.status)) logs.length = 0
      }
      if (await display(source)) failures = 0
      else failQuietly('the picture could not be had')
    },
  }
}
export type SimulatedSign = ReturnType<typeof createSign>

/** Seconds until the button of a sign is pressed that nothing else wakes. */
const buttonSeconds = 900
interface SignLife {
  clock: Clock
  /** It sleeps so many times shorter than it is told to. */
  speed?: number
  /** It went to sleep, for so many seconds; undefined: until its button is pressed. */
  onSleep?(seconds: number | undefined): void
}
/** Turns a sign on, and wakes it whenever its time has come. Answers how to end that. */
export function keepSignAlive(sign: SimulatedSign, { clock, speed = 1, onSleep }: SignLife): () => void {
  let over = false
  let forget = () => {}
  async function wake(source: 'timer' | 'button' | 'powercycle'): Promise<void> {
    await sign.wake(source)
    if (over) return
    const sleeps = sign.sleeps()
    onSleep?.(sleeps)
    forget = clock.after(((sleeps ?? buttonSeconds) * 1000) / speed, () => void wake(sleeps === undefined ? 'button' : 'timer'))
  }
  void wake('powercycle')
  return () => {
    over = true
    forget()
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function parse(body: Buffer): Record<string, unknown> | undefined {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** One call, as the firmware makes it: no keep-alive, nothing followed. undefined where nobody answers. */
function ask(url: string, headers: Record<string, string>, cut?: Cut, body?: string): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const asked = request(
      url,
      { agent: false, method: body === undefined ? 'GET' : 'POST', headers: { ...headers, connection: 'close' }, timeout: 15_000 },
      (answer) => {
        const pieces: Buffer[] = []
        const length = answer.headers['content-length']
        const done = () =>
          resolve({
            status: answer.statusCode ?? 0,
            type: String(answer.headers['content-type'] ?? ''),
            length: length === undefined ? undefined : Number(length),
            body: Buffer.concat(pieces),
          })
        answer.on('data', (piece: Buffer) => {
          pieces.push(cut === undefined ? piece : piece.subarray(0, 100))
          if (cut === 'reset') answer.socket.resetAndDestroy()
          if (cut === 'close') answer.destroy()
        })
        answer.on('close', done)
        answer.on('error', done)
      },
    )
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(undefined))
    asked.end(body)
  })
}
