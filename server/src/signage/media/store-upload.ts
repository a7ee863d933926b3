/** Stores an upload among the blobs and detects its type: pictures, films (video) and widgets are what their content is (docs/signage.md). */
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { FilmCodec } from '@endcap/contract/films'
import { mediaMaxBytes, type MediaKind } from '@endcap/contract/media'
import type { Received, Stored } from '../../platform/blobs/blobs.ts'
import { keepBlob } from '../../platform/blobs/remove-unused.ts'
import type { Context } from '../../platform/context.ts'
import { pathOf, type Findings } from '../../platform/decoders/jobs.ts'
import type { Sender } from '../../platform/decoders/pool.ts'
import { tooLarge } from '../../platform/base/errors.ts'
import { watchChunks } from './chunks.ts'

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
  codec: FilmCodec | null
  /** The small picture of it. */
  thumb: string | null
  /** How its name ends when it was changed into another form. */
  extension: string | undefined
  /** Of a film that only displays with a decoder of their own play. */
  warning: 'hevc' | null
}

/** Puts content among the blobs while it comes in; it stays when a row names it. */
export async function keep({ db, blobs }: Context, content: AsyncIterable<Uint8Array>) {
  const watched = watchChunks(content)
  const received = await blobs.receive(watched.content)
  await keepBlob(db, received)
  return storedOf(received, watched.chunks())
}
const storedOf = ({ hash, bytes }: Stored, chunks: string[]) => ({ blob: hash, bytes: String(bytes), chunks })

async function* limited(content: AsyncIterable<Uint8Array>, maxBytes: number) {
  let bytes = 0
  for await (const part of content) {
    bytes += part.byteLength
    if (bytes > maxBytes) throw tooLarge(`The file has more than ${Math.floor(maxBytes / 1_000_000)} MB.`)
    yield part
  }
}

/** Has content on disk looked at by a decoder. What is refused leaves nothing; what is not kept by `use` goes, too. */
async function lookedAt<K extends keyof Findings, T>(
  { blobs, decoders }: Context,
  { kind, content, from }: { kind: K; content: AsyncIterable<Uint8Array>; from: Sender },
  use: (found: Findings[K], received: Received) => Promise<T>,
): Promise<T> {
  const received = await blobs.receive(content)
  const { path } = received
  try {
    return await use(await decoders.decode({ kind, path }, from), received)
  } finally {
    await received.drop()
    for (const beside of Object.values(pathOf)) await rm(beside(path), { force: true })
  }
}

/** The small picture of a picture that comes in. */
export function takeThumb(context: Context, content: AsyncIterable<Uint8Array>, from: Sender): Promise<string> {
  return lookedAt(context, { kind: 'picture', content, from }, async (_, { path }) => {
    const { blob } = await keep(context, createReadStream(pathOf.thumb(path)))
    return blob
  })
}

/** Keeps a font that comes in, and what is drawn from it. Throws what is wrong with it. */
export function takeFont(context: Context, content: AsyncIterable<Uint8Array>, from: Sender) {
  return lookedAt(context, { kind: 'font', content, from }, async (found, received) => {
    const { blob: outlines } = await keep(context, createReadStream(pathOf.outlines(received.path)))
    await keepBlob(context.db, received)
    return { ...found, outlines, blob: received.hash, bytes: String(received.bytes) }
  })
}

const plain = { duration: null, codec: null, thumb: null, extension: undefined, warning: null }
const decoderOf = { image: 'picture', video: 'film', widget: 'widget' } as const

/** Takes a file of a kind in; throws what is wrong with it. */
export function takeIn(context: Context, kind: MediaKind, content: AsyncIterable<Uint8Array>, from: Sender): Promise<Found> {
  const watched = watchChunks(limited(content, mediaMaxBytes[kind]))
  return lookedAt(context, { kind: decoderOf[kind], content: watched.content, from }, async (found, received) => {
    if (!('isDrawn' in found)) {
      await keepBlob(context.db, received)
      return { ...plain, ...storedOf(received, watched.chunks()), ...found }
    }
    const { isDrawn, ...picture } = found
    const small = await keep(context, createReadStream(pathOf.thumb(received.path)))
    if (isDrawn) return { ...plain, ...(await keep(context, createReadStream(pathOf.drawn(received.path)))), ...picture, thumb: small.blob }
    await keepBlob(context.db, received)
    return { ...plain, ...storedOf(received, watched.chunks()), ...picture, thumb: small.blob }
  })
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
