/** What texts in a font of the chain are drawn from, as render threads share it. */
import { buffer } from 'node:stream/consumers'
import { requireBlob } from '../../platform/blobs/require-blob.ts'
import type { Context } from '../../platform/context.ts'
import { createLru } from '../../platform/base/lru.ts'
import type { RenderJob } from '../../labels/rendering/labels.service.ts'
import { findFont } from './brand.queries.ts'

/** A Chinese or Japanese one has some 20 MB. */
const maxShared = 6
/** By the sha256 of the outlines. */
const shared = createLru<string, Promise<SharedArrayBuffer>>(maxShared)

/** Undefined when there is no such font. */
export async function outlinesOf({ db, blobs }: Pick<Context, 'db' | 'blobs'>, fontId: string): Promise<RenderJob['font']> {
  const hash = (await findFont(db, fontId))?.outlines
  if (hash === undefined) return undefined
  const known = shared.get(hash)
  if (known !== undefined) return { hash, outlines: await known }
  const read = readShared(blobs, hash)
  shared.set(hash, read)
  return { hash, outlines: await read }
}

async function readShared(blobs: Context['blobs'], hash: string): Promise<SharedArrayBuffer> {
  await requireBlob(blobs, hash)
  const content = await buffer(blobs.read(hash))
  const outlines = new SharedArrayBuffer(content.byteLength)
  new Uint8Array(outlines).set(content)
  return outlines
}
