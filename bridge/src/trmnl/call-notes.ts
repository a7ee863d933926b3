/** What a call of a sign says of the sign: its panel, its battery, and whether its glass may show something else than was believed. */
import type { Clock } from '../clock.ts'
import type { DriverEvents } from '../driver.ts'
import type { Admission } from './admission.ts'
import type { Offers } from './offers.ts'
import type { SignOptions } from './options.ts'
import { failedQuietly, mayShowMessage, type Call } from './protocol.ts'
import { codeOf, type Sign, type Signs } from './signs.ts'
import { mayBe, typeOf, type PanelType } from './types.ts'

/** What a store's signs are served with. */
export interface Parts {
  signs: Signs
  offers: Offers
  admission: Admission
  settings: SignOptions
  clock: Clock
  events: Pick<DriverEvents, 'ended' | 'note'>
  heard(sign: Sign, event?: 'button' | 'restart'): void
  /** Seconds that a sign is told to sleep from now. */
  sleepOf(sign: Pick<Sign, 'mac'>): number
}

/** Takes down what signs of a store say of themselves: answers the sign as it is known after the call. */
export function createCallNotes(parts: Parts): (known: Sign, call: Call) => Sign {
  const { signs, offers, admission, settings, clock, events, heard, sleepOf } = parts
  /** Signs that were reported as unable to be of the chosen model. */
  const misfits = new Set<string>()

  /** Why the glass may show something else than was believed until this call. */
  function doubtOf({ picture, before, last }: Sign, call: Call): string | undefined {
    if (picture === undefined || (!picture.begun && before === undefined)) return undefined
    const why = mayShowMessage(call, last, clock.now())
    if (why !== undefined || last === undefined) return why
    return failedQuietly(call) && picture.fetchedAt !== null && picture.fetchedAt >= last.at ? 'its last wake failed' : undefined
  }

  function typeNow(sign: Sign, call: Call): PanelType {
    const chosen = settings.signs[sign.mac]?.type
    if (chosen !== undefined && !mayBe(chosen, call) && !misfits.has(sign.mac)) {
      misfits.add(sign.mac)
      events.note(`sign ${codeOf(sign.mac)} has ${call.width} × ${call.height} pixels and cannot be a ${chosen}`)
    }
    // What tells nothing of its panel has the one it had.
    return call.sized === 'guess' && chosen === undefined ? sign : typeOf(call, chosen)
  }
  /** A label for another panel would be cut off, with a digit of its price perhaps. */
  function resize(sign: Sign): Sign {
    const op = offers.waiting(sign.mac)
    offers.leave(sign.mac)
    const detail = `the panel has ${sign.width} × ${sign.height} pixels now`
    if (op !== undefined) events.ended(op, { outcome: 'failed', reason: 'tag-refused', detail })
    const doubt = sign.doubt || sign.picture?.requested === true || sign.before?.requested === true
    return offers.offerWaiting({ ...sign, doubt, picture: undefined, before: undefined })
  }

  return (known, call) => {
    const sign = offers.learn(known, call)
    const why = doubtOf(sign, call)
    const { battery, rssi, temperature = sign.temperature } = call
    const panel = panelOf(typeNow(sign, call))
    let next: Sign = { ...sign, ...panel, battery, rssi, temperature, firmware: call.firmware || sign.firmware }
    const resized = panel.width !== sign.width || panel.height !== sign.height || panel.reader !== sign.reader
    if (resized && (sign.picture?.label === true || sign.before?.label === true || admission.mayDraw(next))) next = resize(next)
    else if (resized) next = { ...next, ...panelOf(sign) }
    else if (why !== undefined) {
      const requested = sign.picture?.begun === true ? sign.picture.requested : sign.before?.requested === true
      next = { ...next, doubt: next.doubt || requested }
      events.note(`sign ${codeOf(sign.mac)} may show a message of its own: ${why}`)
      if (sign.picture?.begun === true) next = offers.offerAgain(next)
    }
    next = { ...next, last: { at: clock.now(), rate: sleepOf(sign), slept: call.slept } }
    signs.keep(next)
    heard(next, call.woken)
    return next
  }
}
const panelOf = ({ type, width, height, palette, reader }: PanelType): PanelType => ({ type, width, height, palette, reader })
