/** Panels that have the time to draw what their sign has loaded: a picture counts as drawn when that is over. */
import type { Clock } from '../clock.ts'
import { drawSeconds } from './picture.ts'
import { callsAgainWithin } from './protocol.ts'
import type { Sign, Signs } from './signs.ts'

interface Options {
  signs: Signs
  clock: Clock
  /** The sign's picture counts as drawn from now on; `before` is the sign as it was. */
  drawn(sign: Sign, before: Sign): void
}

export interface Drawings {
  /** Waits for the picture that the sign has loaded, if it is not drawn yet: the panel needs time, and the sign must not call again as after a failure. */
  draw(mac: string): void
  /** The sign is offered something else. */
  forget(mac: string): void
  close(): void
}

/** Nothing is drawn yet. */
export function createDrawings({ signs, clock, drawn }: Options): Drawings {
  const drawing = new Map<string, () => void>()
  return {
    draw(mac) {
      const { picture, last } = signs.get(mac) ?? {}
      if (picture?.fetchedAt == null || picture.drawn || drawing.has(mac)) return
      const seconds = Math.max(drawSeconds(picture.palette), callsAgainWithin(last?.slept))
      const left = picture.fetchedAt + 1000 * seconds - clock.now()
      const done = () => {
        drawing.delete(mac)
        const sign = signs.get(mac)
        if (sign?.picture?.name !== picture.name) return
        const next = { ...sign, doubt: sign.doubt && !picture.requested, before: undefined, picture: { ...sign.picture, drawn: true } }
        signs.keep(next)
        drawn(next, sign)
      }
      drawing.set(mac, clock.after(Math.max(0, left), done))
    },
    forget(mac) {
      drawing.get(mac)?.()
      drawing.delete(mac)
    },
    close() {
      for (const forget of drawing.values()) forget()
    },
  }
}
