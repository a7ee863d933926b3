/** Operations of the server for signs: pictures that are taken for them, and taken back. */
import type { Bitmap } from '@endcap/label/bitmap'
import { DriverError, type DriverEvents, type Show } from '../driver.ts'
import type { Offers } from './offers.ts'
import { encodePicture } from './picture.ts'
import { digest, type Sign, type Signs } from './signs.ts'
import { macOf } from './tag-id.ts'
import { messageOf } from '../thrown.ts'

interface Options {
  signs: Signs
  offers: Offers
  ended: DriverEvents['ended']
  isOpen(): boolean
}
type Order = Pick<Show, 'op' | 'tag' | 'refresh'>

export interface Orders {
  /** Offers a picture to a sign; `label` where a price may stand on it. Rejects with a DriverError where the sign cannot show it. */
  take(order: Order, bitmapFor: (sign: Sign) => Bitmap, label: boolean): Promise<void>
  /** Takes an operation back; answers whether it will surely not be carried out. */
  cancel(op: string, tag: string): Promise<boolean>
  /** Withdraws pictures of cancelled operations: they were taken back while the bridge was killed. */
  withdrawCancelled(): void
}

/** Operations for the signs of a store. */
export function createOrders({ signs, offers, ended, isOpen }: Options): Orders {
  /** Operations whose picture waits until the sign has loaded the one of before, by MAC. */
  const coming = new Map<string, string>()

  function signOf(tag: string): Sign {
    const sign = signs.get(macOf(tag))
    if (sign === undefined) throw new DriverError('This sign has not called yet', { retryable: false, reason: 'tag-silent' })
    return sign
  }

  /** What a sign has is known only when it loads nothing. Rejects where the operation was taken back meanwhile, or another one came. */
  async function waitUntilQuiet(mac: string, op: string): Promise<void> {
    coming.set(mac, op)
    await offers.quiet(mac)
    if (coming.get(mac) !== op || !isOpen()) throw new DriverError('it was taken back', { retryable: false })
    coming.delete(mac)
  }

  return {
    async take({ op, tag, refresh }, bitmapFor, label) {
      const { mac } = signOf(tag)
      if (offers.isLoading(mac) > 0) await waitUntilQuiet(mac, op)
      const sign = signOf(tag)
      const png = pictureFor(sign, bitmapFor(sign))
      const content = digest(png)
      const { picture, doubt } = sign
      if (picture?.content === content && picture.label === label && !refresh && !(picture.drawn && doubt)) {
        if (!picture.requested) signs.keep({ ...sign, picture: { ...picture, requested: true } })
        if (picture.drawn) return ended(op, { outcome: 'same' })
        offers.wait(mac, op)
        return offers.draw(mac)
      }
      // It has the one of before, and draws it meanwhile.
      if (picture?.fetchedAt != null) offers.deliver(mac)
      offers.offer(sign, png, { content, palette: sign.palette, label, requested: true })
      offers.wait(mac, op)
    },
    async cancel(op, tag) {
      const mac = macOf(tag)
      if (coming.get(mac) === op) return coming.delete(mac)
      if (offers.waiting(mac) !== op) return true
      await offers.quiet(mac)
      const sign = signs.get(mac)
      if (offers.waiting(mac) !== op) return true
      // It may have it already, and shows what it has until something newer comes: then the operation ends after all.
      if (sign?.picture === undefined || sign.picture.begun) return false
      offers.leave(mac)
      offers.withdraw(sign)
      return true
    },
    withdrawCancelled() {
      for (const sign of Array.from(signs.all())) {
        const { mac, picture, before } = sign
        const isUnclaimed = offers.waiting(mac) === undefined && coming.get(mac) === undefined
        if (picture?.requested === true && !picture.begun && isUnclaimed && before?.content !== picture.content) offers.withdraw(sign)
      }
    },
  }
}

/** The picture as the sign takes it; throws a DriverError where it is made for another panel, or cannot be shown. */
function pictureFor(sign: Sign, bitmap: Bitmap): Buffer {
  const refuse = (why: string) => new DriverError(why, { retryable: false, reason: 'tag-refused' })
  if (bitmap.width !== sign.width || bitmap.height !== sign.height)
    throw refuse(`the picture is ${bitmap.width} × ${bitmap.height}, the panel ${sign.width} × ${sign.height}`)
  if (bitmap.palette !== 'bw' && bitmap.palette !== sign.palette)
    throw refuse(`the picture is made for ${bitmap.palette}, the panel is ${sign.palette}`)
  try {
    return encodePicture(bitmap, sign)
  } catch (error) {
    throw refuse(messageOf(error))
  }
}
