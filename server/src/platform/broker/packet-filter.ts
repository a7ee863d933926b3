/**
 * Stands between a socket and the MQTT broker. What arrives is judged by its headers and handed on as it is, not copied; what is too large,
 * too much before the sign-in, or a flood, ends the connection before the broker keeps any of it.
 */
import { Duplex } from 'node:stream'
import { createPacketReader, maxControlBytes, type Refusal } from './packet-reader.ts'

/** Of one gateway within a second; a shop's gateway sends some dozen packets in it. */
const floodBytes = 16_000_000
const floodPackets = 5000

export class PacketFilter extends Duplex {
  readonly #socket: Duplex
  readonly #onRefused: (why: Refusal) => void
  readonly #reader = createPacketReader()
  /** new: not signed in. gateway: signed in. server: one of our own processes, which is believed. */
  #peer: 'new' | 'gateway' | 'server' = 'new'
  #early = 0
  #second = { at: 0, bytes: 0, packets: 0 }

  constructor(socket: Duplex, onRefused: (why: Refusal) => void) {
    super({ readableHighWaterMark: maxControlBytes, allowHalfOpen: false })
    this.#socket = socket
    this.#onRefused = onRefused
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('end', () => this.push(null))
    // What is wrong with a line is its other end's affair: it is gone.
    socket.on('error', () => this.destroy())
    socket.on('close', () => this.destroy())
    this.on('error', () => undefined)
  }

  /** Bytes that it sent before it was signed in; none once it is. */
  earlyBytes(): number {
    return this.#peer === 'new' ? this.#early : 0
  }
  signedIn(as: 'gateway' | 'server'): void {
    this.#peer = as
  }
  refuse(why: Refusal): void {
    if (this.destroyed) return
    this.#onRefused(why)
    this.destroy()
  }

  #take(chunk: Buffer): void {
    if (this.destroyed) return
    const refusal = this.#judge(chunk)
    if (refusal !== undefined) this.refuse(refusal)
    else if (!this.push(chunk)) this.#socket.pause()
  }
  #judge(chunk: Buffer): Refusal | undefined {
    if (this.#peer === 'server') return undefined
    const before = this.#reader.packets()
    const refusal = this.#reader.take(chunk)
    if (refusal !== undefined) return refusal
    if (this.#peer === 'new') {
      this.#early += chunk.byteLength
      return this.#early > maxControlBytes ? 'too-much-before-sign-in' : undefined
    }
    const now = performance.now()
    if (now - this.#second.at >= 1000) this.#second = { at: now, bytes: 0, packets: 0 }
    this.#second.bytes += chunk.byteLength
    this.#second.packets += this.#reader.packets() - before
    return this.#second.bytes > floodBytes || this.#second.packets > floodPackets ? 'flood' : undefined
  }

  override _read(): void {
    this.#socket.resume()
  }
  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done)
  }
  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: (error?: Error | null) => void): void {
    this.#socket.cork()
    for (const [place, { chunk, encoding }] of chunks.entries())
      this.#socket.write(chunk, encoding, place === chunks.length - 1 ? done : undefined)
    this.#socket.uncork()
  }
  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(done)
  }
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }
}
