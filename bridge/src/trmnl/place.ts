/**
 * What signs of one store call: setup, display, log and pictures. A caller without the right key gets a picture without a price, and changes
 * nothing.
 */
import { newToken } from './admission.ts'
import { createCallNotes, type Parts } from './call-notes.ts'
import { defaultRate } from './options.ts'
import { createPlainPictures, nameOfLogo, noSecret } from './plain-pictures.ts'
import type { Answer, Place } from './port.ts'
import { displayAnswer, readCall, readReport, saysNotDrawn, type Call } from './protocol.ts'
import { codeOf, digest, type Sign } from './signs.ts'

/** A sign loads one picture; lines that it left behind end by themselves. */
const maxLoads = 4

/** The place of a store at the port; `calls` counts the calls for a picture since it began. */
export function createPlace(parts: Parts): Place & { calls(): number } {
  const { signs, offers, admission, events, heard } = parts
  const plain = createPlainPictures(admission, parts.settings.language)
  const note = createCallNotes(parts)
  let calls = 0

  /** For who has no place here, or not the key: a picture without a price, and nothing is taken down. */
  function stranger(call: Call, base: string): Answer {
    const name = plain.nameFor(call)
    if (name === undefined) return refused('This store takes no more new signs for now.')
    return { status: 200, body: displayAnswer({ imageUrl: `${base}/picture/${noSecret}/${name}`, filename: name, rate: defaultRate }) }
  }
  const refused = (message: string): Answer => ({ status: 404, body: JSON.stringify({ status: 404, message }) })
  const signOf = ({ mac, token }: Call): Sign | undefined => (mac === undefined ? signs.byKey(digest(token)) : signs.get(mac))

  function join(call: Call, token: string, keyUsed: boolean): Sign | undefined {
    const sign = call.mac === undefined ? undefined : admission.join({ ...call, mac: call.mac }, token, keyUsed)
    return sign === undefined ? undefined : offers.offerWaiting(sign)
  }

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
      const answer = { status: 200, api_key: key, friendly_id: codeOf(sign.mac), image_url: `${base}/picture/${noSecret}/${nameOfLogo}` }
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
        body: displayAnswer({ imageUrl: `${base}/picture/${secret}/${name}`, filename: name, rate: last?.rate ?? defaultRate }),
      }
    },
    log(headers, body) {
      const call = readCall(headers)
      const sign = call === undefined ? undefined : signOf(call)
      if (call === undefined || sign === undefined || sign.key === null || sign.key !== digest(call.token)) return { status: 204, body: '' }
      const messages = readReport(body)
      for (const message of messages.slice(0, 10)) events.note(`sign ${codeOf(sign.mac)} says: ${message}`)
      if (sign.picture?.begun === true && messages.some(saysNotDrawn))
        heard(offers.offerAgain({ ...sign, doubt: sign.doubt || sign.picture.requested }))
      return { status: 204, body: '' }
    },
    picture(secret, name) {
      if (secret === noSecret) {
        const body = plain.file(name)
        return body === undefined ? undefined : { body, done: () => undefined }
      }
      const sign = signs.bySecret(secret)
      if (sign?.picture?.name !== name || offers.isLoading(sign.mac) >= maxLoads) return undefined
      const body = signs.file(sign.mac, sign.picture.content)
      return body === undefined ? undefined : { body, done: offers.load(sign) }
    },
  }
}
