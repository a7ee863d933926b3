/**
 * The form of an upgrade file: a tar archive whose first member is `manifest.json` and whose second is the image that gateways load.
 * Not compressed: images are. docs/software.md says it for those who make one without this module.
 */
import * as z from 'zod'

/** Where gateways run two programs: the message processor and the radio manager (specification 1 §3). */
export const components = ['gmp', 'grm'] as const
export type Component = (typeof components)[number]
/** Two to four numbers, and a name of a trial after a hyphen: `3.4.0`, `3.4.0-rc.1`. */
export const versionForm = /^\d{1,5}(\.\d{1,5}){1,3}(-[0-9A-Za-z][0-9A-Za-z.]{0,19})?$/
/** What a gateway calls its version. */
export const maxVersionLength = 40

const version = z.string().max(maxVersionLength).regex(versionForm, 'must be two to four numbers with dots, such as 3.4.0 or 3.4.0-rc.1')
export const upgradeManifest = z.object({
  /** Of this form. */
  format: z.literal(1),
  component: z.enum(components),
  version,
  /** Gateways with an older one must not get it. */
  minimumVersion: version.optional(),
  /** The name of the second member. */
  image: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'must be a file name without a folder'),
  /** Of the image. */
  bytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits in small letters'),
  /** What is new, for the list. */
  notes: z.string().max(500).optional(),
})
export interface UpgradeManifest extends z.infer<typeof upgradeManifest> {}

/** Negative when `a` is older than `b`. Numbers count as numbers; what has a name after its hyphen is older than the same without. */
export function compareVersions(a: string, b: string): number {
  const [[aNumbers = '', aTrial], [bNumbers = '', bTrial]] = [a.split(/-(.*)/s), b.split(/-(.*)/s)]
  const [left, right] = [aNumbers.split('.').map(Number), bNumbers.split('.').map(Number)]
  for (let place = 0; place < Math.max(left.length, right.length); place++) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0)
    if (difference !== 0 && !Number.isNaN(difference)) return difference
  }
  if (aTrial === bTrial) return 0
  if (aTrial === undefined) return 1
  if (bTrial === undefined) return -1
  return aTrial.localeCompare(bTrial, 'en', { numeric: true })
}

/** Members of a tar archive are filled up to blocks of this many bytes. */
export const tarBlock = 512

function tarHeader(name: string, bytes: number): Uint8Array {
  const header = new Uint8Array(tarBlock)
  const put = (text: string, at: number) => header.set(new TextEncoder().encode(text), at)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  put(name, 0)
  put(octal(0o644, 7), 100)
  put(octal(0, 7), 108)
  put(octal(0, 7), 116)
  put(octal(bytes, 11), 124)
  put(octal(0, 11), 136)
  put(' '.repeat(8), 148)
  put('0', 156)
  put('ustar\u000000', 257)
  put(
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      6,
    )} `,
    148,
  )
  return header
}

/** Makes an upgrade file; the manifest must be true of the image. */
export function packUpgrade(manifest: UpgradeManifest, image: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`)
  const members = [tarHeader('manifest.json', text.byteLength), text, tarHeader(manifest.image, image.byteLength), image]
  const places: number[] = []
  let total = 0
  for (const member of members) {
    places.push(total)
    total += Math.ceil(member.byteLength / tarBlock) * tarBlock
  }
  // Two empty blocks end an archive.
  const whole = new Uint8Array(total + 2 * tarBlock)
  for (const [index, member] of members.entries()) whole.set(member, places[index])
  return whole
}
