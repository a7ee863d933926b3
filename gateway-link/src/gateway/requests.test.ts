import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { downMessages, logPartBytes, upMessages, type DownMessage, type UpMessage } from '../messages.ts'
import { createAttendant, type Attendant } from './requests.ts'
import { createMemoryState } from './state.ts'
import { createUpgrader } from './upgrade.ts'

let replies: UpMessage<'reply'>[]
let parts: UpMessage<'log'>[]
let reboots: number
let changes: number
let gateway: Attendant
let upgrader: ReturnType<typeof createUpgrader>
const image = Buffer.from('a program')
let fault: string | undefined

beforeEach(() => {
  ;[replies, parts, reboots, changes, fault] = [[], [], 0, 0, undefined]
  upgrader = createUpgrader({
    versions: { gmp: '3.2.1', grm: '2.4.0' },
    fetchUpgrade: async () => {
      if (fault === 'no way') throw new TypeError('fetch failed')
      return image
    },
    write: () => {
      if (fault === 'upgrade-fails') throw new Error('the image could not be written')
      return fault !== 'upgrade-reverts'
    },
    note: (text) => gateway.note('gmp', text),
    reboot: () => void reboots++,
  })
  gateway = createAttendant({
    ip: '10.0.0.1:8080',
    state: createMemoryState(),
    now: () => Date.UTC(2026, 0, 1),
    reply: (message) => void replies.push(upMessages.reply.parse(message)),
    sendLog: (message) => void parts.push(upMessages.log.parse(message)),
    changed: () => void changes++,
    abilities: { reboot: () => void reboots++, upgrade: upgrader.take },
  })
  start('a')
})
function start(session: string) {
  gateway.started(session)
  upgrader.started()
}
const ask = (request: string, kind: DownMessage<'request'>['kind']) => gateway.request(downMessages.request.parse({ request, kind }))

describe('a gateway that is asked', () => {
  test('answers, and what is asked twice is done once', () => {
    ask('1', 'link-check')
    ask('2', 'reboot')
    ask('2', 'reboot')
    expect(replies).toEqual([
      { request: '1', ok: true },
      { request: '2', ok: true },
      { request: '2', ok: true },
    ])
    expect(reboots).toBe(1)
  })
  test('says what it cannot do', () => {
    ask('1', 'stop')
    ask('2', 'collect')
    expect(replies).toEqual([
      { request: '1', ok: false, detail: 'stop is not known here' },
      { request: '2', ok: false, detail: 'collect is not known here' },
    ])
  })
  test('sends its logs in parts, then how many files they are; asked again, all of it again', () => {
    for (let line = 0; line < 2000; line++) gateway.note('grm', `tag ${line} was heard`)
    ask('1', 'log')
    const radio = parts.filter((part) => part.file === 'grm.log')
    expect(radio.length).toBeGreaterThan(1)
    expect(radio.every((part, index) => part.part === index && part.parts === radio.length)).toBe(true)
    const bytes = radio.map((part) => Buffer.from(part.content, 'base64'))
    expect(bytes.every((piece) => piece.byteLength <= logPartBytes)).toBe(true)
    expect(Buffer.concat(bytes).toString().split('\n')[1999]).toContain('tag 1999 was heard')
    expect(Buffer.from(parts[0]!.content, 'base64').toString()).toMatch(/started, session a\n.*asked for log/)
    expect(replies).toEqual([{ request: '1', ok: true, files: 2 }])
    const first = parts.length
    ask('1', 'log')
    expect(parts.length).toBe(2 * first)
  })
  test('takes its settings, tells at once, and keeps them when it starts anew', () => {
    gateway.configure({ version: 4, dataChannel: 20, checkin: 45 })
    expect([gateway.settings(), changes]).toMatchObject([
      { version: 4, dataChannel: 20, eventChannel: 26, checkin: 45, ip: '10.0.0.1:8080' },
      1,
    ])
    gateway.configure({ version: 5, eventChannel: 24 })
    start('b')
    expect(gateway.settings()).toMatchObject({ version: 5, dataChannel: 20, eventChannel: 24, checkin: 45 })
  })
})

describe('an upgrade', () => {
  const sha256 = createHash('sha256').update(image).digest('hex')
  const upgrade = async (request: string, more: object = {}) => {
    const params = { component: 'gmp', version: '4.0.0', sha256, bytes: image.byteLength, ...more }
    gateway.request(downMessages.request.parse({ request, kind: 'upgrade', params }))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  test('is loaded, checked, answered, and runs from the next start on', async () => {
    await upgrade('1')
    expect(replies).toEqual([{ request: '1', ok: true }])
    expect(reboots).toBe(1)
    expect(upgrader.versions().gmp).toBe('3.2.1')
    start('b')
    expect(upgrader.versions()).toEqual({ gmp: '4.0.0', grm: '2.4.0' })
    // Asked again, for its answer got lost: it does not restart for what it has.
    await upgrade('1')
    expect(replies).toHaveLength(2)
    expect(reboots).toBe(1)
  })
  test('whose image is another one, or that is not understood, is refused, and everything stays', async () => {
    await upgrade('1', { sha256: '0'.repeat(64) })
    await upgrade('2', { bytes: 3 })
    await upgrade('3', { component: 'bios' })
    expect(replies.map((one) => [one.ok, one.detail])).toEqual([
      [false, 'the image is not what its hash says'],
      [false, 'the image is not what its hash says'],
      [false, 'this upgrade is not understood'],
    ])
    expect(reboots).toBe(0)
  })
  test('whose image cannot be had for a moment is not refused: it is loaded when it is asked for again', async () => {
    fault = 'no way'
    await upgrade('1')
    expect(replies).toEqual([])
    fault = undefined
    await upgrade('1')
    expect(replies).toEqual([{ request: '1', ok: true }])
  })
  test('that cannot be written is refused; one that does not start leaves the old version', async () => {
    fault = 'upgrade-fails'
    await upgrade('1')
    expect(replies).toEqual([{ request: '1', ok: false, detail: 'the image could not be written' }])
    fault = 'upgrade-reverts'
    await upgrade('2')
    start('b')
    expect(reboots).toBe(1)
    expect(upgrader.versions().gmp).toBe('3.2.1')
  })
})
