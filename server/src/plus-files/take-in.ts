/** What comes in is kept among the blobs and looked at: pictures, films and widgets are what their content is (docs/signage.md). */
import { plusMaxBytes, type MediaKind } from '@endcap/contract/plus-files'
import { keepBlob } from '../blobs/tidy.ts'
import type { Context } from '../context.ts'
import { createGate } from '../gate.ts'
import { tooLarge } from '../http/errors.ts'
import { gather, onePiece, watchChunks } from './chunks.ts'
import { readFilm } from './film.ts'
import { readPicture } from './picture.ts'
import { readWidget } from './widget.ts'

/** What was found in a file. */
export interface Found {
  blob: string
  type: string
  bytes: string
  chunks: string[]
  width: number
  height: number
  /** Seconds, of films. */
  duration: number | null
  /** The small picture of it. */
  thumb: string | null
  /** How its name ends when it was changed into another form. */
  extension: string | undefined
  /** Of a film that only displays with a decoder of their own play. */
  warning: 'hevc' | null
}

/** Decoded pictures are large: one after the other, whoever sends them. */
const decoder = createGate(1)

/** Puts content among the blobs while it comes in; it stays when a row names it. */
export async function keep({ db, blobs }: Context, content: AsyncIterable<Uint8Array>) {
  const watched = watchChunks(content)
  const received = await blobs.receive(watched.content)
  await keepBlob(db, received)
  return { blob: received.hash, bytes: String(received.bytes), chunks: watched.chunks() }
}

/** All of it in memory, where there is a limit to what it may be. */
const gatherUpTo = (most: number, content: AsyncIterable<Uint8Array>) => gather(limited(content, most))
async function* limited(content: AsyncIterable<Uint8Array>, most: number) {
  let bytes = 0
  for await (const part of content) {
    bytes += part.byteLength
    if (bytes > most) throw tooLarge(`The file has more than ${Math.floor(most / 1_000_000)} MB.`)
    yield part
  }
}

/** The small picture of a picture that comes in. */
export async function takeThumb(context: Context, content: AsyncIterable<Uint8Array>): Promise<string> {
  const given = await gather(content)
  const { thumb } = await decoder.run(() => readPicture(given))
  return (await keep(context, onePiece(thumb))).blob
}

/** Takes a file of a kind in; throws what is wrong with it. */
export async function takeIn(context: Context, kind: MediaKind, content: AsyncIterable<Uint8Array>): Promise<Found> {
  const plain = { duration: null, thumb: null, extension: undefined, warning: null }
  if (kind === 'image') {
    const given = await gatherUpTo(plusMaxBytes.image, content)
    const { content: kept, type, extension, width, height, thumb } = await decoder.run(() => readPicture(given))
    const small = await keep(context, onePiece(thumb))
    return { ...plain, ...(await keep(context, onePiece(kept))), type, width, height, thumb: small.blob, extension }
  }
  if (kind === 'widget') {
    const given = await gatherUpTo(plusMaxBytes.widget, content)
    const widget = await readWidget(given)
    return { ...plain, ...(await keep(context, onePiece(given))), ...widget }
  }
  const kept = await keep(context, content)
  const read = (start: number, end: number) => gather(context.blobs.read(kept.blob, { start, end: end - 1 }))
  return { ...plain, ...kept, ...(await readFilm({ bytes: Number(kept.bytes), read })) }
}

/** The boxes that a film may begin with. */
const filmBoxes = new Set(['ftyp', 'moov', 'mdat', 'free', 'wide', 'skip'])
/** What content that begins so can only be; what it is, its reader finds out. */
export function kindOf(head: Buffer): MediaKind {
  if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))) return 'widget'
  const isWebm = head.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))
  return isWebm || filmBoxes.has(head.toString('latin1', 4, 8)) ? 'video' : 'image'
}

const headBytes = 8
/** The first bytes of what comes in, and all of it as it came. */
export async function lookAhead(content: AsyncIterable<Uint8Array>): Promise<{ head: Buffer; content: AsyncIterable<Uint8Array> }> {
  const parts: Uint8Array[] = []
  const rest = content[Symbol.asyncIterator]()
  let bytes = 0
  while (bytes < headBytes) {
    const next = await rest.next()
    if (next.done === true) break
    parts.push(next.value)
    bytes += next.value.byteLength
  }
  async function* whole() {
    yield* parts
    yield* { [Symbol.asyncIterator]: () => rest }
  }
  return { head: Buffer.concat(parts).subarray(0, headBytes), content: whole() }
}

/** The last part of a name without what no name should have; `extension` where the content became another one. */
export function nameOf(given: string, extension?: string): string {
  const name = given
    .replace(/^.*[\\/]/, '')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
  const changed = extension === undefined ? name : `${name.replace(/\.[^.]*$/, '')}.${extension}`
  return changed === '' ? 'file' : changed.slice(-200)
}
