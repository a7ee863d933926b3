/** A picture on its way to the glass of one panel: whether it has to be sent at all, and how it is broken off when it is not wanted any more. */
import type { Bitmap } from '@endcap/label/bitmap'
import type { Clock } from '../clock.ts'
import type { End } from '../driver.ts'
import { etagOf } from './codec.ts'
import type { Glass } from './config.ts'
import type { Connection } from './connection.ts'
import { hashOf, type Memory, type PictureJob } from './memory.ts'
import { pack, upload, type Identity } from './session.ts'

/** How an operation ends that failed for this reason. */
export const failure = (reason: Extract<End, { outcome: 'failed' }>['reason'], detail: string): End => ({
  outcome: 'failed',
  reason,
  detail: detail.slice(0, 300),
})

/** A picture that fits the panel and does not stand there yet. */
interface Ready {
  bitmap: Bitmap
  /** Of the pixels and of how they are sent. */
  hash: string
}

/** The picture of a job for this panel; or how the job ends, because there is nothing to send. */
export function preparePicture(job: PictureJob, memory: Memory, { glass, telemetry }: Identity): { ready: Ready } | { end: End } {
  const bitmap = job.hash === undefined ? whiteGlass(glass) : memory.bitmap()
  if (bitmap === undefined) return { end: failure('transfer-timeout', 'The picture is not on disk any more') }
  if (bitmap.width !== glass.width || bitmap.height !== glass.height || bitmap.palette !== glass.palette) {
    const given = `${bitmap.width} × ${bitmap.height} ${bitmap.palette}`
    return { end: failure('tag-refused', `The picture is ${given}, the panel ${glass.width} × ${glass.height} ${glass.palette}`) }
  }
  // How it is sent belongs to what stands there: the same pixels at another setting of the panel are another picture.
  const hash = `${hashOf(bitmap)} ${glass.display.scheme} ${glass.display.quarters}`
  const { shown } = memory.known
  const stands = shown?.hash === hash && !shown.rebooted && !telemetry.rebooted
  return stands && !job.refresh ? { end: { outcome: 'same' } } : { ready: { bitmap, hash } }
}
/** 0 is white in every palette. */
const whiteGlass = ({ width, height, palette }: Glass): Bitmap => ({ width, height, palette, pixels: new Uint8Array(width * height) })

/** The picture that is being sent. */
export interface Transfer {
  readonly op: string
  /** From here on the glass may change. */
  drawing: boolean
  unwanted: boolean
}
/** The operation was cancelled while its picture was sent. */
export class Unwanted extends Error {}

interface Way {
  connection: Connection
  identity: Identity
  memory: Memory
  clock: Clock
}

/** Sends a picture and waits until it stands on the glass; answers what then stands there. Throws `Unwanted`, or what the panel did wrong. */
export async function sendPicture(transfer: Transfer, { bitmap, hash }: Ready, { connection, identity, memory, clock }: Way) {
  let { rebooted } = identity.telemetry
  try {
    await upload(connection, {
      picture: pack(bitmap, identity.glass.display),
      etag: etagOf(hash),
      clock,
      throwIfSuperseded: () => {
        if (transfer.unwanted) throw new Unwanted()
      },
      drawing: () => {
        transfer.drawing = true
        memory.keepShown(undefined)
      },
      heard: (telemetry) => (rebooted = telemetry.rebooted),
    })
  } catch (error) {
    throw transfer.unwanted ? new Unwanted() : error
  }
  return { hash, rebooted }
}
