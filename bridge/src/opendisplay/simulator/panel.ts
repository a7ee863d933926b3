/** One simulated panel: its server in the network, its power, its buttons. */
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createEncryptedServer } from 'node:tls'
import type { Clock } from '../../clock.ts'
import type { Announcement } from '../discover.ts'
import { panelKey } from '../psk.ts'
import { serveClient } from './client.ts'
import type { Device, SimulatedPanel } from './device.ts'
import { withDefaults, type PanelSettings } from './settings.ts'

/** Starts a panel on this machine; `onAnnouncement` gets what it announces. Resolves once it listens. */
export async function startPanel(
  given: PanelSettings,
  clock: Clock,
  onAnnouncement: (announcement: Announcement) => void,
): Promise<SimulatedPanel> {
  const settings = withDefaults(given)
  const encrypted = settings.masterKey !== undefined
  let server: Server | undefined
  let listens = 0
  let client: Socket | undefined
  let buttonByte = 0
  let counter = 0

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
    serveClient(device, socket)
  }
  const listen = async () => {
    const next = createPanelServer(settings.masterKey, serve)
    // After a restart it is where it was.
    listens = await listenOn(next, listens)
    server = next
  }

  const panel: SimulatedPanel = {
    mac: settings.mac,
    get port() {
      return encrypted ? listens - 1 : listens
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
      return device.stopDrawing !== undefined
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
      device.stopDrawing?.()
      device.stopDrawing = undefined
      client?.destroy()
      const closing = server
      server = undefined
      if (closing !== undefined) await new Promise((resolve) => closing.close(resolve))
    },
    wake: listen,
    announce(otherwise = {}) {
      onAnnouncement({ mac: settings.mac, host: '127.0.0.1', name: '', port: listens, encrypted, telemetry: telemetry(), ...otherwise })
    },
  }
  const device: Device = { settings, clock, panel, telemetry, stopDrawing: undefined }
  await listen()
  return panel
}

function createPanelServer(masterKey: string | undefined, serve: (socket: Socket) => void): Server {
  if (masterKey === undefined) return createServer(serve)
  const key = panelKey(Buffer.from(masterKey, 'hex'))
  const server = createEncryptedServer(
    {
      pskCallback: (_, identity) => (identity === 'opendisplay' ? key : null),
      ciphers: 'ECDHE-PSK-AES128-CBC-SHA256',
      maxVersion: 'TLSv1.2',
    },
    serve,
  )
  return server.on('tlsClientError', () => undefined)
}

/** Listens on a port, 0 for any that is free; answers which one it is. */
async function listenOn(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A panel listens at no port')
  return address.port
}
