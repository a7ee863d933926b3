/** What a simulated panel does with a command of a client, once it has it whole. */
import type { Socket } from 'node:net'
import type { Command, Device } from './device.ts'
import { beginPicture, finishPicture, takePart, type IncomingPicture } from './incoming-picture.ts'
import { configOf } from './settings.ts'

/** Sends one frame, if the line still stands. */
export function answer(socket: Socket, ...bytes: number[]): void {
  if (!socket.destroyed) socket.write(Uint8Array.of(bytes.length & 255, bytes.length >> 8, ...bytes))
}

/** Does what a command says. Takes the picture that was arriving before it, and answers the one that is arriving after it. */
export function obey(
  device: Device,
  socket: Socket,
  { code, data }: Command,
  picture: IncomingPicture | undefined,
): IncomingPicture | undefined {
  const { panel } = device
  if (code === 0x43) answer(socket, 0, 0x43, 2, 26, 3, 0x61, 0x62, 0x63, 1)
  if (code === 0x40) sendConfig(socket, panel.config ?? configOf(device.settings))
  if (code === 0x44) answer(socket, 0, 0x44, 0x46, 0x24, ...device.telemetry())
  if (code === 0x0f) void panel.reboot()
  if (code === 0x73 || code === 0x75) {
    panel.lights.push(Buffer.from(data).toString('hex'))
    if ((data[0] ?? 0) < (device.settings.lights ?? 0)) answer(socket, 0, code, 0, 0)
    else answer(socket, 0xff, code, 2, 0)
  }
  if (code === 0x70) return begin(device, socket, data)
  if (code === 0x71) return part(device, socket, data, picture)
  if (code !== 0x72) return picture
  if (picture !== undefined) draw(device, socket, picture, data)
  return undefined
}

/** The configuration in numbered parts, the first one with the length of all. */
function sendConfig(socket: Socket, blob: Uint8Array): void {
  const size = blob.length
  for (let at = 0, number = 0; at < size || number === 0; number++) {
    const head = number === 0 ? [0, 0, size & 255, size >> 8] : [number & 255, number >> 8]
    const part = blob.subarray(at, at + 98 - head.length)
    answer(socket, 0, 0x40, ...head, ...part)
    at += part.length
  }
}

function begin({ settings }: Device, socket: Socket, data: Uint8Array): IncomingPicture | undefined {
  const picture = beginPicture(data, settings)
  answer(socket, picture === undefined ? 0xff : 0, 0x70)
  return picture
}

function part(device: Device, socket: Socket, data: Uint8Array, picture: IncomingPicture | undefined): IncomingPicture | undefined {
  // Without a begin, and without bytes, real panels say nothing.
  if (picture === undefined || data.length === 0) return picture
  const took = takePart(picture, data, device.settings)
  // With the last plain byte it draws by itself, and answers as if it had been told to.
  if (took === 'complete') draw(device, socket, picture, new Uint8Array())
  else answer(socket, took === 'refused' ? 0xff : 0, 0x71)
  return took === 'taken' ? picture : undefined
}

function draw(device: Device, socket: Socket, picture: IncomingPicture, data: Uint8Array): void {
  const { panel, settings, clock } = device
  const bitmap = finishPicture(picture, settings)
  if (bitmap === undefined) return answer(socket, 0xff, 0x72)
  answer(socket, 0, 0x72)
  const etag = data.length >= 5 ? new DataView(data.buffer).getUint32(1) : 0
  device.stopDrawing = clock.after(settings.refreshMs, () => {
    device.stopDrawing = undefined
    if (panel.drawFails) return answer(socket, 0, 0x74)
    panel.glass = bitmap
    panel.drawn++
    panel.etag = etag
    answer(socket, 0, 0x73)
  })
}
