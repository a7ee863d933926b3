/** Which picture each sign is offered, and what became of it: loaded, drawn, replaced before that, taken back. */
import type { Clock } from '../clock.ts'
import type { End } from '../driver.ts'
import { createDrawings } from './drawings.ts'
import { createLoads } from './loads.ts'
import { pictureName, type Call } from './protocol.ts'
import { digest, type Offered, type Sign, type Signs } from './signs.ts'

interface Options {
  signs: Signs
  clock: Clock
  /** What an operation waited for is over. */
  ended(op: string, end: End): void
  /** The doubt about a glass is over. */
  certain(sign: Sign): void
  /** What a sign without a product shows. */
  drawWaiting(sign: Sign): Uint8Array
}
type Picture = Pick<Offered, 'content' | 'palette' | 'label' | 'requested'>

/** Share of its sleep after which a sign woke by its timer. */
const sleptWell = 0.8

/** Offers for the signs of a store, which outlive the bridge with what is kept of the signs. */
export function createOffers({ signs, clock, ended, certain, drawWaiting }: Options) {
  /** Operations that wait for a sign to draw their picture, by MAC. */
  const waiting = new Map<string, string>()
  const loads = createLoads()
  const drawings = createDrawings({
    signs,
    clock,
    drawn(sign, before) {
      deliver(sign.mac)
      if (before.doubt && !sign.doubt) certain(sign)
    },
  })

  /** Offers a picture under a name that the sign never had. `again`: it is the picture of before, which may not have come. */
  function offer(sign: Sign, png: Uint8Array, picture: Picture, again = false): Sign {
    drawings.forget(sign.mac)
    const next = withOffered(sign, picture, { seconds: Math.floor(clock.now() / 1000), again })
    signs.keepFile(sign.mac, picture.content, png)
    signs.keep(next)
    return next
  }
  /** The same picture under another name: the sign draws it once more. */
  function offerAgain(sign: Sign): Sign {
    const { mac, picture } = sign
    const png = picture === undefined ? undefined : signs.file(mac, picture.content)
    return png === undefined || picture === undefined ? sign : offer(sign, png, picture, true)
  }
  function offerWaiting(sign: Sign): Sign {
    const png = drawWaiting(sign)
    return offer(sign, png, { content: digest(png), palette: sign.palette, label: false, requested: false })
  }

  function deliver(mac: string) {
    const op = waiting.get(mac)
    waiting.delete(mac)
    if (op !== undefined) ended(op, { outcome: 'delivered' })
  }
  function fetched(mac: string, name: string, at: number) {
    const sign = signs.get(mac)
    if (sign?.picture?.name !== name) return
    if (sign.picture.fetchedAt === null) signs.keep({ ...sign, picture: { ...sign.picture, begun: true, fetchedAt: at } })
    drawings.draw(mac)
  }

  return {
    offer,
    offerAgain,
    offerWaiting,
    draw: drawings.draw,
    deliver,
    waiting: (mac: string) => waiting.get(mac),
    wait: (mac: string, op: string) => void waiting.set(mac, op),
    leave: (mac: string) => void waiting.delete(mac),
    isLoading: loads.count,
    quiet: loads.quiet,
    /** A sign begins to load the picture that it is offered; answers whom to tell how that ended. */
    load(sign: Sign): (complete: boolean) => void {
      const { mac, picture } = sign
      const name = picture?.name ?? ''
      // Should the bridge not hear of the end: it may have it.
      if (picture !== undefined && !picture.begun) signs.keep({ ...sign, picture: { ...picture, begun: true } })
      const over = loads.begin(mac)
      return (complete) => {
        if (complete) fetched(mac, name, clock.now())
        over()
      }
    },
    /**
     * What a call says of a picture that the sign began to load while the bridge did not learn how that ended: it slept as it was told, so
     * its last wake was well; or it did not, and the picture gets a new name.
     */
    learn(sign: Sign, call: Call): Sign {
      const { mac, picture, last } = sign
      if (picture === undefined || !picture.begun || picture.fetchedAt !== null || last === undefined || loads.count(mac) > 0) return sign
      if (call.slept === undefined || !call.byTimer) return sign
      if (call.slept === last.rate && clock.now() - last.at >= sleptWell * 1000 * last.rate) fetched(mac, picture.name, last.at)
      else if (call.slept !== last.rate) return offerAgain(sign)
      return signs.get(mac) ?? sign
    },
    /** A picture that the sign did not take is offered no longer: the one of before is, under its name, so that nothing is drawn. */
    withdraw(sign: Sign): Sign {
      const { mac, before, doubt } = sign
      drawings.forget(mac)
      const png = before === undefined ? undefined : signs.file(mac, before.content)
      if (before === undefined || png === undefined) return offerWaiting(sign)
      const next = { ...sign, picture: before, before: undefined }
      if (doubt) return offer(next, png, before)
      signs.keep(next)
      drawings.draw(mac)
      return next
    },
    close() {
      drawings.close()
      loads.close()
    },
  }
}
export type Offers = ReturnType<typeof createOffers>

/** The sign with a new picture; `seconds`: now, for its name. It keeps the one of before as long as it may have that in full. */
function withOffered(
  sign: Sign,
  { content, palette, label, requested }: Picture,
  { seconds, again }: { seconds: number; again: boolean },
): Sign {
  const { mac, picture: old } = sign
  const has = old !== undefined && (old.drawn || (old.fetchedAt !== null && !again))
  const named = Math.max(seconds, sign.named + 1)
  const name = pictureName(mac, named)
  const offered: Offered = { content, palette, label, requested, name, begun: false, fetchedAt: null, drawn: false }
  return { ...sign, named, before: has ? old : sign.before, picture: offered }
}
