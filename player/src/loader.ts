/** Loads what a plan needs into the store: piece by piece, each checked, only what is missing. */
import type { ContentStore } from './content-store.ts'
import { piecesOf, type RequiredFile } from './required-content.ts'
import { messageOf } from './troubles.ts'

/** As the contract's `chunkBytes`. */
export const pieceBytes = 8_388_608
const tries = 3

const hex = (digest: ArrayBuffer) => [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
/** Whether a piece is what it should be; by its length alone where the browser gives no digests (plain http). */
async function isGood(
  content: ArrayBuffer,
  { length, sha256 }: { length: number | undefined; sha256: string | undefined },
): Promise<boolean> {
  if (length !== undefined && content.byteLength !== length) return false
  if (sha256 === undefined || globalThis.crypto?.subtle === undefined) return true
  return hex(await crypto.subtle.digest('SHA-256', content)) === sha256
}

export interface Load {
  store: ContentStore
  /** GET with the display's token. */
  get(url: string, headers?: Record<string, string>): Promise<Response>
}

/** Answers the keys of what could not be loaded. `recheck`: what is there is looked at again, too. */
export async function loadAll(
  { store, get }: Load,
  files: readonly RequiredFile[],
  recheck = false,
): Promise<{ key: string; why: string }[]> {
  const failed: { key: string; why: string }[] = []
  for (const file of files) {
    try {
      if (recheck) await dropDamaged(store, file)
      await loadFile({ store, get }, file)
    } catch (error) {
      failed.push({ key: file.key, why: messageOf(error) })
    }
  }
  return failed
}

async function loadFile({ store, get }: Load, { key, url, type, bytes, chunks }: RequiredFile): Promise<void> {
  for (const [piece, { start, end }] of piecesOf({ bytes }, pieceBytes).entries()) {
    if (await store.has(key, piece)) continue
    for (let left = tries; ; left--) {
      const answer = await get(url, bytes > 0 ? { range: `bytes=${start}-${end}` } : {})
      if (!answer.ok) throw new Error(`${answer.status} for ${url}`)
      const content = await answer.arrayBuffer()
      const length = bytes > 0 ? end - start + 1 : undefined
      if (await isGood(content, { length, sha256: chunks[piece] })) {
        await store.put(key, piece, new Blob([content], { type }))
        break
      }
      if (left === 1) throw new Error(`piece ${piece} of ${url} is damaged`)
    }
  }
}

async function dropDamaged(store: ContentStore, { key, bytes, chunks }: RequiredFile): Promise<void> {
  if (chunks.length === 0) return
  const pieces = piecesOf({ bytes }, pieceBytes)
  const whole = await store.read(key, pieces.length)
  if (whole === undefined) return
  for (const [piece, { start, end }] of pieces.entries()) {
    const content = await whole.slice(start, end + 1).arrayBuffer()
    if (!(await isGood(content, { length: end - start + 1, sha256: chunks[piece] }))) return store.drop(key)
  }
}
