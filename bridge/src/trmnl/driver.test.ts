/** What the driver makes of calls: each trap of the firmware by hand. The behaviour suite tries it with simulated signs. */
import { afterEach, describe, expect, test } from 'vitest'
import { createBench } from '../behaviour.ts'
import { base, createHarness, mac, tag, type Harness } from './harness.ts'
import { createTrmnlRig } from './rig.ts'

let harness: Harness | undefined
afterEach(async () => {
  await harness?.close()
  harness = undefined
})
/** A sign that shows a picture, with the answer to its last call. */
async function shown(options: Record<string, unknown> = {}) {
  const h = (harness = createHarness(options))
  await h.open()
  const { api_key: token } = h.setup()
  const call = (more: Record<string, string> = {}) =>
    h.call({ 'access-token': token, 'update-source': 'timer', 'refresh-rate': '899', ...more })
  await h.load(call())
  await h.clock.advance(858_000)
  await h.show('1', h.picture(1))
  const answer = call()
  await h.load(answer)
  expect(h.outcomes('1')).toEqual(['delivered'])
  return { h, call, token, answer }
}
const wait = (h: Harness, seconds = 858) => h.clock.advance(seconds * 1000)

describe('what a sign is answered', () => {
  test('is compact, normal, always with an address and a rate, and never a firmware or a reset', async () => {
    const { call } = await shown()
    const { text } = call()
    expect(text).not.toMatch(/": |, "/)
    const read: Record<string, unknown> = JSON.parse(text)
    expect(read).toMatchObject({ status: 0, update_firmware: false, firmware_url: '', reset_firmware: false, refresh_rate: 899 })
    // Nothing is armed: a double click could put it to sleep.
    expect(read.special_function).toBe('none')
    expect(read).not.toHaveProperty('action')
    expect(String(read.image_url).startsWith(`${base}/picture/`)).toBe(true)
    expect(Number(read.image_url_timeout)).toBeLessThanOrEqual(65)
  })
  test.each([
    [20, 20],
    [30, 31],
    [60, 59],
    [180, 179],
    [300, 299],
    [900, 899],
  ])('a rate of %i s is told as another one where it looks like a failure', async (rate, reported) => {
    const { call } = await shown({ refreshSeconds: rate })
    expect(call().refresh_rate).toBe(reported)
  })
  test('names are of the sign in their first 13 characters, of the time in their last 10, and of 31 at most', async () => {
    const { h, answer } = await shown()
    expect(answer.filename).toMatch(/^endcap-d3e4f5-\d{10}$/)
    expect(Math.abs(Number(answer.filename.slice(-10)) - h.clock.now() / 1000)).toBeLessThan(86_400)
  })
  test('the same picture keeps its name; another one within the same second has another one', async () => {
    const { h, call, answer } = await shown()
    await wait(h)
    expect(call().filename).toBe(answer.filename)
    await h.show('2', h.picture(2))
    const second = call().filename
    await h.driver().cancel('2', tag)
    await h.show('3', h.picture(3))
    expect(new Set([answer.filename, second, call().filename]).size).toBe(3)
  })
  test('names go on upwards when the clock is set back', async () => {
    const { h, call, answer } = await shown()
    const back = Object.assign(h.clock, { now: () => Number(answer.filename.slice(-10)) * 1000 - 3_600_000 })
    expect(back.now()).toBeLessThan(Number(answer.filename.slice(-10)) * 1000)
    await h.show('2', h.picture(2))
    expect(Number(call().filename.slice(-10))).toBeGreaterThan(Number(answer.filename.slice(-10)))
  })
  test('a tag of another family is none of ours, also where its last digits are a MAC of ours', async () => {
    const { h } = await shown()
    await expect(h.show('2', h.picture(2), { tag: `ABCD${mac}` })).rejects.toThrow('has not called')
  })
})

describe('what may stand on the glass', () => {
  test.each(['60', '180', '300', '900'])(
    'a message may cover it after %s s: the picture gets a new name, and there is doubt until it is drawn',
    async (slept) => {
      const { h, call, answer } = await shown()
      await wait(h)
      const next = call({ 'refresh-rate': slept })
      expect(next.filename).not.toBe(answer.filename)
      expect(h.heard.at(-1)?.doubt).toBe(true)
      expect(h.seen(await h.load(next))?.pixels).toEqual(h.picture(1).pixels)
      expect(h.heard.at(-1)?.doubt).toBe(false)
    },
  )
  test('so it may after a gap, also one of the bridge', async () => {
    const { h, call, answer } = await shown()
    await wait(h, 899 + 121)
    expect(call().filename).not.toBe(answer.filename)
  })
  test('two calls of one wake get one new name', async () => {
    const { h, call } = await shown()
    await wait(h)
    const first = call({ 'refresh-rate': '900' })
    await wait(h, 2)
    expect(call({ 'refresh-rate': '900' }).filename).toBe(first.filename)
  })
  test('a silent failure to call leaves it as it is; one right after a picture that seemed to arrive does not', async () => {
    const { h, call, answer } = await shown()
    await wait(h)
    expect(call().filename).toBe(answer.filename)
    await wait(h, 914)
    expect(call({ 'refresh-rate': '15' }).filename).toBe(answer.filename)
    await wait(h)
    await h.show('2', h.picture(2))
    const second = call()
    h.begin(second)?.done(true)
    await wait(h, 16)
    const third = call({ 'refresh-rate': '15' })
    expect(third.filename).not.toBe(second.filename)
    expect(h.outcomes('2')).toEqual([])
    await h.load(third)
    // It failed before: a second time it would sleep 30 s.
    await wait(h, 10)
    expect(h.outcomes('2')).toEqual(['delivered'])
  })
  test('a sign that says that it could not draw is asked to draw again', async () => {
    const { h, call, token, answer } = await shown()
    expect(h.log('Receiving failed; file size too big: 1', { 'access-token': 'not its key' }).status).toBe(204)
    expect(call().filename).toBe(answer.filename)
    h.log('Receiving failed; incomplete download', { 'access-token': token })
    expect(call().filename).not.toBe(answer.filename)
    expect(h.heard.at(-1)?.doubt).toBe(true)
  })
  test('a report is taken from any caller: what is answered with an error comes again and again', async () => {
    const h = (harness = createHarness())
    await h.open()
    const senders: Record<string, string>[] = [{}, { 'access-token': 'a key of before' }, { id: '' }]
    for (const more of senders) expect(h.log('Error fetching API setup', more).status).toBe(204)
    expect(h.heard).toEqual([])
  })
  test('a sign that sleeps through the night as it was told is not late', async () => {
    const { h, call, answer } = await shown({ night: { from: '09:40', to: '18:00' } })
    await wait(h)
    const evening = call()
    expect(new Date(h.clock.now() + 1000 * evening.refresh_rate).toISOString()).toMatch(/^2026-11-02T18:00/)
    await wait(h, evening.refresh_rate)
    expect(call({ 'refresh-rate': String(evening.refresh_rate) }).filename).toBe(answer.filename)
    expect(h.heard.at(-1)?.doubt).toBe(false)
  })
  test('doubt while a newer picture waits: taken back, the one of before is drawn anew', async () => {
    const { h, call, answer } = await shown()
    await wait(h)
    await h.show('2', h.picture(2))
    const second = call({ 'refresh-rate': '900' })
    expect(h.heard.at(-1)?.doubt).toBe(true)
    expect(await h.driver().cancel('2', tag)).toBe(true)
    const third = call({ 'refresh-rate': '899' })
    expect([answer.filename, second.filename]).not.toContain(third.filename)
    expect(h.seen(await h.load(third))?.pixels).toEqual(h.picture(1).pixels)
  })
  test('a picture that broke off is not delivered, however long the sign does not call', async () => {
    const { h, call } = await shown()
    await wait(h)
    await h.show('2', h.picture(2))
    h.begin(call())?.done(false)
    await wait(h, 3600)
    expect(h.outcomes('2')).toEqual([])
  })
  test('a picture whose end the bridge did not see is there if the sign slept as it was told', async () => {
    const { h, call } = await shown()
    await wait(h)
    await h.show('2', h.picture(2))
    const second = call()
    h.begin(second)
    await h.again()
    await h.show('2', h.picture(2))
    await wait(h, 899)
    expect(call().filename).toBe(second.filename)
    await wait(h, 1)
    expect(h.outcomes('2')).toEqual(['delivered'])
  })
  test('and has another name if it slept otherwise; a button or a power cut says nothing', async () => {
    const { h, call } = await shown()
    await wait(h)
    await h.show('2', h.picture(2))
    const second = call()
    h.begin(second)?.done(false)
    await wait(h, 400)
    expect(call({ 'update-source': 'powercycle' }).filename).toBe(second.filename)
    expect(h.outcomes('2')).toEqual([])
    await wait(h, 30)
    expect(call({ 'refresh-rate': '15' }).filename).not.toBe(second.filename)
  })
  test('the bridge is killed between the last byte and the drawing: it is delivered afterwards', async () => {
    const { h, call } = await shown()
    await wait(h)
    await h.show('2', h.picture(2))
    h.begin(call())?.done(true)
    await h.again()
    await h.show('2', h.picture(2))
    await wait(h, 36)
    expect(h.outcomes('2')).toEqual(['delivered'])
  })
})

describe('a picture that is taken back', () => {
  test('before the sign took it does not come out, and the one of before has its old name', async () => {
    const { h, call, answer } = await shown()
    await wait(h)
    await h.show('2', h.picture(2))
    const second = call()
    expect(await h.driver().cancel('2', tag)).toBe(true)
    expect(h.begin(second)).toBeUndefined()
    const third = call()
    expect(third.filename).toBe(answer.filename)
    expect(h.seen(await h.load(third))?.pixels).toEqual(h.picture(1).pixels)
    expect(h.outcomes('2')).toEqual([])
  })
  test('while it is loaded: its outcome is open, and it is told when it came', async () => {
    const { h, call } = await shown()
    await wait(h)
    await h.show('2', h.picture(2))
    const loading = h.begin(call())
    const cancelled = h.driver().cancel('2', tag)
    loading?.done(true)
    expect(await cancelled).toBe(false)
    await wait(h, 36)
    expect(h.outcomes('2')).toEqual(['delivered'])
  })
  test('while the panel draws it: it is told', async () => {
    const { h, call } = await shown()
    await wait(h)
    await h.show('2', h.picture(2))
    h.begin(call())?.done(true)
    expect(await h.driver().cancel('2', tag)).toBe(false)
    await wait(h, 36)
    expect(h.outcomes('2')).toEqual(['delivered'])
  })
  test('a newer one waits while one is loaded; the older one is told where it came', async () => {
    const { h, call } = await shown()
    await wait(h)
    await h.show('2', h.picture(2))
    const loading = h.begin(call())
    const taken = h.show('3', h.picture(3))
    loading?.done(true)
    await taken
    expect(h.outcomes('2')).toEqual(['delivered'])
    const third = call()
    expect(await h.driver().cancel('3', tag)).toBe(true)
    expect(h.seen(await h.load(call()))?.pixels).toEqual(h.picture(2).pixels)
    expect(h.begin(third)).toBeUndefined()
  })
  test('a newer one that is taken back while it waits for that is not offered', async () => {
    const { h, call } = await shown()
    await wait(h)
    await h.show('2', h.picture(2))
    const second = call()
    const loading = h.begin(second)
    const taken = expect(h.show('3', h.picture(3))).rejects.toThrow('taken back')
    expect(await h.driver().cancel('3', tag)).toBe(true)
    loading?.done(true)
    await taken
    expect(call().filename).toBe(second.filename)
  })
  test('while the bridge was killed does not come out afterwards', async () => {
    const { h, call, answer } = await shown()
    await wait(h)
    await h.show('2', h.picture(2))
    // Its operation is gone, and no other one asks for it again.
    await h.again()
    expect(call().filename).toBe(answer.filename)
  })
})

describe('who calls', () => {
  test('for the first time gets a logo that its firmware takes, 800 × 480 pixels whatever its panel', async () => {
    const rig = await createTrmnlRig({ panel: { width: 400, height: 300, palette: 'bw' } })
    const bench = createBench(rig)
    await bench.open()
    const sign = rig.sign(rig.tags[0] ?? '')
    await sign.wake('powercycle')
    const logo = sign.logo()
    expect([logo?.readUInt32BE(16), logo?.readUInt32BE(20), logo?.[24]]).toEqual([800, 480, 1])
    expect(sign.glass()).toHaveProperty('picture')
    await bench.end()
    await rig.stop()
  })
  test('is given a key once; the answer with it may be lost', async () => {
    const h = (harness = createHarness())
    await h.open()
    const first = h.setup()
    const second = h.setup()
    // Its code is all that its own screen tells the person who hangs it up.
    expect([first.status, second.status, first.friendly_id, second.friendly_id]).toEqual([200, 200, 'D3E4F5', 'D3E4F5'])
    expect([first.api_key, second.api_key].every((key) => key.length > 20)).toBe(true)
    h.call({ 'access-token': second.api_key })
    expect(h.setup().api_key).toBe('')
  })
  test('as a sign without its key sees no price, and changes nothing', async () => {
    const { h, call, token, answer } = await shown()
    await wait(h)
    const before = JSON.stringify(h.state.get(`sign:${mac}`))
    const heardBefore = h.heard.length
    const claims: Record<string, string>[] = [
      {},
      { 'access-token': 'another' },
      { 'access-token': 'x', 'refresh-rate': '900', width: '400' },
    ]
    for (const more of claims) {
      const got = h.call(more)
      expect([got.http, got.filename.startsWith('endcap-d3e4f5')]).toEqual([200, false])
      const png = h.begin(got)?.body ?? Buffer.alloc(0)
      expect(h.seen(png)?.pixels).not.toEqual(h.picture(1).pixels)
    }
    expect(JSON.stringify(h.state.get(`sign:${mac}`))).toBe(before)
    expect(h.heard.length).toBe(heardBefore)
    expect(h.notes.filter((note) => note.includes('without its key')).length).toBe(1)
    expect(h.driver().describe().notes.join()).toContain('without its key')
    expect(call({ 'access-token': token }).filename).toBe(answer.filename)
    expect(h.driver().describe().notes.join()).not.toContain('without its key')
  })
  test('a sign that was reset is let in again by a number that is higher each time, whatever the clocks say', async () => {
    const { h } = await shown()
    expect(h.setup().api_key).toBe('')
    await h.again({ readmit: { [mac]: 1 } })
    const { api_key: token } = h.setup()
    expect(token).not.toBe('')
    await h.load(h.call({ 'access-token': token }))
    expect(h.setup().api_key).toBe('')
    await h.again({ readmit: { [mac]: 2 } })
    expect(h.call({ 'access-token': 'brought along' }).filename).toMatch(/^endcap-d3e4f5/)
    expect(h.call({ 'access-token': token }).filename).not.toMatch(/^endcap-d3e4f5/)
  })
  test('a program without a key stays one; one that says its key only is known by it', async () => {
    const h = (harness = createHarness())
    await h.open()
    expect(h.call().filename).toMatch(/^endcap-d3e4f5/)
    expect(h.call().filename).toMatch(/^endcap-d3e4f5/)
    const { api_key: token } = h.setup()
    h.call({ 'access-token': token })
    expect(h.call({ id: '', 'access-token': token }).filename).toMatch(/^endcap-d3e4f5/)
    expect(h.call({ id: '', 'access-token': 'unknown' }).filename).not.toMatch(/^endcap-d3e4f5/)
    expect(h.heard.every((one) => one.tag === tag)).toBe(true)
  })
  test('that names no device gets no place', async () => {
    const h = (harness = createHarness())
    await h.open()
    for (const id of ['', 'FF:FF:FF:FF:FF:FF', '00:00:00:00:00:00', 'A0:B1', "'; drop table"]) expect(h.call({ id }).http).toBe(404)
    expect(h.heard).toEqual([])
  })
  test('as many new ones at once find no end: the store stays, and forgets those that never came back', async () => {
    const h = (harness = createHarness())
    await h.open()
    const macOf = (n: number) => `B0${n.toString(16).padStart(10, '0')}`
    for (let n = 0; n < 2000; n++) h.call({ id: macOf(n), width: '100', height: '60' })
    expect(h.driver().describe().figures).toMatchObject({ signs: 20 })
    for (let n = 0; n < 700; n++) {
      h.call({ id: macOf(n), width: '100', height: '60' })
      await h.clock.advance(5000)
    }
    expect(h.driver().describe().figures).toMatchObject({ signs: 500 })
    expect(h.call({ id: macOf(9000), width: '100', height: '60' }).filename).toBe('endcap-100x60')
    await h.clock.advance(2 * 86_400_000)
    expect(h.call({ id: macOf(9000), width: '100', height: '60' }).filename).not.toBe('endcap-100x60')
    expect(h.driver().describe().figures).toMatchObject({ signs: 500 })
  })
  test('with panels of all sizes costs a bounded time of drawing', async () => {
    const h = (harness = createHarness())
    await h.open()
    const answers = Array.from({ length: 50 }, (_, n) => h.call({ id: macOfLarge(n), width: '4000', height: String(1900 + n) }).http)
    expect(answers.filter((status) => status === 200).length).toBeLessThan(10)
    expect(h.call({ id: 'A0B1C2D3E4F6', width: '16', height: '4096' }).http).toBe(404)
    await h.clock.advance(61_000)
    expect(h.call({ id: 'A0B1C2D3E4F6', width: '16', height: '4096' }).http).toBe(200)
  })
  const macOfLarge = (n: number) => `C0${n.toString(16).padStart(10, '0')}`
})

describe('the panel', () => {
  test('that changes loses its label: cut off it could show another price', async () => {
    const { h, call } = await shown()
    await wait(h)
    await h.show('2', h.picture(2))
    const next = call({ width: '400', height: '300' })
    expect(h.heard.at(-1)).toMatchObject({ type: 'px-400x300-bw', doubt: true })
    expect(h.outcomes('2')).toEqual(['failed'])
    const png = await h.load(next)
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([400, 300])
    expect(h.heard.at(-1)?.doubt).toBe(true)
    await h.driver().blank({ op: '3', tag, type: '', refresh: false })
    await h.load(call({ width: '400', height: '300' }))
    expect([h.outcomes('3'), h.heard.at(-1)?.doubt]).toEqual([['delivered'], false])
  })
  test('is what the settings choose, where it can be', async () => {
    const { h, call } = await shown({ signs: { [mac]: { type: 'trmnl-og-bwry' } } })
    expect(h.heard.at(-1)?.type).toBe('trmnl-og-bwry')
    await h.show('2', h.picture(2, 'bwry'))
    expect(h.seen(await h.load(call()), 'bwry')?.pixels).toEqual(h.picture(2, 'bwry').pixels)
    await h.again({ signs: { [mac]: { type: 'trmnl-x' } } })
    call()
    expect(h.heard.at(-1)?.type).toBe('trmnl-og')
    expect(h.notes.join()).toContain('cannot be a trmnl-x')
  })
  test('a picture in other inks than it has is refused; black and white goes everywhere', async () => {
    const { h } = await shown()
    await expect(h.show('2', h.picture(2, 'bwry'))).rejects.toThrow('made for bwry')
  })
  test('a new model is taken for what it says of its size, before it said anything as the first one', async () => {
    const h = (harness = createHarness())
    await h.open()
    const { api_key: token } = h.setup({ model: 'x', width: '', height: '' })
    h.call({ 'access-token': token, model: 'x', width: '1872', height: '1404' })
    h.call({ id: 'A0B1C2D3E4F6', model: 'of tomorrow', width: '640', height: '384' })
    h.call({ id: 'A0B1C2D3E4F7', model: 'reTerminal Sticky' })
    expect(h.heard.map((one) => one.type)).toEqual(['trmnl-x', 'px-640x384-bw', 'trmnl-sticky'])
  })
  test('a reader of books gets its picture upright, in whole bytes of gray', async () => {
    const h = (harness = createHarness())
    await h.open()
    const script = { width: '', height: '', model: '', 'png-width': '1448', 'png-height': '1072', 'battery-voltage': '4', rssi: '0' }
    const png = await h.load(h.call(script))
    expect(h.heard.at(-1)).toMatchObject({ type: 'trmnl-kindle-1448x1072', battery: undefined, rssi: undefined })
    expect([png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]]).toEqual([1072, 1448, 8, 0])
  })
})

test('signs that are silent for long are named: only their button may wake them', async () => {
  const { h, call } = await shown()
  expect(h.driver().describe().figures).toMatchObject({ silent: 0 })
  // 41 s passed since its call. After failures of its own it sleeps 15 minutes more, and comes by itself.
  await wait(h, 858 + 900)
  expect(h.driver().describe().figures).toMatchObject({ silent: 0 })
  await wait(h, 1)
  expect(h.driver().describe()).toMatchObject({ figures: { silent: 1 } })
  expect(h.driver().describe().notes[0]).toContain('Press their buttons')
  call()
  expect(h.driver().describe().notes).toEqual([])
})
test('what wakes it by hand is told', async () => {
  const { h, call } = await shown()
  for (const [source, event] of [
    ['button', 'button'],
    ['EXT0', 'button'],
    ['EXT1', 'button'],
    ['touchpad', 'button'],
    ['powercycle', 'restart'],
    ['timer', undefined],
  ] as const) {
    call({ 'update-source': source })
    expect(h.heard.at(-1)?.event).toBe(event)
  }
})
