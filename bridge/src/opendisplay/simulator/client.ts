/** A client of a simulated panel: frames are read from its connection, which ends by itself when nothing comes; faults are done instead of the right thing. */
import type { Socket } from 'node:net'
import { answer, obey } from './commands.ts'
import type { Device } from './device.ts'
import type { IncomingPicture } from './incoming-picture.ts'

/** Milliseconds without a command after which a panel closes the connection. */
const idleMs = 30_000
const maxPayload = 4094

/** Serves a client until its connection ends. */
export function serveClient(device: Device, socket: Socket): void {
  const { panel, clock } = device
  const counts = new Map<number, number>()
  let picture: IncomingPicture | undefined
  let pending = Buffer.alloc(0)
  let idle = () => {}
  const stamp = () => {
    idle()
    idle = clock.after(idleMs, () => socket.destroy())
  }

  /** Answers whether the connection goes on. */
  function take(payload: Buffer): boolean {
    const code = payload.readUInt16BE()
    const count = (counts.get(code) ?? 0) + 1
    counts.set(code, count)
    panel.commands.push(code)
    const command = { code, data: Uint8Array.from(payload.subarray(2)), count }
    const fault = panel.fault?.(command)
    if (fault === 'close') return false
    if (fault instanceof Uint8Array) socket.write(fault)
    else if (fault === 'refuse') answer(socket, 0xff, code & 255, 1, 0)
    else if (fault !== 'silent') picture = obey(device, socket, command, picture)
    return true
  }

  socket.setNoDelay(true)
  stamp()
  socket.on('error', () => undefined)
  socket.on('close', () => idle())
  socket.on('data', (bytes) => {
    pending = Buffer.concat([pending, bytes])
    while (pending.length >= 2) {
      const length = pending.readUInt16LE()
      if (length < 1 || length > maxPayload) return void socket.destroy()
      if (pending.length < 2 + length) return
      const payload = pending.subarray(2, 2 + length)
      pending = pending.subarray(2 + length)
      stamp()
      if (!take(payload)) return void socket.destroy()
    }
  })
}
