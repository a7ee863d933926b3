/** What is on the screens of displays. */
import type { UploadedFile } from '@endcap/contract/endpoint'
import type { ScreenSaid } from '@endcap/contract/player'
import type { ScreenCheck } from '@endcap/contract/screen-check'
import { keepBlob } from '../../platform/blobs/remove-unused.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { invalid, notFound } from '../../platform/base/errors.ts'
import type { CallingDisplay } from '../../platform/http/callers.ts'
import { findScreen, type ScreenRow } from './screenshots.queries.ts'

/** SOI and the marker after it. */
const isJpeg = (content: Uint8Array) => content[0] === 0xff && content[1] === 0xd8 && content[2] === 0xff

export async function takeScreenshot(
  { db, blobs, clock, signals }: Context,
  { mac, storeCode }: CallingDisplay,
  file: UploadedFile,
  said: Partial<ScreenSaid>,
): Promise<void> {
  let first: Uint8Array | undefined
  async function* looked() {
    for await (const chunk of file.stream) {
      first ??= chunk
      yield chunk
    }
  }
  const received = await blobs.receive(looked())
  if (first === undefined || !isJpeg(first)) {
    await received.drop()
    throw invalid('The picture of a screen must be a JPEG.', 'file')
  }
  await keepBlob(db, received)
  const at = clock.now()
  const isSaid = isWhole(said)
  await inTransaction(db, async (tx) => {
    const row = {
      blob: received.hash,
      taken_at: at,
      said: isSaid ? JSON.stringify(said) : null,
      compare_at: isSaid ? at : null,
      ask_at: null,
      // What an old player shows cannot be compared; what was found in the picture before says nothing of this one.
      ...(!isSaid && { verdict: null, looks_like: null, expected: null }),
    }
    await tx
      .insertInto('plus_screenshots')
      .values({ mac, ...row })
      .onConflict((conflict) => conflict.column('mac').doUpdateSet(row))
      .execute()
  })
  signals.notify('changed', { storeCode, changes: ['displays'] })
  if (isSaid) signals.notify('screen-pictures', {})
}

const isWhole = ({ at, rev, kind }: Partial<ScreenSaid>) => at !== undefined && rev !== undefined && kind !== undefined

/** As the information of a display tells it. */
export const checkOf = ({ verdict, looks_like: slide, expected, fault, compare_at: waits }: ScreenRow): ScreenCheck =>
  // While a picture waits, what is known is of the one before.
  waits === null ? { verdict, slide, expected: expected !== null, fault } : { verdict: null, slide: null, expected: false, fault }

/** The last picture of the screen, or what should have been there. */
export async function readScreenshot({ db, blobs }: Context, mac: string, which: 'blob' | 'expected') {
  const hash = (await findScreen(db, mac))?.[which]
  const content = hash == null ? undefined : await blobs.get(hash)
  if (content === undefined) throw notFound('There is no picture of this screen yet.')
  return { name: `${mac.replaceAll(':', '')}.jpg`, type: 'image/jpeg', content }
}
