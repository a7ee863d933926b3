/** Films as large as they may be, which take next to no room on the disk until they are sent. */
import { createHash } from 'node:crypto'
import { closeSync, createReadStream, openSync, truncateSync, writeSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { filmOf } from './player-page.ts'

/** The head of a box that players pass over. */
const headBytes = 8
/** Bytes that differ, so that a piece in the wrong place is noticed. */
const marks = 24

/** Writes a film that plays for half a second and ends with nothing, `bytes` in all. */
export async function writeLargeFilm(page: Page, path: string, bytes: number): Promise<void> {
  const film = Buffer.from(
    await (
      await filmOf(page, { width: 320, height: 180, pictures: 12, milliseconds: 500, type: 'video/mp4;codecs=avc1.42E01E' })
    ).arrayBuffer(),
  )
  const head = Buffer.alloc(headBytes)
  head.writeUInt32BE(bytes - film.length)
  head.write('free', 4)
  const file = openSync(path, 'w')
  try {
    writeSync(file, Buffer.concat([film, head]))
    const room = bytes - film.length - headBytes - marks
    for (let mark = 0; mark < marks; mark++)
      writeSync(file, Buffer.from([mark + 1]), 0, 1, film.length + headBytes + Math.floor((room * (mark + 0.5)) / marks))
  } finally {
    closeSync(file)
  }
  truncateSync(path, bytes)
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk)
  return hash.digest('hex')
}
