/** The simulated access point behaves as the real program was seen to, traps included: what the driver is tried against must not be kinder. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { createManualClock } from '../clock.ts'
import { formBody, multipartBody } from './codec/forms.ts'
import { encodeForTag } from './codec/image.ts'
import { parsePacket, type Packet } from './codec/packets.ts'
import { never } from './codec/records.ts'
import { simulatedTypes, startAccessPoint, type AccessPointSetup } from './simulator.ts'

const mac = '0000021D34F67E1F'
const type = new Map(simulatedTypes).get(0x33)!
const page = (seed: number, width = type.width, height = type.height) => ({
  width,
  height,
  palette: 'bwr' as const,
  pixels: Uint8Array.from({ length: width * height }, (_, index) => (index * seed) % 3),
})

async function start(setup: AccessPointSetup = {}) {
  const clock = createManualClock()
  const packets: Packet[] = []
  const point = await startAccessPoint({
    clock,
    automatic: false,
    tags: [{ mac }],
    packet: (bytes) => void packets.push(parsePacket(bytes)),
    ...setup,
  })
  onTestFinished(() => point.stop())
  const url = `http://${point.address}`
  const get = (path: string) => fetch(url + path)
  const post = (path: string, fields: Record<string, string | number>) =>
    fetch(url + path, { method: 'POST', body: formBody(fields), headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  const record = async (id = mac) =>
    ((await (await get(`/get_db?mac=${id}`)).json()) as { tags: { [name: string]: unknown; hash: string; pending: number }[] }).tags[0]!
  const upload = async (content: Uint8Array, fields: Record<string, string | number> = {}) => {
    const { type, body } = multipartBody({ mac, dither: 0, ...fields }, { name: 'a.jpg', type: 'image/jpeg', content })
    return (await fetch(`${url}/imgupload`, { method: 'POST', body: Buffer.from(body), headers: { 'content-type': type } })).status
  }
  async function listen() {
    const socket = new WebSocket(`ws://${point.address}/ws`)
    onTestFinished(() => socket.terminate())
    const heard: Record<string, unknown>[] = []
    let closed = false
    socket
      .on('message', (body: Buffer) => heard.push(JSON.parse(body.toString()) as Record<string, unknown>))
      .on('close', () => (closed = true))
    await new Promise((resolve) => socket.once('open', resolve))
    return { heard, closed: () => closed, socket }
  }
  return { clock, point, packets, get, post, record, upload, listen, url }
}

test('what is uploaded stands on the glass pixel by pixel after the next check-in', async () => {
  for (const psram of [true, false]) {
    const { point, upload, record, packets } = await start({ psram })
    expect(await upload(encodeForTag(page(5), type))).toBe(200)
    expect(await record()).toMatchObject({ pending: 0, contentMode: 24, nextupdate: 0 })
    point.draw()
    expect(await record()).toMatchObject({ pending: 1, nextupdate: never, updatecount: 0, hash: '0'.repeat(32) })
    expect(point.glass(mac)).toBeUndefined()
    point.checkIn(mac)
    expect(point.glass(mac)).toEqual(page(5))
    const { hash } = await record()
    expect(hash).toMatch(/^(?!0{16})[0-9a-f]{16}0{16}$/)
    expect(packets.map((packet) => packet.kind).filter((kind) => kind !== 'sync')).toEqual(['check-in', 'complete'])
  }
})

describe('uploads', () => {
  test('are answered with 200 whatever comes', async () => {
    const { point, upload, record, listen, url } = await start()
    const { heard } = await listen()
    expect(await upload(encodeForTag(page(5), type), { mac: 'FFFFFFFFFFFFFFFF' })).toBe(200)
    const { type: form, body } = multipartBody({}, { name: 'a.jpg', type: 'image/jpeg', content: encodeForTag(page(5), type) })
    expect((await fetch(`${url}/imgupload`, { method: 'POST', body: Buffer.from(body), headers: { 'content-type': form } })).status).toBe(
      200,
    )
    expect(await record()).toMatchObject({ contentMode: 0 })
    expect(await upload(Buffer.from('no picture'))).toBe(200)
    point.draw()
    await expect.poll(() => heard).toContainEqual({ errMsg: 'invalid jpg' })
    expect(await record()).toMatchObject({ pending: 0, nextupdate: never })
  })
  test('a file before its fields is dropped', async () => {
    const { url, record } = await start()
    const { type: form, body } = multipartBody(
      { mac, dither: 0 },
      { name: 'a.jpg', type: 'image/jpeg', content: encodeForTag(page(5), type) },
    )
    const [first = '', ...parts] = Buffer.from(body).toString('latin1').split('--EndcapFormBoundary\r\n').slice(1)
    const turned = `--EndcapFormBoundary\r\n${[...parts, first].join('--EndcapFormBoundary\r\n').replace('\r\n--EndcapFormBoundary--\r\n', '\r\n')}--EndcapFormBoundary--\r\n`
    const moved = turned.replace(/(Content-Disposition: form-data; name="dither"[^]*?\r\n)(--EndcapFormBoundary\r\n)([^]*)$/, '$1$2$3')
    expect(
      (await fetch(`${url}/imgupload`, { method: 'POST', body: Buffer.from(moved, 'latin1'), headers: { 'content-type': form } })).status,
    ).toBe(200)
    // Its mac stood behind the file.
    expect(await record()).toMatchObject({ contentMode: 0, modecfgjson: '' })
  })
  test('of the wrong size go to the tag as they are', async () => {
    const { point, upload } = await start()
    await upload(encodeForTag(page(5, 100, 50), { ...type, width: 100, height: 50 }))
    point.draw()
    point.checkIn(mac)
    expect(point.glass(mac)).toMatchObject({ width: 100, height: 50 })
  })
  test('without `dither` are sprinkled, and what was turned or inverted stays so', async () => {
    const { point, upload } = await start()
    const variants: Record<string, number>[] = [{ dither: 1 }, { rotate: 2 }, { rotate: 0, invert: 1 }]
    for (const fields of variants) {
      await upload(encodeForTag({ ...page(5), pixels: page(5).pixels.map((_, index) => (index % 384 < 9 ? 1 : 0)) }, type), fields)
      point.draw()
      point.checkIn(mac)
      expect(Buffer.compare(point.glass(mac)!.pixels, page(5).pixels)).not.toBe(0)
    }
    await upload(encodeForTag(page(7), type))
    point.draw()
    point.checkIn(mac)
    expect(point.tag(mac).entry).toMatchObject({ invert: 1 })
    expect(Buffer.compare(point.glass(mac)!.pixels, page(7).pixels)).not.toBe(0)
  })
  test('of the same picture change nothing at all', async () => {
    const { point, upload, record, listen } = await start()
    await upload(encodeForTag(page(5), type))
    point.draw()
    point.checkIn(mac)
    const { hash } = await record()
    const { heard } = await listen()
    await upload(encodeForTag(page(5), type))
    point.draw()
    expect(await record()).toMatchObject({ hash, pending: 0, updatecount: 1 })
    await expect.poll(() => heard.map((message) => message.logMsg)).toContain('new image is the same as current image. not updating tag.')
  })
  test('the newest wins where nothing was drawn yet; what was drawn is sent before it', async () => {
    const { point, upload, record } = await start()
    await upload(encodeForTag(page(5), type))
    await upload(encodeForTag(page(7), type))
    point.draw()
    expect(await record()).toMatchObject({ pending: 1 })
    await upload(encodeForTag(page(8), type))
    point.draw()
    expect(await record()).toMatchObject({ pending: 2 })
    point.checkIn(mac)
    expect(point.glass(mac)).toEqual(page(7))
    point.checkIn(mac)
    expect(point.glass(mac)).toEqual(page(8))
  })
})

test('a command replaces the hash of the picture and counts as one', async () => {
  const { point, get, record } = await start()
  expect((await get(`/led_flash?mac=${mac}&pattern=112233445566778899AABBCC`)).status).toBe(200)
  point.checkIn(mac)
  expect(point.tag(mac).lights).toEqual(['112233445566778899AABBCC'])
  expect(await record()).toMatchObject({ hash: '1122334455667788'.padEnd(32, '0'), updatecount: 1 })
  expect((await get('/led_flash?mac=FFFFFFFFFFFFFFFF&pattern=112233445566778899AABBCC')).status).toBe(400)
  expect((await get(`/led_flash?mac=${mac}&pattern=11`)).status).toBe(400)
})

test('a transfer that times out takes everything along that waits for the tag', async () => {
  const { point, upload, get, record, packets } = await start()
  await upload(encodeForTag(page(5), type))
  point.draw()
  await get(`/led_flash?mac=${mac}&pattern=112233445566778899AABBCC`)
  expect(await record()).toMatchObject({ pending: 2 })
  point.tag(mac).timeouts = 1
  point.checkIn(mac)
  expect(await record()).toMatchObject({ pending: 0, updatecount: 0, nextupdate: never })
  expect(packets.at(-1)).toEqual({ kind: 'timeout', mac })
})

test('the position of a page is kept in 8 bits: plain paging never ends', async () => {
  const tags = Array.from({ length: 300 }, (_, index) => ({ mac: index.toString(16).toUpperCase().padStart(16, '0') }))
  const { get } = await start({ tags })
  const at = async (position: number) =>
    (await (await get(`/get_db?pos=${position}`)).json()) as { tags: { mac: string }[]; continu?: number }
  const first = await at(0)
  expect(first.tags.length).toBeGreaterThan(8)
  expect(await at(256)).toEqual(first)
  expect((await at(255)).continu).toBeGreaterThan(255)
})

describe('what is drawn, and when', () => {
  test('a held stream keeps tags at short check-ins and draws at once; without one a tag sleeps, and drawing waits until it is near', async () => {
    const { clock, point, upload, record, listen } = await start({ automatic: true })
    await clock.advance(2000)
    expect(await record()).toMatchObject({ nextcheckin: Math.floor(clock.now() / 1000) - 1 + 600 })
    await upload(encodeForTag(page(5), type))
    await clock.advance(250_000)
    expect(await record()).toMatchObject({ pending: 0, nextupdate: 0 })
    await clock.advance(60_000)
    expect(await record()).toMatchObject({ pending: 1, nextupdate: never })
    await clock.advance(300_000)
    expect(point.glass(mac)).toEqual(page(5))

    const { socket } = await listen()
    await upload(encodeForTag(page(7), type))
    await clock.advance(2000)
    expect(await record()).toMatchObject({ pending: 1 })
    await clock.advance(600_000)
    expect(point.glass(mac)).toEqual(page(7))
    const before = point.tag(mac).entry.lastseen
    await clock.advance(41_000)
    expect(point.tag(mac).entry.lastseen).toBeGreaterThan(before)
    socket.terminate()
  })
  test('nothing while its clock stands in 1970, with a full disk, in its sleep hours, or for a type that it does not know', async () => {
    const { point, post, upload, record } = await start({ synced: false })
    await upload(encodeForTag(page(5), type))
    point.draw()
    expect(await record()).toMatchObject({ nextupdate: 0 })
    expect((await post('/set_time', { epoch: 12 })).status).toBe(400)
    expect((await post('/set_time', { epoch: Date.UTC(2026, 10, 2, 9) / 1000 })).status).toBe(200)
    point.air.state.free = 31_000
    point.draw()
    expect(await record()).toMatchObject({ nextupdate: 0 })
    point.air.state.free = 1_000_000
    await post('/save_apcfg', { sleeptime1: 8, sleeptime2: 10 })
    point.draw()
    expect(await record()).toMatchObject({ nextupdate: 0 })
    await post('/save_apcfg', { sleeptime1: 0, sleeptime2: 0 })
    point.tag(mac).entry.hwType = 0xf0
    point.draw()
    expect(await record()).toMatchObject({ pending: 0 })
    point.tag(mac).entry.hwType = 0x33
    point.tag(mac).entry.nextupdate = 0
    point.draw()
    expect(await record()).toMatchObject({ pending: 1 })
  })
})

test('a stream that gets too much in one turn is closed', async () => {
  const { point, listen } = await start()
  const { heard, closed } = await listen()
  for (let index = 0; index < 40; index++) point.tell({ logMsg: String(index) })
  await expect.poll(closed).toBe(true)
  expect(heard.length).toBeLessThanOrEqual(32)
})

describe('restarts', () => {
  test('drop the connection, lose what waits, and come back', async () => {
    const { clock, point, post, upload, record, get } = await start()
    await upload(encodeForTag(page(5), type))
    point.draw()
    await expect(post('/reboot', {})).rejects.toThrow()
    await expect(get('/sysinfo')).rejects.toThrow()
    await clock.advance(4000)
    expect((await get('/sysinfo')).status).toBe(200)
    expect(await record()).toMatchObject({ pending: 0, updatecount: 0 })
  })
  test('half of the sleep hours crashes it', async () => {
    const { post } = await start()
    await expect(post('/save_apcfg', { channel: 20, sleeptime1: 0 })).rejects.toThrow()
  })
  test('a power cut loses records until tags check in', async () => {
    const { clock, point, get } = await start()
    point.restart('power')
    await clock.advance(4000)
    expect(await (await get('/get_db')).json()).toEqual({ tags: [] })
    point.checkIn(mac)
    expect(await (await get('/get_db')).json()).toMatchObject({ tags: [{ mac, updatecount: 0, alias: '' }] })
  })
  test('a tag that starts again has its picture forgotten', async () => {
    const { point, upload, record } = await start()
    await upload(encodeForTag(page(5), type))
    point.draw()
    point.checkIn(mac)
    point.checkIn(mac, { wakeupReason: 0xfc })
    expect(await record()).toMatchObject({ hash: '0'.repeat(32), nextupdate: 0, wakeupReason: 0xfc })
  })
})

test('HEAD is not known; unknown verbs are welcome', async () => {
  const { url, post } = await start()
  expect((await fetch(`${url}/sysinfo`, { method: 'HEAD' })).status).toBe(404)
  expect((await post('/tag_cmd', { mac, cmd: 'dance' })).status).toBe(200)
  expect((await post('/tag_cmd', { mac: 'FFFFFFFFFFFFFFFF', cmd: 'refresh' })).status).toBe(400)
})

test('400 pictures for 400 tags', async () => {
  const tags = Array.from({ length: 400 }, (_, index) => ({ mac: index.toString(16).toUpperCase().padStart(16, '0') }))
  const tiny = { ...type, width: 40, height: 24 }
  const { point, upload } = await start({ tags, types: [[0x33, tiny]] })
  const file = encodeForTag(page(5, 40, 24), tiny)
  await Promise.all(tags.map(({ mac }) => upload(file, { mac })))
  point.draw()
  for (const { mac } of tags) point.checkIn(mac)
  expect(tags.filter(({ mac }) => point.glass(mac) !== undefined)).toHaveLength(400)
})
