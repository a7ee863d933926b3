/**
 * All TRMNL signs of a store. They call by themselves, take a picture if its name is new to them, and sleep: nothing can be pushed, and
 * nothing says that a picture stands on the glass. So a label counts as delivered when its last byte was sent and the panel had the time
 * to draw it; and where a sign may show a message of its own, its picture gets a new name, so that it is drawn again.
 */
import { randomBytes } from 'node:crypto'
import type { Bitmap } from '@endcap/label/bitmap'
import { DriverError, type Description, type Driver, type DriverSetup, type Show } from '../driver.ts'
import { sleepThrough } from './night.ts'
import { signOptions, usualRate } from './options.ts'
import { drawSeconds, encodePicture } from './picture.ts'
import type { Answer, Place, TrmnlPort } from './port.ts'
import {
  displayAnswer,
  failedQuietly,
  longestSleep,
  mayShowMessage,
  pictureName,
  readCall,
  readReport,
  saysNotDrawn,
  tellableRate,
  type Call,
} from './protocol.ts'
import { createSigns, digest, joinsAMinute, newCode, type Sign } from './signs.ts'
import { typeOf } from './types.ts'
import { drawWaiting, type Waiting } from './waiting.ts'

/** The first four digits of the ids of these signs; their MAC follows. */
export const tagPrefix = '7E01'
export const tagOf = (mac: string): string => tagPrefix + mac
const macOf = (tag: string): string => tag.slice(tagPrefix.length)

/** A sign that calls with another key is told of once in so long. */
const tellClaimMs = 3_600_000
/** Signs whose claims are remembered. */
const mostClaims = 100
/** Waiting pictures kept for signs that have no place. */
const mostPlain = 8

export function createTrmnlDriver({ address, options, state, clock, events }: DriverSetup, port: TrmnlPort): Driver {
  const settings = signOptions.parse(options)
  const signs = createSigns(state)
  /** Operations that wait for a sign to take their picture, by MAC. */
  const waiting = new Map<string, string>()
  const drawing = new Map<string, () => void>()
  const claims = new Map<string, number>()
  const plain = new Map<string, Buffer>()
  let joins = { since: 0, count: 0 }
  let storeRate: number | undefined
  let calls = 0
  let open = false

  const seconds = () => Math.floor(clock.now() / 1000)
  const rateOf = ({ mac }: Pick<Sign, 'mac'>) => settings.signs[mac]?.refreshSeconds ?? settings.refreshSeconds ?? storeRate ?? usualRate
  /** What a sign is told to sleep from now: its rate, or over the night. */
  const sleepOf = (sign: Pick<Sign, 'mac'>) =>
    tellableRate(Math.min(longestSleep, sleepThrough(clock.now(), rateOf(sign), settings.night, settings.timeZone)))

  function encodeWaiting(panel: Pick<Sign, 'width' | 'height' | 'palette'>, code: string, why: Waiting['why']): Buffer {
    return encodePicture(drawWaiting(panel, { code, why, language: settings.language }))
  }
  /** One picture for all signs of a size that have no place here. */
  function plainPicture({ width, height }: Pick<Call, 'width' | 'height'>): { name: string; png: Buffer } {
    const name = `endcap-${width}x${height}`
    let png = plain.get(name)
    if (png === undefined && plain.size < mostPlain) {
      png = encodeWaiting({ width, height, palette: 'bw' }, '', 'known')
      plain.set(name, png)
    }
    return png === undefined ? { name: [...plain.keys()][0] ?? name, png: [...plain.values()][0] ?? Buffer.alloc(0) } : { name, png }
  }

  /** Offers a picture under a name that the sign does not know yet. */
  function offer(sign: Sign, png: Uint8Array, picture: { content: string; palette: Sign['palette']; label: boolean }): Sign {
    const named = Math.max(seconds(), (sign.picture?.named ?? 0) + 1)
    drawing.get(sign.mac)?.()
    drawing.delete(sign.mac)
    const stands = sign.picture?.drawn === true && !sign.doubt
    const offered = { ...picture, named, name: pictureName(sign.mac, named), fetchedAt: null, drawn: false }
    const next: Sign = { ...sign, before: stands ? sign.picture : sign.before, picture: offered }
    signs.keepPicture(sign.mac, png, stands)
    signs.keep(next)
    return next
  }
  /** The same picture under another name: the sign draws it once more. */
  function offerAgain(sign: Sign): Sign {
    const png = signs.picture(sign.mac)
    return png === undefined || sign.picture === undefined ? sign : offer(sign, png, sign.picture)
  }

  function join(call: Call, key: string | null): Sign | undefined {
    const now = clock.now()
    if (now - joins.since > 60_000) joins = { since: now, count: 0 }
    if (!signs.hasRoom() || ++joins.count > joinsAMinute) return undefined
    const { type, palette } = typeOf(call, undefined)
    const { mac, width, height } = call
    const sign: Sign = {
      ...{ mac, code: newCode(), key, keyAt: now, secret: randomBytes(16).toString('hex'), type, width, height, palette, firmware: '' },
      ...{
        battery: undefined,
        rssi: undefined,
        temperature: undefined,
        last: undefined,
        picture: undefined,
        before: undefined,
        doubt: false,
      },
    }
    const png = encodeWaiting(sign, sign.code, 'new')
    events.note(`sign ${mac} called for the first time and is ${sign.code}`)
    return offer(sign, png, { content: digest(png), palette, label: false })
  }

  /** A key of its own is expected by now, unless somebody let it in again. */
  const isReadmitted = ({ mac, keyAt }: Sign) => (settings.readmit[mac] ?? 0) > keyAt
  function isAllowed(sign: Sign, token: string): boolean {
    if (sign.key === digest(token)) return true
    if (sign.key !== null && !isReadmitted(sign)) return false
    signs.keep({ ...sign, key: digest(token), keyAt: clock.now() })
    return true
  }
  function claim({ mac, code }: Sign) {
    const now = clock.now()
    if (now - (claims.get(mac) ?? 0) < tellClaimMs) return
    if (claims.size >= mostClaims && !claims.has(mac)) return
    claims.set(mac, now)
    events.note(`somebody calls as sign ${code} (${mac}) without its key: if it was reset, let it in again`)
  }

  function heard(sign: Sign, event?: 'button' | 'restart') {
    events.heard({
      ...{ tag: tagOf(sign.mac), type: sign.type, rssi: sign.rssi, battery: sign.battery, temperature: sign.temperature },
      ...{ version: sign.firmware, checkin: sign.last?.rate ?? usualRate, doubt: sign.doubt },
      ...(event !== undefined && { event }),
    })
  }

  /** Why the glass may show something else than was believed until this call. */
  function doubtOf(sign: Sign, call: Call): string | undefined {
    if (sign.picture?.fetchedAt == null) return undefined
    const why = mayShowMessage(call, sign.last, clock.now())
    if (why !== undefined) return why
    return failedQuietly(call) && sign.last !== undefined && sign.picture.fetchedAt >= sign.last.at ? 'its last wake failed' : undefined
  }

  /** Takes down what a sign says of itself. */
  function note(sign: Sign, call: Call): Sign {
    const { type, width, height, palette } = typeOf(call, settings.signs[sign.mac]?.type)
    const why = doubtOf(sign, call)
    const { battery, rssi, temperature } = call
    const firmware = call.firmware || sign.firmware
    let next: Sign = { ...sign, firmware, type, width, height, palette, battery, rssi, temperature: temperature ?? sign.temperature }
    const resized = width !== sign.width || height !== sign.height
    if (resized && sign.picture?.label !== true) {
      const png = encodeWaiting(next, next.code, 'new')
      next = offer(next, png, { content: digest(png), palette, label: false })
    } else if (why !== undefined) {
      events.note(`sign ${sign.code} may show a message of its own: ${why}; its picture gets a new name`)
      next = offerAgain({ ...next, doubt: next.doubt || sign.picture?.label === true })
    }
    next = { ...next, last: { at: clock.now(), rate: sleepOf(sign) } }
    signs.keep(next)
    heard(next, call.woken)
    return next
  }

  /** For who has no place here, or not the key: a picture without a price, and nothing is taken down. */
  function stranger(call: Call, base: string): Answer {
    const { name } = plainPicture(call)
    const answer = displayAnswer({ imageUrl: `${base}/picture/${'0'.repeat(32)}/${name}`, filename: name, rate: usualRate })
    return { status: 200, body: answer }
  }
  const refused = (message: string): Answer => ({ status: 404, body: JSON.stringify({ status: 404, message }) })

  const place: Place = {
    setup(headers, base) {
      const call = readCall(headers)
      if (call === undefined) return refused('The device does not say its address.')
      const known = signs.get(call.mac)
      const key = randomBytes(18).toString('base64url')
      const mayHaveKey = known === undefined || known.key === null || isReadmitted(known)
      const sign = known ?? join(call, digest(key))
      if (sign === undefined) return refused('This store takes no more new signs for now.')
      if (!mayHaveKey) claim(sign)
      else if (known !== undefined) signs.keep({ ...known, key: digest(key), keyAt: clock.now() })
      const { name } = plainPicture(call)
      const answer = {
        status: 200,
        api_key: mayHaveKey ? key : '',
        friendly_id: sign.code,
        image_url: `${base}/picture/${'0'.repeat(32)}/${name}`,
      }
      return { status: 200, body: JSON.stringify({ ...answer, message: `Endcap: ${sign.code}` }) }
    },
    display(headers, base) {
      calls++
      const call = readCall(headers)
      if (call === undefined) return refused('The device does not say its address.')
      const known = signs.get(call.mac) ?? join(call, call.token === '' ? null : digest(call.token))
      if (known === undefined) return stranger(call, base)
      if (!isAllowed(known, call.token)) {
        claim(known)
        return stranger(call, base)
      }
      const sign = note(signs.get(call.mac) ?? known, call)
      const name = sign.picture?.name ?? ''
      return {
        status: 200,
        body: displayAnswer({ imageUrl: `${base}/picture/${sign.secret}/${name}`, filename: name, rate: sign.last?.rate ?? usualRate }),
      }
    },
    log(headers, body) {
      const call = readCall(headers)
      const sign = call === undefined ? undefined : signs.get(call.mac)
      if (call === undefined || sign === undefined || sign.key !== digest(call.token)) return { status: 204, body: '' }
      const messages = readReport(body)
      for (const message of messages.slice(0, 10)) events.note(`sign ${sign.code} says: ${message}`)
      if (sign.picture?.fetchedAt != null && messages.some(saysNotDrawn)) {
        const next = offerAgain({ ...sign, doubt: sign.doubt || sign.picture.label })
        heard(next)
      }
      return { status: 204, body: '' }
    },
    picture(secret, name) {
      if (/^0+$/.test(secret)) {
        const png = plain.get(name)
        return png === undefined ? undefined : { body: png, sent: () => undefined }
      }
      const sign = signs.bySecret(secret)
      const body = sign?.picture?.name === name ? signs.picture(sign.mac) : undefined
      return sign === undefined || body === undefined ? undefined : { body, sent: () => fetched(sign.mac, name) }
    },
  }

  function fetched(mac: string, name: string) {
    const sign = signs.get(mac)
    if (!open || sign?.picture?.name !== name) return
    if (sign.picture.fetchedAt === null) signs.keep({ ...sign, picture: { ...sign.picture, fetchedAt: clock.now() } })
    draw(mac)
  }
  /** Counts a picture as drawn once the panel had the time. */
  function draw(mac: string) {
    const picture = signs.get(mac)?.picture
    if (picture?.fetchedAt == null || picture.drawn || drawing.has(mac)) return
    const left = picture.fetchedAt + 1000 * drawSeconds(picture.palette) - clock.now()
    drawing.set(
      mac,
      clock.after(Math.max(0, left), () => {
        drawing.delete(mac)
        const sign = signs.get(mac)
        if (sign?.picture?.name !== picture.name) return
        const wasInDoubt = sign.doubt
        signs.keep({ ...sign, doubt: false, before: undefined, picture: { ...sign.picture, drawn: true } })
        deliver(mac)
        if (wasInDoubt) heard({ ...sign, doubt: false })
      }),
    )
  }
  function deliver(mac: string) {
    const op = waiting.get(mac)
    waiting.delete(mac)
    if (op !== undefined) events.ended(op, { outcome: 'delivered' })
  }

  /** A picture that nobody took is offered no longer: the one of before is, under its name, so that nothing is drawn. */
  function withdraw(sign: Sign) {
    const { before, doubt } = sign
    if (before !== undefined && !doubt && signs.bringBack(sign.mac)) {
      signs.keep({ ...sign, picture: before, before: undefined })
      return
    }
    const png = encodeWaiting(sign, sign.code, 'new')
    offer(sign, png, { content: digest(png), palette: sign.palette, label: false })
  }

  async function take({ op, tag, refresh }: Pick<Show, 'op' | 'tag' | 'refresh'>, bitmapFor: (sign: Sign) => Bitmap, label: boolean) {
    const mac = macOf(tag)
    const sign = signs.get(mac)
    if (sign === undefined) throw new DriverError('This sign has not called yet', { retryable: false, reason: 'tag-silent' })
    const bitmap = bitmapFor(sign)
    if (bitmap.width !== sign.width || bitmap.height !== sign.height) {
      const sizes = `the picture is ${bitmap.width} × ${bitmap.height}, the panel ${sign.width} × ${sign.height}`
      throw new DriverError(sizes, { retryable: false, reason: 'tag-refused' })
    }
    const png = encodeFor(bitmap)
    const content = digest(png)
    const before = waiting.get(mac)
    waiting.delete(mac)
    const { picture } = sign
    if (picture?.content === content && picture.label === label && !refresh) {
      if (picture.drawn && !sign.doubt && before === undefined) return events.ended(op, { outcome: 'same' })
      waiting.set(mac, op)
      if (picture.drawn && !sign.doubt) return deliver(mac)
      return draw(mac)
    }
    offer(sign, png, { content, palette: bitmap.palette, label })
    waiting.set(mac, op)
  }

  return {
    async open() {
      open = true
      for (const { mac } of signs.all()) draw(mac)
      port.add(address, place)
      events.state('online')
    },
    async close() {
      open = false
      port.remove(address)
      for (const forget of drawing.values()) forget()
    },
    describe: (): Description => ({
      ...{ maker: 'TRMNL', model: 'Signs that call', firmware: '', address: `:${port.port}/${address}`, confirms: 'delivered' },
      can: ['page', 'collect', 'log'],
      figures: { signs: signs.size(), calls },
      notes: [...claims].map(
        ([mac]) => `Somebody calls as sign ${signs.get(mac)?.code ?? mac} without its key. If it was reset, let it in again.`,
      ),
      ...{ mac: undefined, window: Number.MAX_SAFE_INTEGER, capacity: undefined, memory: undefined, disk: undefined, channel: 0 },
    }),
    show: (show) => take(show, () => show.bitmap, true),
    // Without a product a sign shows the code that it is found by: it has no price either way.
    blank: (show) => take(show, (sign) => drawWaiting(sign, { code: sign.code, why: 'new', language: settings.language }), false),
    async cancel(op, tag) {
      const mac = macOf(tag)
      if (waiting.get(mac) !== op) return true
      waiting.delete(mac)
      const sign = signs.get(mac)
      // It may have it already, and shows what it has until something newer comes.
      if (sign?.picture === undefined || sign.picture.fetchedAt !== null) return false
      withdraw(sign)
      return true
    },
    checkin: (wanted) => void (storeRate = wanted),
  }
}

function encodeFor(bitmap: Bitmap): Buffer {
  try {
    return encodePicture(bitmap)
  } catch (error) {
    throw new DriverError(error instanceof Error ? error.message : String(error), { retryable: false, reason: 'tag-refused' })
  }
}
