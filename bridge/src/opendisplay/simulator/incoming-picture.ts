/** A picture that a simulated panel is being sent: part after part, compressed or as it is. */
import { inflateSync } from 'node:zlib'
import type { Bitmap } from '@endcap/label/bitmap'
import { pictureBytes, readPicture } from '../simulated-glass.ts'
import type { WholeSettings } from './settings.ts'

export interface IncomingPicture {
  /** Bytes before compression; undefined for plain ones. */
  readonly rawBytes: number | undefined
  readonly parts: Uint8Array[]
  filled: number
}

/** The picture that begins with this data; undefined where the panel refuses it. */
export function beginPicture(data: Uint8Array, settings: WholeSettings): IncomingPicture | undefined {
  const rawBytes = data.length >= 4 ? new DataView(data.buffer).getUint32(0, true) : undefined
  const refused = rawBytes !== undefined && (rawBytes !== pictureBytes(settings) || (settings.modes & 3) === 0)
  return refused ? undefined : { rawBytes, parts: [], filled: 0 }
}

/** Takes one part. `complete`: it was the last plain byte, which needs no command behind it. */
export function takePart(picture: IncomingPicture, data: Uint8Array, settings: WholeSettings): 'taken' | 'complete' | 'refused' {
  const { rawBytes, parts } = picture
  // The first byte of zlib's says how far it looks back: this panel has 512 bytes for that.
  if (rawBytes !== undefined && parts.length === 0 && (data[0]! >> 4) + 8 > 9) return 'refused'
  parts.push(data)
  picture.filled += data.length
  return rawBytes === undefined && picture.filled >= pictureBytes(settings) ? 'complete' : 'taken'
}

/** The picture as it stands on the glass; undefined where its bytes are none. */
export function finishPicture({ parts, rawBytes }: IncomingPicture, settings: WholeSettings): Bitmap | undefined {
  try {
    const bytes = Buffer.concat(parts)
    const raw = rawBytes === undefined ? bytes : inflateSync(bytes, { windowBits: 9, maxOutputLength: rawBytes })
    return raw.length === pictureBytes(settings) ? readPicture(raw, settings) : undefined
  } catch {
    return undefined
  }
}
