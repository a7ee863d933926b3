/** One wake of a sign, from radio on to sleep: Wi-Fi, its first call (setup), its log, the picture that it is offered. */
import { ask, fieldsOf, textOf, type Reply } from './firmware-call.ts'
import { cutName } from './flash.ts'
import { draw, headersOf, showMessage, type SignState } from './sign-state.ts'

export type WakeSource = 'timer' | 'button' | 'powercycle'

/** Seconds of sleep after failures: in silence, then under a message. */
const silent = [15, 30, 60]
const afterMessage = 900
const wifiSleeps = [60, 180, 300]
const triesAwake = 5
/** Failures of Wi-Fi in a row after which only the button wakes it. */
const lastWifiFailure = 4
/** Bytes of a picture that it takes, by what its panel is. */
const maxBytes = { small: 90_000, large: 750_000 }
const smallPixels = 800 * 480
/** The only picture that is no PNG and may be a logo: 800 × 480 pixels, 1 bit. */
const bytesOfLogoBmp = 48_062

/** Wakes the sign; it sleeps again when this resolves, for `rate` seconds. */
export async function wake(sign: SignState, source: WakeSource): Promise<void> {
  if (sign.asleep && source === 'timer') return
  sign.asleep = false
  if (source !== 'timer') sign.believed = ''
  if (!sign.wifi) return failWithoutWifi(sign)
  sign.wifiFailures = 0
  if (sign.key === '' && !(await setUp(sign))) {
    sign.rate = afterMessage
    return
  }
  await sendLogs(sign, source)
  if (await showOffered(sign, source)) sign.failures = 0
  else failQuietly(sign, 'the picture could not be had')
}

function failWithoutWifi(sign: SignState): void {
  sign.wifiFailures++
  showMessage(sign, 'cannot connect to Wi-Fi')
  sign.rate = wifiSleeps[Math.min(sign.wifiFailures, wifiSleeps.length) - 1] ?? 300
  sign.asleep = sign.wifiFailures >= lastWifiFailure
}

function failQuietly(sign: SignState, why: string): void {
  sign.failures++
  sign.logs.push(why)
  const sleep = silent[sign.failures - 1]
  if (sleep === undefined) showMessage(sign, why)
  sign.rate = sleep ?? afterMessage
}

/** Gets a key. Answers false where its server does not want it. */
async function setUp(sign: SignState): Promise<boolean> {
  const reply = await ask(`${sign.base}/api/setup`, { ID: sign.mac, 'FW-Version': sign.firmware, Model: sign.model })
  const read = reply === undefined ? undefined : fieldsOf(reply.body)
  if (reply?.status === 404 || read?.status === 404) {
    showMessage(sign, 'MAC not registered')
    return false
  }
  if (read?.status !== 200) return true
  ;[sign.key, sign.code] = [textOf(read.api_key), textOf(read.friendly_id)]
  await fetchLogo(sign, textOf(read.image_url))
  return true
}

/** At once, with its address alone. One that does not come is a message; the key is kept. */
async function fetchLogo(sign: SignState, url: string): Promise<void> {
  const reply = URL.canParse(url) ? await ask(url, { ID: sign.mac }) : undefined
  const file = reply?.status === 200 && reply.body.byteLength === reply.length ? reply.body : undefined
  const kind = file?.toString('latin1', 0, 4) ?? ''
  const fits = kind.startsWith('BM') ? file?.byteLength === bytesOfLogoBmp : kind.endsWith('PNG')
  if (fits) sign.logo = file
  else showMessage(sign, 'the logo could not be had')
}

async function sendLogs(sign: SignState, source: WakeSource): Promise<void> {
  const { logs, clock, firmware } = sign
  if (logs.length === 0) return
  const body = JSON.stringify({
    logs: logs.map((message, id) => ({ id, message, created_at: Math.floor(clock.now() / 1000), firmware_version: firmware })),
  })
  const reply = await ask(`${sign.base}/api/log`, headersOf(sign, source), undefined, body)
  if (reply !== undefined && [200, 204, 301].includes(reply.status)) logs.length = 0
}

/** Asks what to show, and shows it. Answers false where that could not be had. */
async function showOffered(sign: SignState, source: WakeSource): Promise<boolean> {
  let reply: Reply | undefined
  for (let tries = 0; tries < triesAwake && reply === undefined; tries++)
    reply = await ask(`${sign.base}/api/display`, headersOf(sign, source))
  const answer = reply !== undefined && [200, 301, 429].includes(reply.status) ? fieldsOf(reply.body) : undefined
  if (answer === undefined || answer.status !== 0 || typeof answer.image_url !== 'string' || answer.image_url === '') return false
  const name = cutName(textOf(answer.filename))
  sign.rate = Number(answer.refresh_rate ?? 0)
  const saved = sign.flash.get(name)
  if (saved === undefined) return download(sign, answer.image_url, name)
  if (name !== sign.believed) draw(sign, name, saved)
  return true
}

async function download(sign: SignState, url: string, name: string): Promise<boolean> {
  const reply = await ask(url, { ID: sign.mac, 'Access-Token': sign.key }, sign.cut)
  sign.cut = undefined
  if (reply?.status !== 200 || (reply.length !== undefined && reply.body.byteLength < reply.length)) return false
  if (reply.type !== 'image/png' && reply.type !== 'image/jpeg' && reply.body.toString('latin1', 0, 2) !== 'BM') return false
  sign.downloads++
  if (reply.body.byteLength > (sign.width * sign.height > smallPixels ? maxBytes.large : maxBytes.small)) {
    showMessage(sign, 'image file size too big')
    sign.logs.push('image file size too big')
    return true
  }
  sign.flash.keep(name, reply.body)
  draw(sign, name, reply.body)
  return true
}
