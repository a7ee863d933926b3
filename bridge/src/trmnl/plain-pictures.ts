/** Pictures without a price that are no sign's: for who has no place here, and the logo of the firmware's own messages. */
import type { Admission } from './admission.ts'
import type { SignOptions } from './options.ts'
import { encodePicture } from './picture.ts'
import type { Call } from './protocol.ts'
import { drawWaiting } from './waiting.ts'

/** Pictures for signs that have no place here: of so many sizes. */
const maxPlain = 8
/** Stands where the addresses of a sign's pictures have its secret. */
export const noSecret = '0'.repeat(32)
export const nameOfLogo = 'endcap-logo'
/** What the firmware takes for the logo of its own messages. */
const logoPanel = { width: 800, height: 480, palette: 'bw' as const }

export interface PlainPictures {
  /** The name of the picture for all signs of this size; undefined while too many are asked for. */
  nameFor(call: Call): string | undefined
  /** The PNG of that name, or of `nameOfLogo`; undefined where there is none. */
  file(name: string): Uint8Array | undefined
}

/** Plain pictures in the language of a store: drawn when they are asked for first. */
export function createPlainPictures(admission: Admission, language: SignOptions['language']): PlainPictures {
  const plain = new Map<string, Buffer>()
  let logo: Buffer | undefined
  return {
    nameFor({ width, height, sized }) {
      const name = `endcap-${width}x${height}`
      if (plain.has(name)) return name
      if (!admission.mayDraw({ width, height })) return undefined
      const bitmap = drawWaiting({ width, height, palette: 'bw' }, { code: '', why: 'known', language })
      for (const old of plain.keys()) if (plain.size >= maxPlain) plain.delete(old)
      plain.set(name, encodePicture(bitmap, { reader: sized === 'wish' }))
      return name
    },
    file(name) {
      if (name !== nameOfLogo) return plain.get(name)
      logo ??= encodePicture(drawWaiting(logoPanel, { code: '', why: 'logo', language }))
      return logo
    },
  }
}
