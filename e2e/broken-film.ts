/** Films that no browser can play from some place on; all around their pictures is right. */
import type { Page } from 'playwright-core'
import { filmOf } from './player-page.ts'

/** A block of WebM, within a block group, and track 1, the only one. */
const [blockId, track] = [0xa1, 0x81]
/** Of VP8: says that a picture needs those before it. */
const needsOthers = 1
const fewest = 20

/** `from`: the first picture that is broken, as a part of all. */
export async function brokenFilm(page: Page, { from }: { from: number }): Promise<Blob> {
  const bytes = new Uint8Array(await (await filmOf(page, { width: 320, height: 180, pictures: 50, milliseconds: 3000 })).arrayBuffer())
  const pictures = picturesOf(bytes)
  // A busy machine may record next to nothing.
  if (pictures.length < fewest) return brokenFilm(page, { from })
  for (const at of pictures.slice(Math.floor(pictures.length * from))) {
    // A picture that stands for itself has a start code behind its first three bytes.
    bytes[at] = (bytes[at] ?? 0) & ~needsOthers
    bytes.fill(0, at + 3, at + 6)
  }
  return new Blob([bytes])
}

/** Where the pictures of a film begin. */
function picturesOf(bytes: Uint8Array): number[] {
  const pictures: number[] = []
  for (let at = 0; at + 2 < bytes.length; at++) {
    if (bytes[at] !== blockId) continue
    const size = sizeAt(bytes, at + 1)
    if (size === undefined || bytes[size.end] !== track || size.end + size.value > bytes.length) continue
    // Track, two bytes of time, flags.
    pictures.push(size.end + 4)
    at = size.end + size.value - 1
  }
  return pictures
}

/** A size of WebM of at most three bytes: the first bit that is set says how many. */
function sizeAt(bytes: Uint8Array, at: number): { value: number; end: number } | undefined {
  const first = bytes[at] ?? 0
  const length = Math.clz32(first) - 23
  if (length > 3) return undefined
  let value = first & (0xff >> length)
  for (let index = 1; index < length; index++) value = value * 256 + (bytes[at + index] ?? 0)
  return { value, end: at + length }
}
