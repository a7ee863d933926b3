/** Reads an upgrade file as it comes in: a tar archive of a manifest and an image (contract/src/upgrade-file.ts, docs/software.md). */
import { tarBlock, upgradeManifest, type UpgradeManifest } from '@endcap/contract/upgrade-file'
import type { Received } from '../../platform/blobs/blobs.ts'
import { ApiError } from '../../platform/base/errors.ts'

/** What is wrong with a file, by a code that the console has words for. */
export type Fault = 'structure' | 'manifest' | 'version' | 'size' | 'checksum' | 'duplicate'
export const refused = (fault: Fault, message: string) => new ApiError(400, { code: `upgrade-${fault}`, message, field: 'file' })

const maxManifestBytes = 65_536
/** Headers that some programs write before a member, with more about it. */
const extras = new Set(['x', 'g', 'L', 'K'])

/** Hands out bytes in any number, whatever pieces they come in. */
function createReader(content: AsyncIterable<Uint8Array>) {
  const source = content[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()
  const some = async (maxBytes: number): Promise<Uint8Array | undefined> => {
    while (rest.byteLength === 0) {
      const next = await source.next()
      if (next.done === true) return undefined
      rest = next.value
    }
    const piece = rest.subarray(0, maxBytes)
    rest = rest.subarray(piece.byteLength)
    return piece
  }
  async function* take(bytes: number): AsyncGenerator<Uint8Array> {
    for (let left = bytes; left > 0;) {
      const piece = await some(left)
      if (piece === undefined) throw refused('structure', `The file ends too early: ${left} bytes are missing.`)
      left -= piece.byteLength
      yield piece
    }
  }
  return {
    take,
    all: async (bytes: number) => Buffer.concat(await Array.fromAsync(take(bytes))),
    /** Reads to the end, so that the sender is done. */
    drain: async () => {
      while ((await some(1_000_000)) !== undefined);
    },
    some,
  }
}
type Reader = ReturnType<typeof createReader>

const textOf = (bytes: Buffer) => bytes.toString('utf8').replace(/\0.*$/s, '')
const filling = (bytes: number) => (tarBlock - (bytes % tarBlock)) % tarBlock

/** The next member that is a file; undefined at the end of the archive. */
async function nextMember(reader: Reader, isFirst: boolean): Promise<{ name: string; bytes: number } | undefined> {
  for (;;) {
    const header = await reader.all(tarBlock)
    if (header.every((byte) => byte === 0)) return undefined
    const checksum = Number.parseInt(textOf(header.subarray(148, 156)).trim(), 8)
    const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
    if (sum !== checksum) {
      const what = isFirst ? 'The file is not a tar archive' : 'The archive is damaged behind its manifest'
      throw refused('structure', `${what}.`)
    }
    const kind = String.fromCharCode(header[156] ?? 0)
    const bytes = Number.parseInt(textOf(header.subarray(124, 136)).trim() || '0', 8)
    if (!Number.isSafeInteger(bytes) || bytes < 0) throw refused('structure', 'The archive has a member without a length.')
    if (extras.has(kind)) {
      if (bytes > maxManifestBytes) throw refused('structure', 'The archive has a header that is too long.')
      await reader.all(bytes + filling(bytes))
      continue
    }
    if (kind !== '0' && kind !== '\0') throw refused('structure', 'The archive holds something that is no plain file.')
    return { name: textOf(header.subarray(0, 100)).replace(/^\.\//, ''), bytes }
  }
}

async function readManifest(reader: Reader): Promise<UpgradeManifest> {
  const member = await nextMember(reader, true)
  if (member?.name !== 'manifest.json') throw refused('structure', 'The first member of the archive must be manifest.json.')
  if (member.bytes > maxManifestBytes) throw refused('manifest', `manifest.json is larger than ${maxManifestBytes} bytes.`)
  const text = (await reader.all(member.bytes + filling(member.bytes))).subarray(0, member.bytes).toString('utf8')
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (error) {
    throw refused('manifest', `manifest.json is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
  const checked = upgradeManifest.safeParse(given)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  const field = issue?.path.join('.') ?? ''
  const fault: Fault = field === 'version' || field === 'minimumVersion' ? 'version' : 'manifest'
  throw refused(fault, `manifest.json: ${field === '' ? '' : `${field}: `}${issue?.message ?? 'is not valid'}`)
}

/** Checks the whole of a file; answers its manifest and the image, which is kept or dropped by the caller. Nothing is left when it is bad. */
export async function readUpgrade(
  content: AsyncIterable<Uint8Array>,
  receive: (image: AsyncIterable<Uint8Array>) => Promise<Received>,
): Promise<{ manifest: UpgradeManifest; image: Received }> {
  const reader = createReader(content)
  const manifest = await readManifest(reader)
  const member = await nextMember(reader, false)
  if (member?.name !== manifest.image) throw refused('structure', `The second member of the archive must be the image, ${manifest.image}.`)
  if (member.bytes !== manifest.bytes)
    throw refused('size', `The image has ${member.bytes} bytes, not ${manifest.bytes} as its manifest says.`)
  const image = await receive(reader.take(member.bytes))
  try {
    if (image.hash !== manifest.sha256) throw refused('checksum', 'The image is damaged: its SHA-256 is not that of the manifest.')
    await reader.all(filling(member.bytes))
    if ((await nextMember(reader, false)) !== undefined) throw refused('structure', 'The archive holds more than a manifest and an image.')
    await reader.drain()
    return { manifest, image }
  } catch (error) {
    await image.drop()
    throw error
  }
}
