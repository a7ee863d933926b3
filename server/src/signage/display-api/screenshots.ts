/** What is on the screens of displays. */
import type { UploadedFile } from '@endcap/contract/endpoint'
import { keepBlob } from '../../platform/blobs/remove-unused.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { invalid, notFound } from '../../platform/base/errors.ts'
import type { CallingDisplay } from '../../platform/http/callers.ts'

/** SOI and the marker after it. */
const isJpeg = (content: Uint8Array) => content[0] === 0xff && content[1] === 0xd8 && content[2] === 0xff

export async function takeScreenshot(
  { db, blobs, clock, signals }: Context,
  { mac, storeCode }: CallingDisplay,
  file: UploadedFile,
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
  await inTransaction(db, async (tx) => {
    const row = { blob: received.hash, taken_at: clock.now() }
    await tx
      .insertInto('plus_screenshots')
      .values({ mac, ...row })
      .onConflict((conflict) => conflict.column('mac').doUpdateSet(row))
      .execute()
  })
  signals.notify('changed', { storeCode, changes: ['displays'] })
}

export async function readScreenshot({ db, blobs }: Context, mac: string) {
  const row = await db.selectFrom('plus_screenshots').selectAll().where('mac', '=', mac).executeTakeFirst()
  const content = row && (await blobs.get(row.blob))
  if (content === undefined) throw notFound('There is no picture of this screen yet.')
  return { name: `${mac.replaceAll(':', '')}.jpg`, type: 'image/jpeg', content }
}
