/** Reads zip archives as widgets come in: by their list at the end, stored or deflated. */

/** An archive that comes to more than this is not unpacked. */
const maxBytes = 200_000_000

/** The files of an archive by their paths; throws when it is none. */
export async function unzip(archive: ArrayBuffer): Promise<Map<string, Blob>> {
  const view = new DataView(archive)
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  let total = 0
  const files = new Map<string, Blob>()
  for (let index = 0; index < count; index++) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error('the archive is damaged')
    const [method, packed, bytes] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true), view.getUint32(at + 24, true)]
    const [nameLength, extra, comment] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true), view.getUint16(at + 32, true)]
    const local = view.getUint32(at + 42, true)
    const name = new TextDecoder().decode(new Uint8Array(archive, at + 46, nameLength))
    at += 46 + nameLength + extra + comment
    total += bytes
    if (total > maxBytes) throw new Error('the archive is too large')
    if (name.endsWith('/')) continue
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    files.set(name, await unpack(new Blob([archive.slice(start, start + packed)]), method, bytes))
  }
  return files
}

function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= 0; at--) if (view.getUint32(at, true) === 0x06054b50) return at
  throw new Error('this is no zip archive')
}

async function unpack(content: Blob, method: number, bytes: number): Promise<Blob> {
  if (method === 0) return content
  if (method !== 8) throw new Error('the archive is packed in a way that is not known')
  const reader = content.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const parts: BlobPart[] = []
  let size = 0
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.byteLength
    // The list may lie: nothing is unpacked beyond what it says.
    if (size > bytes) throw new Error('the archive is damaged')
    parts.push(read.value)
  }
  return new Blob(parts)
}
