/** An authenticator app: reads the QR code off the screen and makes codes (RFC 6238), in its own way. */
import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Locator } from 'playwright-core'
import { readBarcodes } from './zxing.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepMs = 30_000

/** What the code on the screen says. */
export async function scan(code: Locator): Promise<string> {
  const [read] = await readBarcodes(new Blob([new Uint8Array(await code.screenshot())]), { formats: ['QRCode'] })
  return read?.text ?? ''
}

export class Authenticator {
  readonly #secret: Buffer
  #last = 0
  constructor(uri: string) {
    let [bits, held] = [0, 0]
    const bytes: number[] = []
    for (const character of new URL(uri).searchParams.get('secret') ?? '') {
      held = ((held << 5) | alphabet.indexOf(character)) & 0xfff
      bits += 5
      if (bits < 8) continue
      bits -= 8
      bytes.push((held >> bits) & 0xff)
    }
    this.#secret = Buffer.from(bytes)
  }

  /** A code that it has not made before: waits for the next one where the present one is used. */
  async next(): Promise<string> {
    // One step ahead is taken as well, which spares waiting.
    const now = () => Math.floor(Date.now() / stepMs)
    while (now() + 1 <= this.#last) await wait(250)
    this.#last = Math.max(now(), this.#last + 1)
    return this.#code(this.#last)
  }

  #code(step: number): string {
    const counter = Buffer.alloc(8)
    counter.writeUInt32BE(step, 4)
    const hash = createHmac('sha1', this.#secret).update(counter).digest()
    const place = hash[19]! % 16
    return String((hash.readUInt32BE(place) % 2 ** 31) % 1_000_000).padStart(6, '0')
  }
}
