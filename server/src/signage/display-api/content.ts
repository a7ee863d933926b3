/** Content that displays load: only what their plan names. */
import type { FileAnswer } from '@endcap/contract/endpoint'
import type { Manifest } from '@endcap/contract/player'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/base/errors.ts'
import { createSemaphore } from '../../platform/base/semaphore.ts'
import { buildManifest } from './manifest.ts'
import type { CallingDisplay } from '../../platform/http/callers.ts'
import { requireBlob } from '../../platform/blobs/require-blob.ts'

/** A display loads many pieces of one plan: what it names is worked out once in this time. */
const cacheMs = 60_000
const named = new Map<string, { at: number; files: ReadonlyMap<string, { bytes: number; type: string }> }>()

async function filesOfPlan(context: Context, mac: string) {
  const now = context.clock.now().getTime()
  const known = named.get(mac)
  if (known !== undefined && now - known.at < cacheMs) return known.files
  return noteNamed(context, mac, await buildManifest(context, mac))
}
/** What a display was just given names what it is about to ask for. */
export function noteNamed(
  { clock }: Pick<Context, 'clock'>,
  mac: string,
  manifest: Pick<Manifest, 'files' | 'software' | 'launcher'> | undefined,
) {
  const all =
    manifest === undefined
      ? []
      : [...Object.values(manifest.files), ...[manifest.software, manifest.launcher].flatMap((installable) => installable ?? [])]
  const files = new Map(all.map(({ sha256, bytes, type }) => [sha256, { bytes, type }]))
  if (named.size > 5000) named.clear()
  named.set(mac, { at: clock.now().getTime(), files })
  return files
}

/** Streams that are open now share so much memory: few of them read much at once, many a little, whatever displays load. */
const sharedBytes = 64_000_000
const minChunk = 65_536
const maxChunk = 1_048_576
let streams = 0
/** So many are fed at once: more of them would not be faster, and everything else slower. A slow display holds others up for a while only. */
const opening = createSemaphore(64)
const patienceMs = 20_000
export const chunkFor = (open: number): number =>
  Math.max(minChunk, Math.min(maxChunk, Math.floor(sharedBytes / open / minChunk) * minChunk))

export async function readContent(context: Context, { mac }: CallingDisplay, hash: string): Promise<FileAnswer> {
  const find = async () => (await filesOfPlan(context, mac)).get(hash)
  let file = await find()
  if (file === undefined) {
    // The plan may have changed since.
    named.delete(mac)
    file = await find()
  }
  if (file === undefined) throw notFound('Your plan does not name this content.')
  const { bytes, type } = file
  await requireBlob(context.blobs, hash)
  const leave = await opening.enter(patienceMs)
  // A range that is not there is answered without opening anything.
  const unused = setTimeout(leave, patienceMs).unref()
  const open = (start: number, end: number) => {
    clearTimeout(unused)
    const stream = context.blobs.read(hash, { start, end, chunk: chunkFor(++streams) })
    return stream.once('close', () => {
      streams--
      leave()
    })
  }
  return { name: hash, type, content: new Uint8Array(), immutable: true, parts: { bytes, open } }
}
