/**
 * OpenDisplay panels on this machine, with what makes real ones difficult: an answer for each part, one client at a time, connections that
 * close by themselves, drawing that takes its time and may fail, deep sleep, restarts, encryption.
 */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createEncryptedServer } from 'node:tls'
import { inflateSync } from 'node:zlib'
import type { Bitmap } from '@endcap/label/bitmap'
import type { Clock } from '../clock.ts'
import { crc16 } from './config.ts'
import type { Announcement, Discovery } from './discover.ts'
import { panelKey } from './psk.ts'
import { pictureBytes, readPicture } from './simulated-glass.ts'

export interface PanelSettings {
  /** 12 hexadecimal digits, capitals. */
  mac: string
  width: number
  height: number
  scheme: number
  rotation?: number
  controller?: number
  /** 1 and 2 inflate; 8 direct. */
  modes?: number
  lights?: number
  manufacturer?: number
  board?: number
  /** 1 battery, 2 USB. */
  power?: number
  sleepSeconds?: number
  /** Place of its buttons in telemetry. */
  buttonPlace?: number
  /** 32 hexadecimal digits: encrypted, and on the next port. */
  masterKey?: string
  refreshMs?: number
  /** What it does with a second client: older firmware drops the first one, newer the second. */
  second?: 'ousts' | 'refused'
}

export interface Command {
  code: number
  data: Uint8Array
  /** How many of this code have come on this connection, this one included. */
  count: number
}
/** What it does instead of the right thing: says nothing, refuses, closes, or sends these bytes as they are. */
export type Fault = (command: Command) => 'silent' | 'refuse' | 'close' | Uint8Array | undefined

export interface SimulatedPanel {
  readonly mac: string
  /** The port without encryption, also where it is encrypted. */
  readonly port: number
  /** As the driver takes it. */
  readonly address: string
  /** What stands on the glass; undefined before the first picture and after a restart, which draws a screen of its own. */
  glass: Bitmap | undefined
  drawn: number
  etag: number
  connections: number
  readonly drawing: boolean
  /** Somebody is connected. */
  readonly busy: boolean
  /** Hexadecimal, of each light command. */
  lights: string[]
  commands: number[]
  rebooted: boolean
  battery: number
  fault: Fault | undefined
  /** Instead of its own. */
  config: Uint8Array | undefined
  /** Drawing ends with the notice that it timed out. */
  drawFails: boolean
  press(button: number): void
  reboot(): Promise<void>
  sleep(): Promise<void>
  wake(): Promise<void>
  announce(otherwise?: Partial<Announcement>): void
}

const idleMs = 30_000

/** Starts panels; `close` ends them and their connections. */
export async function startPanels({ clock, panels }: { clock: Clock; panels: PanelSettings[] }) {
  const listeners = new Set<(announcement: Announcement) => void>()
  const tell = (announcement: Announcement) => {
    for (const listener of listeners) listener(announcement)
  }
  const add = async (settings: PanelSettings) => {
    const panel = await startPanel(settings, clock, tell)
    all.push(panel)
    return panel
  }
  const all: SimulatedPanel[] = []
  all.push(...(await Promise.all(panels.map((settings) => startPanel(settings, clock, tell)))))
  const discovery: Discovery = {
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    ask: () => undefined,
  }
  return {
    panels: all,
    add,
    discovery,
    address: all.map(({ address }) => address).join(' '),
    close: async () => {
      await Promise.all(all.map((panel) => panel.sleep()))
    },
  }
}

interface Transfer {
  /** Bytes before compression; undefined for plain ones. */
  rawBytes: number | undefined
  parts: Uint8Array[]
  filled: number
}

async function startPanel(given: PanelSettings, clock: Clock, tell: (announcement: Announcement) => void): Promise<SimulatedPanel> {
  const settings = { rotation: 0, modes: 11, power: 2, refreshMs: 3000, second: 'ousts' as const, ...given }
  let server: Server | undefined
  let listens = 0
  let client: Socket | undefined
  let stopDrawing: (() => void) | undefined
  let buttonByte = 0
  let counter = 0

  const answer = (socket: Socket, ...bytes: number[]) => {
    if (!socket.destroyed) socket.write(Uint8Array.of(bytes.length & 255, bytes.length >> 8, ...bytes))
  }

  function telemetry(): Uint8Array {
    const bytes = new Uint8Array(14)
    if (settings.buttonPlace !== undefined) bytes[settings.buttonPlace] = buttonByte
    const battery = Math.round(panel.battery * 100)
    bytes.set([2 * (21 + 40), battery & 255, (battery >> 8) | (panel.rebooted ? 2 : 0) | ((counter++ & 15) << 4)], 11)
    return bytes
  }

  function serve(socket: Socket): void {
    if (client !== undefined && !client.destroyed) {
      if (settings.second === 'refused') return void socket.destroy()
      client.destroy()
    }
    client = socket
    panel.connections++
    socket.setNoDelay(true)
    const counts = new Map<number, number>()
    let transfer: Transfer | undefined
    let pending = Buffer.alloc(0)
    let idle = () => {}
    const stamp = () => {
      idle()
      idle = clock.after(idleMs, () => socket.destroy())
    }
    stamp()
    socket.on('error', () => undefined)
    socket.on('close', () => idle())
    socket.on('data', (bytes) => {
      pending = Buffer.concat([pending, bytes])
      while (pending.length >= 2) {
        const length = pending.readUInt16LE()
        if (length < 1 || length > 4094) return void socket.destroy()
        if (pending.length < 2 + length) return
        const payload = pending.subarray(2, 2 + length)
        pending = pending.subarray(2 + length)
        stamp()
        const code = payload.readUInt16BE()
        counts.set(code, (counts.get(code) ?? 0) + 1)
        panel.commands.push(code)
        const command = { code, data: Uint8Array.from(payload.subarray(2)), count: counts.get(code)! }
        const fault = panel.fault?.(command)
        if (fault === 'close') return void socket.destroy()
        if (fault instanceof Uint8Array) socket.write(fault)
        else if (fault === 'refuse') answer(socket, 0xff, code & 255, 1, 0)
        else if (fault !== 'silent') transfer = obey(socket, command, transfer)
      }
    })
  }

  /** The picture that is arriving, behind this command. */
  function obey(socket: Socket, { code, data }: Command, transfer: Transfer | undefined): Transfer | undefined {
    if (code === 0x43) answer(socket, 0, 0x43, 2, 26, 3, 0x61, 0x62, 0x63, 1)
    if (code === 0x40) sendConfig(socket)
    if (code === 0x44) answer(socket, 0, 0x44, 0x46, 0x24, ...telemetry())
    if (code === 0x0f) void panel.reboot()
    if (code === 0x73 || code === 0x75) {
      panel.lights.push(Buffer.from(data).toString('hex'))
      if ((data[0] ?? 0) < (settings.lights ?? 0)) answer(socket, 0, code, 0, 0)
      else answer(socket, 0xff, code, 2, 0)
    }
    if (code === 0x70) return begin(socket, data)
    if (code === 0x71) return takePart(socket, data, transfer)
    if (code === 0x72) endPicture(socket, data, transfer)
    return code === 0x72 ? undefined : transfer
  }

  function sendConfig(socket: Socket): void {
    const blob = panel.config ?? configOf(settings)
    const size = blob.length
    for (let at = 0, number = 0; at < size || number === 0; number++) {
      const head = number === 0 ? [0, 0, size & 255, size >> 8] : [number & 255, number >> 8]
      const part = blob.subarray(at, at + 98 - head.length)
      answer(socket, 0, 0x40, ...head, ...part)
      at += part.length
    }
  }

  function begin(socket: Socket, data: Uint8Array): Transfer | undefined {
    const rawBytes = data.length >= 4 ? new DataView(data.buffer).getUint32(0, true) : undefined
    if (rawBytes !== undefined && (rawBytes !== pictureBytes(settings) || (settings.modes & 3) === 0)) {
      answer(socket, 0xff, 0x70)
      return undefined
    }
    answer(socket, 0, 0x70)
    return { rawBytes, parts: [], filled: 0 }
  }

  function takePart(socket: Socket, data: Uint8Array, transfer: Transfer | undefined): Transfer | undefined {
    // Without a begin, and without bytes, real panels say nothing.
    if (transfer === undefined || data.length === 0) return transfer
    const first = transfer.parts.length === 0
    // The first byte of zlib's says how far it looks back: this panel has 512 bytes for that.
    if (transfer.rawBytes !== undefined && first && (data[0]! >> 4) + 8 > 9) {
      answer(socket, 0xff, 0x71)
      return undefined
    }
    transfer.parts.push(data)
    transfer.filled += data.length
    if (transfer.rawBytes === undefined && transfer.filled >= pictureBytes(settings)) {
      // With the last plain byte it draws by itself, and answers as if it had been told to.
      endPicture(socket, new Uint8Array(), transfer)
      return undefined
    }
    answer(socket, 0, 0x71)
    return transfer
  }

  function endPicture(socket: Socket, data: Uint8Array, transfer: Transfer | undefined): void {
    if (transfer === undefined) return
    let picture: Bitmap
    try {
      const bytes = Buffer.concat(transfer.parts)
      const raw = transfer.rawBytes === undefined ? bytes : inflateSync(bytes, { windowBits: 9, maxOutputLength: transfer.rawBytes })
      if (raw.length !== pictureBytes(settings)) throw new Error('Bytes are missing')
      picture = readPicture(raw, settings)
    } catch {
      return answer(socket, 0xff, 0x72)
    }
    answer(socket, 0, 0x72)
    const etag = data.length >= 5 ? new DataView(data.buffer).getUint32(1) : 0
    stopDrawing = clock.after(settings.refreshMs, () => {
      stopDrawing = undefined
      if (panel.drawFails) return answer(socket, 0, 0x74)
      panel.glass = picture
      panel.drawn++
      panel.etag = etag
      answer(socket, 0, 0x73)
    })
  }

  const listen = async () => {
    const key = settings.masterKey === undefined ? undefined : panelKey(Buffer.from(settings.masterKey, 'hex'))
    const next =
      key === undefined
        ? createServer(serve)
        : createEncryptedServer(
            {
              pskCallback: (_, identity) => (identity === 'opendisplay' ? key : null),
              ciphers: 'ECDHE-PSK-AES128-CBC-SHA256',
              maxVersion: 'TLSv1.2',
            },
            serve,
          )
    next.on('tlsClientError', () => undefined)
    await new Promise<void>((resolve, reject) => next.once('error', reject).listen(listens, '127.0.0.1', resolve))
    listens = (next.address() as AddressInfo).port
    server = next
  }

  const panel: SimulatedPanel = {
    mac: settings.mac,
    get port() {
      return settings.masterKey === undefined ? listens : listens - 1
    },
    get address() {
      return `${settings.mac}@127.0.0.1:${this.port}`
    },
    glass: undefined,
    drawn: 0,
    etag: 0,
    connections: 0,
    lights: [],
    commands: [],
    rebooted: false,
    battery: 3.95,
    fault: undefined,
    config: undefined,
    drawFails: false,
    get drawing() {
      return stopDrawing !== undefined
    },
    get busy() {
      return client !== undefined && !client.destroyed
    },
    press(button) {
      buttonByte = 0x80 | ((((buttonByte >> 3) + 1) & 15) << 3) | button
    },
    async reboot() {
      await this.sleep()
      this.rebooted = true
      ;[this.glass, this.etag] = [undefined, 0]
      await listen()
    },
    async sleep() {
      stopDrawing?.()
      stopDrawing = undefined
      client?.destroy()
      const closing = server
      server = undefined
      if (closing !== undefined) await new Promise((resolve) => closing.close(resolve))
    },
    wake: listen,
    announce(otherwise = {}) {
      const encrypted = settings.masterKey !== undefined
      tell({ mac: settings.mac, host: '127.0.0.1', name: '', port: listens, encrypted, telemetry: telemetry(), ...otherwise })
    },
  }
  await listen()
  return panel
}

/** The configuration of a panel, as its tools write it. */
export function configOf(settings: PanelSettings): Uint8Array {
  const { width, height, scheme, rotation = 0, controller = 0, modes = 11, lights = 0, power = 2, sleepSeconds = 0 } = settings
  const low = (value: number) => [value & 255, value >> 8]
  const records: number[] = []
  let number = 0
  const add = (kind: number, size: number, fields: Record<number, number[]>) => {
    const bytes = new Uint8Array(size)
    for (const [at, values] of Object.entries(fields)) bytes.set(values, Number(at))
    records.push(number++, kind, ...bytes)
  }
  add(0x01, 22, { 0: [2, 0, 4] })
  add(0x02, 22, { 0: [...low(settings.manufacturer ?? 0), settings.board ?? 0] })
  add(0x04, 30, { 0: [power], 18: low(sleepSeconds) })
  add(0x20, 46, { 1: [1], 2: low(controller), 4: low(width), 6: low(height), 14: [rotation], 21: [scheme, modes] })
  for (let light = 0; light < lights; light++) add(0x21, 22, { 0: [light] })
  if (settings.buttonPlace !== undefined) add(0x25, 30, { 15: [settings.buttonPlace] })
  const body = Uint8Array.of(0, 0, 1, ...records)
  const crc = crc16(body)
  const length = body.length + 2
  body.set(low(length))
  return Uint8Array.of(...body, crc & 255, crc >> 8)
}
