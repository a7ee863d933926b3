/**
 * All TRMNL signs of a store. They call by themselves, take a picture if its name is new to them, and sleep: nothing can be pushed, and
 * nothing says that a picture stands on the glass. So a label counts as delivered when the sign had its last byte and the panel the time to
 * draw it; and where a sign may show a message of its own, its picture gets a new name, so that it is drawn again.
 */
import { sayOfDevice } from '@endcap/contract/device-words'
import { idPrefixes } from '@endcap/label/models'
import type { Bitmap } from '@endcap/label/bitmap'
import { DriverError, type Description, type Driver, type DriverSetup, type Show } from '../driver.ts'
import { createAdmission } from './admission.ts'
import { sleepThrough } from './night.ts'
import { createOffers } from './offers.ts'
import { signOptions, usualRate } from './options.ts'
import { encodePicture } from './picture.ts'
import { createPlace } from './place.ts'
import { isPlaceName, type TrmnlPort } from './port.ts'
import { longestSleep, tellableRate } from './protocol.ts'
import { codeOf, createSigns, digest, type Sign } from './signs.ts'
import { drawWaiting } from './waiting.ts'

/** The first four digits of the ids of these signs; their MAC follows. */
export const tagPrefix = idPrefixes.trmnl
export const tagOf = (mac: string): string => tagPrefix + mac
const macOf = (tag: string): string => (tag.startsWith(tagPrefix) ? tag.slice(tagPrefix.length) : '')

/** Beyond its rate a sign that failed calls after so many seconds, unless only its button wakes it. */
const silentSeconds = 900
/** Silent signs that are named one by one. */
const mostNamed = 8

export function createTrmnlDriver({ address, options, state, clock, events }: DriverSetup, port: TrmnlPort): Driver {
  if (!isPlaceName(address)) throw new Error(`"${address}" cannot stand in the address that signs call: letters, digits, - and _ can`)
  const settings = signOptions.parse(options)
  const signs = createSigns(state)
  /** Operations whose picture waits until the sign has loaded the one of before, by MAC. */
  const coming = new Map<string, string>()
  let storeRate: number | undefined
  let open = false

  const waitingPicture = (sign: Sign) => drawWaiting(sign, { code: codeOf(sign.mac), why: 'new', language: settings.language })
  const offers = createOffers({
    signs,
    clock,
    ended: events.ended,
    certain: (sign) => heard(sign),
    drawWaiting: (sign) => encodePicture(waitingPicture(sign), sign),
  })
  const admission = createAdmission({ signs, settings, clock, note: events.note })
  const place = createPlace({ signs, offers, admission, settings, clock, events, heard, sleepOf })

  const rateOf = ({ mac }: Pick<Sign, 'mac'>) => settings.signs[mac]?.refreshSeconds ?? settings.refreshSeconds ?? storeRate ?? usualRate
  /** What a sign is told to sleep from now: its rate, or over the night. */
  function sleepOf(sign: Pick<Sign, 'mac'>): number {
    return tellableRate(Math.min(longestSleep, sleepThrough(clock.now(), rateOf(sign), settings.night, settings.timeZone)))
  }
  function heard({ mac, type, rssi, battery, temperature, firmware, last, doubt }: Sign, event?: 'button' | 'restart') {
    events.heard({
      tag: tagOf(mac),
      type,
      rssi,
      battery,
      temperature,
      version: firmware,
      checkin: last?.rate ?? usualRate,
      doubt,
      ...(event !== undefined && { event }),
    })
  }

  function pictureFor(sign: Sign, bitmap: Bitmap): Buffer {
    const refuse = (why: string) => new DriverError(why, { retryable: false, reason: 'tag-refused' })
    if (bitmap.width !== sign.width || bitmap.height !== sign.height)
      throw refuse(`the picture is ${bitmap.width} × ${bitmap.height}, the panel ${sign.width} × ${sign.height}`)
    if (bitmap.palette !== 'bw' && bitmap.palette !== sign.palette)
      throw refuse(`the picture is made for ${bitmap.palette}, the panel is ${sign.palette}`)
    try {
      return encodePicture(bitmap, sign)
    } catch (error) {
      throw refuse(error instanceof Error ? error.message : String(error))
    }
  }
  const signOf = (tag: string): Sign => {
    const sign = signs.get(macOf(tag))
    if (sign === undefined) throw new DriverError('This sign has not called yet', { retryable: false, reason: 'tag-silent' })
    return sign
  }

  async function take({ op, tag, refresh }: Pick<Show, 'op' | 'tag' | 'refresh'>, bitmapFor: (sign: Sign) => Bitmap, label: boolean) {
    const { mac } = signOf(tag)
    if (offers.isLoading(mac) > 0) {
      coming.set(mac, op)
      await offers.quiet(mac)
      if (coming.get(mac) !== op || !open) throw new DriverError('it was taken back', { retryable: false })
      coming.delete(mac)
    }
    const sign = signOf(tag)
    const png = pictureFor(sign, bitmapFor(sign))
    const content = digest(png)
    const { picture, doubt } = sign
    if (picture?.content === content && picture.label === label && !refresh && !(picture.drawn && doubt)) {
      if (!picture.wanted) signs.keep({ ...sign, picture: { ...picture, wanted: true } })
      if (picture.drawn) return events.ended(op, { outcome: 'same' })
      offers.wait(mac, op)
      return offers.draw(mac)
    }
    // It has the one of before, and draws it meanwhile.
    if (picture?.fetchedAt != null) offers.deliver(mac)
    offers.offer(sign, png, { content, palette: sign.palette, label, wanted: true })
    offers.wait(mac, op)
  }

  async function cancel(op: string, tag: string): Promise<boolean> {
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
  }

  /** Nobody waits for these pictures any more: they were taken back while the bridge was killed. */
  function withdrawUnwanted() {
    for (const sign of Array.from(signs.all())) {
      const { mac, picture, before } = sign
      const nobodys = offers.waiting(mac) === undefined && coming.get(mac) === undefined
      if (picture?.wanted === true && !picture.begun && nobodys && before?.content !== picture.content) offers.withdraw(sign)
    }
  }

  /** After a long outage of the radio only their button wakes them; they cannot be told from ones with an empty battery. */
  function silent(): Sign[] {
    return [...signs.all()].filter(({ last }) => last !== undefined && clock.now() - last.at > 1000 * (last.rate + silentSeconds))
  }
  function notes(gone: Sign[]): string[] {
    const signs = gone
      .slice(0, mostNamed)
      .map((sign) => codeOf(sign.mac))
      .join(', ')
    const count = gone.length - mostNamed
    const walk = sayOfDevice(count > 0 ? 'silentAndMore' : 'silentSigns', { signs, count })
    return [...(gone.length === 0 ? [] : [walk]), ...admission.notes()]
  }

  return {
    async open() {
      open = true
      for (const { mac } of signs.all()) offers.draw(mac)
      port.add(address, place)
      // Whatever waits is given to us at this word, before it returns.
      events.state('online')
      withdrawUnwanted()
    },
    async close() {
      open = false
      port.remove(address, place)
      offers.close()
    },
    describe(): Description {
      const gone = silent()
      return {
        maker: 'TRMNL',
        model: 'Signs that call',
        firmware: '',
        address: `:${port.port}/${address}`,
        confirms: 'delivered',
        can: ['page', 'collect', 'log'],
        figures: { signs: signs.size(), silent: gone.length, calls: place.calls() },
        notes: notes(gone),
        mac: undefined,
        window: Number.MAX_SAFE_INTEGER,
        capacity: undefined,
        memory: undefined,
        disk: undefined,
        channel: 0,
      }
    },
    show: (show) => take(show, () => show.bitmap, true),
    // Without a product a sign shows the code that it is found by: it has no price either way.
    blank: (show) => take(show, waitingPicture, false),
    cancel,
    checkin: (wanted) => void (storeRate = wanted),
  }
}
