/** Which picture each sign is offered, and what became of it: loaded, drawn, replaced before that, taken back. */
import type { Clock } from '../clock.ts'
import type { End } from '../driver.ts'
import { drawSeconds } from './picture.ts'
import { callsAgainWithin, pictureName, type Call } from './protocol.ts'
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
type Picture = Pick<Offered, 'content' | 'palette' | 'label' | 'wanted'>

/** Share of its sleep after which a sign woke by its timer. */
const sleptWell = 0.8

export function createOffers({ signs, clock, ended, certain, drawWaiting }: Options) {
  /** Operations that wait for a sign to draw their picture, by MAC. */
  const waiting = new Map<string, string>()
  const drawing = new Map<string, () => void>()
  /** Signs that are loading a picture, with who waits for the end of it. */
  const loading = new Map<string, { count: number; waiters: (() => void)[] }>()

  /** Offers a picture under a name that the sign never had. `again`: it is the picture of before, which may not have come. */
  function offer(sign: Sign, png: Uint8Array, picture: Picture, again = false): Sign {
    const { mac, picture: old } = sign
    drawing.get(mac)?.()
    drawing.delete(mac)
    const has = old !== undefined && (old.drawn || (old.fetchedAt !== null && !again))
    const named = Math.max(Math.floor(clock.now() / 1000), sign.named + 1)
    const { content, palette, label, wanted } = picture
    const offered: Offered = {
      content,
      palette,
      label,
      wanted,
      name: pictureName(mac, named),
      begun: false,
      fetchedAt: null,
      drawn: false,
    }
    const next: Sign = { ...sign, named, before: has ? old : sign.before, picture: offered }
    signs.keepFile(mac, content, png)
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
    return offer(sign, png, { content: digest(png), palette: sign.palette, label: false, wanted: false })
  }

  function deliver(mac: string) {
    const op = waiting.get(mac)
    waiting.delete(mac)
    if (op !== undefined) ended(op, { outcome: 'delivered' })
  }
  /** Counts a picture as drawn once the panel had the time, and the sign has not called again as after a failure. */
  function draw(mac: string) {
    const { picture, last } = signs.get(mac) ?? {}
    if (picture?.fetchedAt == null || picture.drawn || drawing.has(mac)) return
    const seconds = Math.max(drawSeconds(picture.palette), callsAgainWithin(last?.slept))
    const left = picture.fetchedAt + 1000 * seconds - clock.now()
    const done = () => {
      drawing.delete(mac)
      const sign = signs.get(mac)
      if (sign?.picture?.name !== picture.name) return
      const next = { ...sign, doubt: sign.doubt && !picture.wanted, before: undefined, picture: { ...sign.picture, drawn: true } }
      signs.keep(next)
      deliver(mac)
      if (sign.doubt && !next.doubt) certain(next)
    }
    drawing.set(mac, clock.after(Math.max(0, left), done))
  }

  function fetched(mac: string, name: string, at: number) {
    const sign = signs.get(mac)
    if (sign?.picture?.name !== name) return
    if (sign.picture.fetchedAt === null) signs.keep({ ...sign, picture: { ...sign.picture, begun: true, fetchedAt: at } })
    draw(mac)
  }

  return {
    offer,
    offerAgain,
    offerWaiting,
    draw,
    deliver,
    waiting: (mac: string) => waiting.get(mac),
    wait: (mac: string, op: string) => void waiting.set(mac, op),
    leave: (mac: string) => void waiting.delete(mac),
    isLoading: (mac: string) => loading.get(mac)?.count ?? 0,
    /** A sign begins to load the picture that it is offered; answers whom to tell how that ended. */
    load(sign: Sign): (complete: boolean) => void {
      const { mac, picture } = sign
      const name = picture?.name ?? ''
      // Should nobody hear of the end: it may have it.
      if (picture !== undefined && !picture.begun) signs.keep({ ...sign, picture: { ...picture, begun: true } })
      const one = loading.get(mac) ?? { count: 0, waiters: [] }
      loading.set(mac, one)
      one.count++
      return (complete) => {
        if (complete) fetched(mac, name, clock.now())
        if (--one.count > 0) return
        loading.delete(mac)
        for (const go of one.waiters) go()
      }
    },
    /** When the sign loads nothing: what it has is known then. */
    quiet(mac: string): Promise<void> {
      return new Promise((resolve) => {
        const one = loading.get(mac)
        if (one === undefined) resolve()
        else one.waiters.push(resolve)
      })
    },
    /**
     * What a call says of a picture that the sign began to load while nobody here learned how that ended: it slept as it was told, so its
     * last wake was well; or it did not, and the picture gets a new name.
     */
    learn(sign: Sign, call: Call): Sign {
      const { mac, picture, last } = sign
      if (picture === undefined || !picture.begun || picture.fetchedAt !== null || last === undefined || loading.has(mac)) return sign
      if (call.slept === undefined || !call.byTimer) return sign
      if (call.slept === last.rate && clock.now() - last.at >= sleptWell * 1000 * last.rate) fetched(mac, picture.name, last.at)
      else if (call.slept !== last.rate) return offerAgain(sign)
      return signs.get(mac) ?? sign
    },
    /** A picture that nobody took is offered no longer: the one of before is, under its name, so that nothing is drawn. */
    withdraw(sign: Sign): Sign {
      const { mac, before, doubt } = sign
      drawing.get(mac)?.()
      drawing.delete(mac)
      const png = before === undefined ? undefined : signs.file(mac, before.content)
      if (before === undefined || png === undefined) return offerWaiting(sign)
      const next = { ...sign, picture: before, before: undefined }
      if (doubt) return offer(next, png, before)
      signs.keep(next)
      draw(mac)
      return next
    },
    close() {
      for (const forget of drawing.values()) forget()
      for (const { waiters } of loading.values()) for (const go of waiters) go()
    },
  }
}
export type Offers = ReturnType<typeof createOffers>
