/** What signs of one store call: setup, display, log and pictures. Whoever calls without the right key gets a picture without a price, and changes nothing. */
import type { Clock } from '../clock.ts'
import type { DriverEvents, End } from '../driver.ts'
import { newToken, type Admission } from './admission.ts'
import type { Offers } from './offers.ts'
import { usualRate, type SignOptions } from './options.ts'
import { encodePicture } from './picture.ts'
import type { Answer, Place } from './port.ts'
import { displayAnswer, failedQuietly, mayShowMessage, readCall, readReport, saysNotDrawn, type Call } from './protocol.ts'
import { codeOf, digest, type Sign, type Signs } from './signs.ts'
import { mayBe, typeOf } from './types.ts'
import { drawWaiting } from './waiting.ts'

interface Options {
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

/** Pictures for signs that have no place here: of so many sizes. */
const mostPlain = 8
/** A sign loads one picture; lines that it left behind end by themselves. */
const mostLoads = 4
/** Of pictures that are no sign's. */
const nobody = '0'.repeat(32)
const nameOfLogo = 'endcap-logo'
/** What the firmware takes for the logo of its own messages. */
const logoPanel = { width: 800, height: 480, palette: 'bw' as const }

export function createPlace(options: Options): Place & { calls(): number } {
  const { signs, offers, admission, settings, clock, events, heard, sleepOf } = options
  const { language } = settings
  const plain = new Map<string, Buffer>()
  const misfits = new Set<string>()
  let logo: Buffer | undefined
  let calls = 0

  /** One picture for all signs of a size that have no place here; undefined while too many are asked for. */
  function plainPicture({ width, height, sized }: Call): string | undefined {
    const name = `endcap-${width}x${height}`
    if (plain.has(name)) return name
    if (!admission.mayDraw({ width, height })) return undefined
    const bitmap = drawWaiting({ width, height, palette: 'bw' }, { code: '', why: 'known', language })
    for (const old of plain.keys()) if (plain.size >= mostPlain) plain.delete(old)
    plain.set(name, encodePicture(bitmap, { reader: sized === 'wish' }))
    return name
  }
  /** For who has no place here, or not the key: a picture without a price, and nothing is taken down. */
  function stranger(call: Call, base: string): Answer {
    const name = plainPicture(call)
    if (name === undefined) return refused('This store takes no more new signs for now.')
    return { status: 200, body: displayAnswer({ imageUrl: `${base}/picture/${nobody}/${name}`, filename: name, rate: usualRate }) }
  }
  const refused = (message: string): Answer => ({ status: 404, body: JSON.stringify({ status: 404, message }) })
  const signOf = ({ mac, token }: Call): Sign | undefined => (mac === undefined ? signs.byKey(digest(token)) : signs.get(mac))

  function join(call: Call, token: string, keyUsed: boolean): Sign | undefined {
    const sign = call.mac === undefined ? undefined : admission.join({ ...call, mac: call.mac }, token, keyUsed)
    return sign === undefined ? undefined : offers.offerWaiting(sign)
  }

  /** Why the glass may show something else than was believed until this call. */
  function doubtOf({ picture, before, last }: Sign, call: Call): string | undefined {
    if (picture === undefined || (!picture.begun && before === undefined)) return undefined
    const why = mayShowMessage(call, last, clock.now())
    if (why !== undefined || last === undefined) return why
    return failedQuietly(call) && picture.fetchedAt !== null && picture.fetchedAt >= last.at ? 'its last wake failed' : undefined
  }

  function typeNow(sign: Sign, call: Call) {
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
    if (op !== undefined) events.ended(op, { outcome: 'failed', reason: 'tag-refused', detail } satisfies End)
    const doubt = sign.doubt || sign.picture?.wanted === true || sign.before?.wanted === true
    return offers.offerWaiting({ ...sign, doubt, picture: undefined, before: undefined })
  }

  /** Takes down what a sign says of itself. */
  function note(known: Sign, call: Call): Sign {
    const sign = offers.learn(known, call)
    const why = doubtOf(sign, call)
    const { battery, rssi, temperature = sign.temperature } = call
    const { type, width, height, palette, reader } = typeNow(sign, call)
    let next: Sign = { ...sign, type, width, height, palette, reader, battery, rssi, temperature, firmware: call.firmware || sign.firmware }
    const resized = width !== sign.width || height !== sign.height || reader !== sign.reader
    if (resized && (sign.picture?.label === true || sign.before?.label === true || admission.mayDraw(next))) next = resize(next)
    else if (resized) next = { ...next, ...panelOf(sign) }
    else if (why !== undefined) {
      const wanted = sign.picture?.begun === true ? sign.picture.wanted : sign.before?.wanted === true
      next = { ...next, doubt: next.doubt || wanted }
      events.note(`sign ${codeOf(sign.mac)} may show a message of its own: ${why}`)
      if (sign.picture?.begun === true) next = offers.offerAgain(next)
    }
    next = { ...next, last: { at: clock.now(), rate: sleepOf(sign), slept: call.slept } }
    signs.keep(next)
    heard(next, call.woken)
    return next
  }
  const panelOf = ({ type, width, height, palette, reader }: Sign) => ({ type, width, height, palette, reader })

  return {
    calls: () => calls,
    knows(headers) {
      const call = readCall(headers)
      return call !== undefined && signOf(call) !== undefined
    },
    setup(headers, base) {
      const call = readCall(headers)
      if (call?.mac === undefined) return refused('The device does not say its address.')
      const known = signs.get(call.mac)
      const token = newToken()
      const sign = known ?? join(call, token, false)
      if (sign === undefined) return refused('This store takes no more new signs for now.')
      const key = known === undefined ? token : (admission.rekey(known) ?? '')
      const answer = { status: 200, api_key: key, friendly_id: codeOf(sign.mac), image_url: `${base}/picture/${nobody}/${nameOfLogo}` }
      return { status: 200, body: JSON.stringify({ ...answer, message: `Endcap: ${codeOf(sign.mac)}` }) }
    },
    display(headers, base) {
      calls++
      const call = readCall(headers)
      if (call === undefined) return refused('The device does not say its address.')
      const known = signOf(call) ?? join(call, call.token, true)
      const sign = known === undefined ? undefined : admission.admit(known, call.token)
      if (sign === undefined) return stranger(call, base)
      const { secret, picture, last } = note(sign, call)
      const name = picture?.name ?? ''
      return {
        status: 200,
        body: displayAnswer({ imageUrl: `${base}/picture/${secret}/${name}`, filename: name, rate: last?.rate ?? usualRate }),
      }
    },
    log(headers, body) {
      const call = readCall(headers)
      const sign = call === undefined ? undefined : signOf(call)
      if (call === undefined || sign === undefined || sign.key === null || sign.key !== digest(call.token)) return { status: 204, body: '' }
      const messages = readReport(body)
      for (const message of messages.slice(0, 10)) events.note(`sign ${codeOf(sign.mac)} says: ${message}`)
      if (sign.picture?.begun === true && messages.some(saysNotDrawn))
        heard(offers.offerAgain({ ...sign, doubt: sign.doubt || sign.picture.wanted }))
      return { status: 204, body: '' }
    },
    picture(secret, name) {
      if (secret === nobody) {
        if (name === nameOfLogo) logo ??= encodePicture(drawWaiting(logoPanel, { code: '', why: 'logo', language }))
        const body = name === nameOfLogo ? logo : plain.get(name)
        return body === undefined ? undefined : { body, done: () => undefined }
      }
      const sign = signs.bySecret(secret)
      if (sign?.picture?.name !== name || offers.isLoading(sign.mac) >= mostLoads) return undefined
      const body = signs.file(sign.mac, sign.picture.content)
      return body === undefined ? undefined : { body, done: offers.load(sign) }
    },
  }
}
