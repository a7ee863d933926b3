/**
 * All TRMNL signs of a store. They call by themselves, take a picture if its name is new to them, and sleep: nothing can be pushed, and
 * nothing says that a picture stands on the glass. So a label counts as delivered when the sign had its last byte and the panel the time to
 * draw it; and where a sign may show a message of its own, its picture gets a new name, so that it is drawn again.
 */
import type { Description, Driver, DriverSetup } from '../driver.ts'
import { createAdmission } from './admission.ts'
import { sleepThrough } from './night.ts'
import { createOffers } from './offers.ts'
import { signOptions, defaultRate } from './options.ts'
import { createOrders } from './orders.ts'
import { encodePicture } from './picture.ts'
import { createPlace } from './place.ts'
import { isPlaceName, type TrmnlPort } from './port.ts'
import { longestSleep, tellableRate } from './protocol.ts'
import { codeOf, createSigns, type Sign } from './signs.ts'
import { notesOf, silentSigns } from './silent.ts'
import { tagOf } from './tag-id.ts'
import { drawWaiting } from './waiting.ts'

/** A driver for the signs that call this place of the port. Throws where the address cannot be a place. */
export function createTrmnlDriver({ address, options, state, clock, events }: DriverSetup, port: TrmnlPort): Driver {
  if (!isPlaceName(address)) throw new Error(`"${address}" cannot stand in the address that signs call: letters, digits, - and _ can`)
  const settings = signOptions.parse(options)
  const signs = createSigns(state)
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
  const orders = createOrders({ signs, offers, ended: events.ended, isOpen: () => open })

  const rateOf = ({ mac }: Pick<Sign, 'mac'>) => settings.signs[mac]?.refreshSeconds ?? settings.refreshSeconds ?? storeRate ?? defaultRate
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
      checkin: last?.rate ?? defaultRate,
      doubt,
      ...(event !== undefined && { event }),
    })
  }

  return {
    async open() {
      open = true
      for (const { mac } of signs.all()) offers.draw(mac)
      port.add(address, place)
      // Whatever waits is given to us at this word, before it returns.
      events.state('online')
      orders.withdrawCancelled()
    },
    async close() {
      open = false
      port.remove(address, place)
      offers.close()
    },
    describe(): Description {
      const silent = silentSigns(signs.all(), clock.now())
      return {
        maker: 'TRMNL',
        model: 'Signs that call',
        firmware: '',
        address: `:${port.port}/${address}`,
        confirms: 'delivered',
        can: ['page', 'collect', 'log'],
        figures: { signs: signs.size(), silent: silent.length, calls: place.calls() },
        notes: [...notesOf(silent), ...admission.notes()],
        mac: undefined,
        window: Number.MAX_SAFE_INTEGER,
        capacity: undefined,
        memory: undefined,
        disk: undefined,
        channel: 0,
      }
    },
    show: (show) => orders.take(show, () => show.bitmap, true),
    // Without a product a sign shows the code that it is found by: it has no price either way.
    blank: (show) => orders.take(show, waitingPicture, false),
    cancel: orders.cancel,
    checkin: (checkinRate) => void (storeRate = checkinRate),
  }
}
