/** A driver's life with an access point: what it learns, what it asks for, and what it survives. */
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { buildPacket } from './codec/packets.ts'
import { never } from './codec/records.ts'
import { createRig, mac, page, tinyPage, tinyType } from './testing.ts'

const many = (count: number) => Array.from({ length: count }, (_, index) => ({ mac: index.toString(16).toUpperCase().padStart(16, '0') }))

test('it comes up, says what the access point is, and lists its tags', async () => {
  const { driver, told, point } = await createRig({ tags: [{ mac, hwType: 0x33 }] })
  await expect.poll(() => driver.describe().figures.littlefsfree).toBe(4_000_000)
  expect(told.states).toEqual(['online'])
  expect(told.heard).toEqual([{ tag: mac, type: 'oepl-33', rssi: -60, battery: 2.98, temperature: 21, version: '39', checkin: 600 }])
  expect(driver.describe()).toMatchObject({
    maker: 'OpenEPaperLink',
    model: 'simulated_AP',
    firmware: '2.91',
    address: point.address,
    confirms: 'delivered',
    mac: '3485180A0B0C',
    channel: 15,
    window: 400,
    capacity: undefined,
    can: ['led', 'reboot', 'log', 'clock', 'channel'],
    memory: 17,
  })
})

test('what a shop must know of it is said: its licence, that it has no login, and that it takes any tag unless it is locked', async () => {
  const open = await createRig()
  expect(open.driver.describe().notes).toEqual([
    'Its firmware is licensed for non-commercial use.',
    'It has no login: it belongs into a network of its own.',
  ])
  const lock = 'It takes any tag that calls it: set its lock to 1 once all tags of the store are known.'
  expect(open.told.notes).toEqual([lock])
  const locked = await createRig({ open: false })
  locked.point.air.settings.lock = 1
  await locked.driver.open()
  await locked.settle()
  expect([locked.told.states, locked.told.notes]).toEqual([['online'], []])
})

test('the Wi-Fi password is kept nowhere and said nowhere', async () => {
  const { driver, told, state } = await createRig()
  expect(JSON.stringify([told, driver.describe(), [...state.values]])).not.toContain('the-wifi-password')
  const broken = await createRig({ open: false })
  broken.point.misbehave((request, response) => {
    if (request.url !== '/get_wifi_config') return false
    response.writeHead(200).end('{"pw":"the-wifi-password"')
    return true
  })
  await broken.driver.open()
  await broken.settle()
  expect(broken.told.states).toEqual(['online'])
  expect(JSON.stringify([broken.told, broken.driver.describe()])).not.toContain('the-wifi-password')
})

describe('more tags than a position of 8 bits can tell', () => {
  test('the list ends where it begins anew; the others come by their packets, and are asked for one by one after a restart', async () => {
    const tags = many(300)
    const { told, point, settle, start, state, driver } = await createRig({ tags })
    expect(point.calls.filter((call) => call.startsWith('GET /get_db')).length).toBeLessThan(40)
    const listed = new Set(told.heard.map((tag) => tag.tag))
    expect(listed.size).toBeGreaterThanOrEqual(255)
    expect(listed.size).toBeLessThan(300)
    expect(told.notes).toContain('It has more tags than its list can tell: the others are known once they have been heard')
    for (const tag of tags) point.checkIn(tag.mac)
    await settle()
    expect(new Set(told.heard.map((tag) => tag.tag)).size).toBe(300)
    // Its record is what the list could not reach.
    expect(point.calls).toContain(`GET /get_db?mac=${tags.at(-1)?.mac}`)
    expect(state.names('tag/')).toHaveLength(300)

    await driver.close()
    told.heard.length = 0
    const second = start()
    await second.open()
    await settle()
    expect(new Set(told.heard.map((tag) => tag.tag)).size).toBe(300)
  })
  test('exactly 256 tags, whose last page begins anew', async () => {
    const { told, point } = await createRig({ tags: many(256) })
    expect(new Set(told.heard.map((tag) => tag.tag)).size).toBe(256)
    expect(point.calls.filter((call) => call.startsWith('GET /get_db')).length).toBeLessThan(40)
  })
})

describe('tags that are heard', () => {
  test('by packet, with what a person did at them; not twice for one check-in', async () => {
    const { told, point, settle, pass, forget } = await createRig()
    forget()
    await pass(30_000)
    for (const [wakeupReason, event] of [
      [0, undefined],
      [4, 'button'],
      [5, 'button2'],
      [3, 'nfc'],
      [0x0f, undefined],
      [0xfd, undefined],
    ] as const) {
      told.heard.length = 0
      point.checkIn(mac, { wakeupReason })
      await settle()
      expect(told.heard).toHaveLength(1)
      expect(told.heard[0]).toMatchObject({ tag: mac, rssi: -60, battery: 2.98, checkin: 600 })
      expect(told.heard[0]?.event).toBe(event)
    }
  })
  test('by a packet without a signal tell no readings', async () => {
    const { told, point, settle, pass, forget } = await createRig()
    forget()
    await pass(30_000)
    told.heard.length = 0
    Object.assign(point.tag(mac).entry, { RSSI: 0, batteryMv: 3000, temperature: 25 })
    point.checkIn(mac)
    await settle()
    expect(told.heard).toHaveLength(1)
    expect(told.heard[0]).toMatchObject({ tag: mac, rssi: undefined, battery: undefined, temperature: undefined })
  })
  test('by their records where no packet gets through, with the time since', async () => {
    const { told, point, pass, forget } = await createRig({ heard: false })
    await pass(100_000)
    forget()
    point.checkIn(mac, { wakeupReason: 4 })
    await pass(70_000)
    expect(told.heard).toHaveLength(1)
    expect(told.heard[0]).toMatchObject({ tag: mac, event: 'button' })
    expect(told.heard[0]!.ago).toBeGreaterThan(0)
    expect(told.heard[0]!.ago).toBeLessThanOrEqual(70)
  })
  test('that start again show something unknown', async () => {
    const { driver, told, point, show, deliver, settle, state } = await createRig()
    await driver.show(show(5))
    await deliver()
    expect(state.get(`taken/${mac}`)).toBeDefined()
    point.checkIn(mac, { wakeupReason: 0xfc })
    await settle()
    expect(state.get(`taken/${mac}`)).toBeUndefined()
    expect(told.doubts).toEqual([`${mac} The tag has started again`])
    expect(told.heard.at(-1)?.event).toBe('restart')
    // It is not called the same now.
    await driver.show(show(5))
    await settle()
    expect(told.ends).toHaveLength(1)
  })
  test('after their watchdog has started them again keep no picture for sure', async () => {
    const { driver, told, point, show, deliver, settle } = await createRig()
    await driver.show(show(5))
    await deliver()
    point.checkIn(mac, { wakeupReason: 0xfe })
    await settle()
    expect(told.heard.at(-1)?.event).toBe('restart')
    expect(told.doubts).toEqual([`${mac} The tag has started again`])
    // It is not called the same now, but sent.
    await driver.show(show(5))
    await deliver()
    await deliver()
    expect(told.ends.at(-1)).toEqual(['2', { outcome: 'delivered' }])
  })
  test('by another access point belong to that one', async () => {
    const { driver, told, point, show } = await createRig({ open: false })
    Object.assign(point.tag(mac).entry, { isexternal: true, apip: '192.168.1.51', contentMode: 12 })
    await driver.open()
    await expect.poll(() => told.states).toEqual(['online'])
    expect(told.heard).toEqual([])
    await expect(driver.show(show(5))).rejects.toMatchObject({
      retryable: false,
      reason: 'tag-silent',
      message: 'The tag is heard by the access point 192.168.1.51 now',
    })
  })
  test('go on to another access point in the middle of an operation', async () => {
    const { driver, told, point, show, pass } = await createRig()
    await driver.show(show(5))
    Object.assign(point.tag(mac).entry, { isexternal: true, apip: '192.168.1.51', contentMode: 12 })
    await pass(61_000)
    expect(told.ends).toEqual([
      ['1', { outcome: 'failed', reason: 'tag-silent', detail: 'The tag is heard by the access point 192.168.1.51 now' }],
    ])
  })
  test('come from another access point to this one', async () => {
    const { driver, told, point, show, deliver } = await createRig({ open: false })
    // The other one still says that the pictures of this tag are its business.
    Object.assign(point.tag(mac).entry, { contentMode: 12, nextupdate: never })
    await driver.open()
    await expect.poll(() => told.heard.length).toBe(1)
    await driver.show(show(5))
    await deliver()
    expect(point.glass(mac)).toEqual(page(5))
  })
  test('in deep sleep are expected in a day', async () => {
    const { told } = await createRig({ open: false }).then(async (rig) => {
      rig.point.tag(mac).entry.nextcheckin = never
      await rig.driver.open()
      await rig.settle()
      return rig
    })
    expect(told.heard[0]?.checkin).toBe(86_400)
  })
  test('packets of another access point are not this one’s', async () => {
    const { told, hub, settle, forget } = await createRig()
    forget()
    const packet = buildPacket({
      kind: 'check-in',
      checkIn: {
        mac: 'AAAA000000000001',
        lqi: 1,
        rssi: -1,
        temperature: 1,
        batteryMv: 1,
        hwType: 1,
        wakeupReason: 0,
        capabilities: 0,
        version: 1,
        channel: 11,
      },
    })
    hub.send(packet, '127.0.0.9')
    await settle()
    expect(told.heard).toEqual([])
    hub.send(packet, '127.0.0.1')
    await settle()
    expect(told.heard).toMatchObject([{ tag: 'AAAA000000000001', type: 'oepl-01' }])
  })
})

describe('types', () => {
  test('of the catalogue, of the access point, and of neither: none of them stops anything', async () => {
    const { told } = await createRig({
      tags: [
        { mac: '0000000000000001', hwType: 0x33 },
        { mac: '0000000000000002', hwType: 0x2b },
        { mac: '0000000000000003', hwType: 0xf0 },
      ],
      around: { isKnown: (type) => type === 'oepl-33' },
    })
    expect(told.heard.map((tag) => tag.type).toSorted()).toEqual(['oepl-33', 'oepl-f0', 'px-384x168-bwry'])
    expect(told.notes.join('\n')).toContain('A tag of type f0 is known neither here nor to the access point')
    expect(told.notes.join('\n')).toContain('The access point has no definition of tag type F0')
  })
})

describe('its stream', () => {
  test('is held during campaigns only, for it keeps tags awake', async () => {
    const { driver, point, pass } = await createRig()
    await expect.poll(() => point.listeners()).toBe(0)
    driver.campaign!(true)
    await expect.poll(() => point.listeners()).toBe(1)
    await pass(60_000)
    expect(point.listeners()).toBe(1)
    driver.campaign!(false)
    await expect.poll(() => point.listeners()).toBe(0)
    await pass(60_000)
    expect(point.listeners()).toBe(0)
  })
  test('that ends because of too much is opened again, and what it missed is read', async () => {
    const { driver, point, told, settle, pass, forget } = await createRig({ heard: false })
    driver.campaign!(true)
    await expect.poll(() => point.listeners()).toBe(1)
    await pass(5000)
    forget()
    point.checkIn(mac, { wakeupReason: 4 })
    for (let index = 0; index < 40; index++) point.tell({ logMsg: String(index) })
    await expect.poll(() => point.listeners()).toBe(0)
    await expect.poll(() => point.calls.includes('GET /get_db?pos=0')).toBe(true)
    await settle()
    expect(told.heard).toMatchObject([{ tag: mac, event: 'button' }])
    await pass(2000, 500)
    await expect.poll(() => point.listeners()).toBe(1)
    expect(told.states.filter((state) => state.startsWith('offline'))).toEqual([])
  })
  test('of a campaign delivers at once', async () => {
    const { driver, point, told, show, settle, clock } = await createRig({ heard: false })
    driver.campaign!(true)
    await expect.poll(() => point.listeners()).toBe(1)
    await driver.show(show(5))
    await clock.advance(1000)
    point.checkIn(mac)
    await expect.poll(async () => (await settle(), told.ends)).toEqual([['1', { outcome: 'delivered' }]])
    expect(point.glass(mac)).toEqual(page(5))
  })
  test('does not tell a check-in twice that a packet has told', async () => {
    const { driver, point, told, settle, pass, forget } = await createRig()
    driver.campaign!(true)
    await expect.poll(() => point.listeners()).toBe(1)
    await pass(10_000)
    forget()
    point.checkIn(mac, { wakeupReason: 4 })
    point.tell({ errMsg: 'the last word' })
    await expect.poll(() => told.notes).toContain('The access point says: the last word')
    await settle()
    expect(told.heard).toHaveLength(1)
  })
  test.each(['before its first word', 'after a word'])('that goes silent counts as ended: %s', async (when) => {
    const { driver, point, told, pass } = await createRig()
    driver.campaign!(true)
    await expect.poll(() => point.listeners()).toBe(1)
    if (when === 'after a word') {
      point.tell({ errMsg: 'the last word' })
      await expect.poll(() => told.notes).toContain('The access point says: the last word')
    }
    const before = point.calls.length
    point.air.stop()
    point.silence(true)
    await pass(30_000)
    expect(point.calls.slice(before)).toContain('GET /get_db?pos=0')
  })
})

describe('its clock', () => {
  test('is set before anything else is asked of an access point that stands in 1970, and each hour', async () => {
    const { driver, point, show, deliver, pass, told, clock } = await createRig({ synced: false })
    expect(point.air.now()).toBe(Math.floor(clock.now() / 1000))
    // Records of before the clock was set tell no time.
    expect(told.heard).toEqual([])
    await driver.show(show(5))
    await deliver()
    expect(point.glass(mac)).toEqual(page(5))
    point.calls.length = 0
    await pass(3_700_000, 9000)
    expect(point.calls.filter((call) => call === 'POST /set_time').length).toBeGreaterThan(0)
  })
  test.each([true, false])(
    'is set again after a restart without internet that the bridge did not see; its packets are heard: %s',
    async (heard) => {
      const { point, pass, clock, told } = await createRig({ synced: false, heard })
      await pass(30_000)
      point.restart('reboot')
      await pass(4000, 500)
      point.checkIn(mac)
      await pass(heard ? 1000 : 90_000)
      expect(told.states).toEqual(['online'])
      await expect.poll(() => point.air.now()).toBe(Math.floor(clock.now() / 1000))
    },
  )
  test('that goes ahead is set again once a record tells it; such a record is not heard', async () => {
    const { point, pass, clock, told } = await createRig({ heard: false })
    await pass(100_000)
    told.heard.length = 0
    point.air.setTime(clock.now() / 1000 + 3600)
    point.checkIn(mac)
    point.calls.length = 0
    await pass(70_000)
    expect(told.heard).toEqual([])
    expect(point.calls).toContain('POST /set_time')
    await expect.poll(() => point.air.now()).toBe(Math.floor(clock.now() / 1000))
  })
  test('that has run off is set again when its stream tells it', async () => {
    const { driver, point, pass, clock } = await createRig({ heard: false })
    driver.campaign!(true)
    await expect.poll(() => point.listeners()).toBe(1)
    await pass(20_000)
    point.air.setTime(clock.now() / 1000 - 120)
    point.system()
    await expect.poll(() => point.air.now()).toBe(Math.floor(clock.now() / 1000))
  })
  test('that cannot be set is said', async () => {
    const { driver, point, told } = await createRig({ synced: false, open: false })
    point.misbehave((request, response) => {
      if (request.url !== '/set_time') return false
      request.resume()
      response.writeHead(200).end('ok')
      return true
    })
    await driver.open()
    driver.campaign!(true)
    await expect.poll(() => point.listeners()).toBeGreaterThan(0)
    point.system()
    await expect
      .poll(() => told.states.at(-1))
      .toBe('degraded: Its clock is wrong, and it does not take the right time: it may draw nothing')
  })
})

test('a radio that is not ready is said', async () => {
  const { driver, point, told } = await createRig()
  driver.campaign!(true)
  await expect.poll(() => point.listeners()).toBe(1)
  point.tell({ sys: { apstate: 3 } })
  await expect.poll(() => told.states.at(-1)).toBe('degraded: Its radio is not ready (state 3)')
  point.system()
  await expect.poll(() => told.states.at(-1)).toBe('online')
})

test('a file system that is nearly full is said, and nothing is sent to it', async () => {
  const { driver, point, told, show, pass } = await createRig()
  driver.campaign!(true)
  await expect.poll(() => point.listeners()).toBe(1)
  point.air.state.free = 31_000
  point.system()
  const text = 'Its file system is nearly full (31000 bytes free): it draws nothing until files on it are deleted'
  await expect.poll(() => told.states.at(-1)).toBe(`degraded: ${text}`)
  await expect(driver.show(show(5))).rejects.toMatchObject({ retryable: true, message: text })
  // A picture takes its own bytes before it is drawn.
  point.air.state.free = 31_100
  point.system()
  await expect.poll(() => driver.describe().figures.littlefsfree).toBe(31_100)
  await expect(driver.show(show(5))).rejects.toMatchObject({ retryable: true, message: expect.stringContaining('nearly full') as unknown })
  point.air.state.free = 900_000
  await pass(6000)
  await expect.poll(() => told.states.at(-1)).toBe('online')
  await driver.show(show(5))
})

test('what is lost while its file system is full is sent again once there is room', async () => {
  const { driver, point, told, show, pass, deliver, forget } = await createRig()
  await driver.show(show(5))
  driver.campaign!(true)
  await expect.poll(() => point.listeners()).toBe(1)
  point.draw()
  point.tag(mac).timeouts = 1
  point.air.state.free = 31_000
  point.system()
  await expect.poll(() => driver.describe().figures.littlefsfree).toBe(31_000)
  forget()
  await deliver()
  expect(point.calls).not.toContain('POST /imgupload')
  point.air.state.free = 900_000
  point.system()
  await expect.poll(() => driver.describe().figures.littlefsfree).toBe(900_000)
  await pass(61_000)
  await deliver()
  expect(point.glass(mac)).toEqual(page(5))
  expect(told.ends).toEqual([['1', { outcome: 'delivered' }]])
})

test('its sleep hours are said, and what waits for their end is not lost', async () => {
  const { driver, point, told, show, pass, deliver } = await createRig({ open: false })
  Object.assign(point.air.settings, { sleeptime1: 9, sleeptime2: 10 })
  await driver.open()
  await expect.poll(() => told.states).toEqual(['online'])
  expect(driver.describe().notes).toContain('It draws nothing from 9:00 to 10:00, its own sleep hours.')
  await driver.show(show(5))
  await deliver()
  await pass(600_000, 9000)
  expect(told.ends).toEqual([])
  point.air.settings.sleeptime2 = 9
  await deliver()
  await deliver()
  expect(told.ends).toEqual([['1', { outcome: 'delivered' }]])
})

describe('what the server asks of it', () => {
  test('a restart: the connection drops, and it comes back', async () => {
    const { driver, told, pass } = await createRig()
    const over = driver.reboot!()
    let done = false
    void over.then(() => (done = true))
    await turn()
    await pass(10_000, 500)
    await over
    expect(done).toBe(true)
    expect(told.states.at(1)).toMatch(/^offline/)
    expect(told.states.at(-1)).toBe('online')
  })
  test('a restart from which it does not come back', async () => {
    const { driver, point, pass } = await createRig()
    const over = driver.reboot!()
    const outcome = expect(over).rejects.toMatchObject({ message: 'The access point has not come back after its restart' })
    point.misbehave((request) => (request.destroy(), true))
    await pass(70_000, 1000)
    await outcome
  })
  test('a channel, with both hours of its sleep', async () => {
    const { driver, point } = await createRig()
    Object.assign(point.air.settings, { sleeptime1: 22, sleeptime2: 6 })
    await driver.channel!(20)
    expect(point.air.settings).toMatchObject({ channel: 20, sleeptime1: 22, sleeptime2: 6 })
    expect(driver.describe().channel).toBe(20)
    await expect(driver.channel!(7)).rejects.toMatchObject({ retryable: false })
  })
  test('its logs, as far as there are any', async () => {
    const { driver } = await createRig()
    const files = await driver.logs!()
    expect(files.map((file) => [file.name, Buffer.from(file.content).toString()])).toEqual([['log.txt', '2026-11-02 09:00:00 started\n']])
  })
  test('whether it is there', async () => {
    const { driver, point } = await createRig()
    await driver.linkCheck!()
    await point.stop()
    await expect(driver.linkCheck!()).rejects.toMatchObject({ retryable: true })
  })
})

test('after its end nothing is told', async () => {
  const { driver, told, point, settle, clock, forget, show } = await createRig()
  await driver.show(show(5))
  await driver.close()
  forget()
  point.draw()
  point.checkIn(mac)
  await settle()
  await clock.advance(120_000)
  expect({ ...told }).toEqual({ heard: [], doubts: [], states: [], notes: [], ends: [] })
  expect(point.calls).toEqual([])
})

test('of many pictures no more than three are at the point where a kill would have them drawn twice', async () => {
  const tags = many(12).map((tag) => ({ ...tag, hwType: tinyType }))
  const { driver, point, show, state } = await createRig({ tags })
  const halfway = () =>
    [...state.values].filter(([name, task]) => name.startsWith('image/') && (task as { phase: string }).phase === 'held')
  const counts = new Set<number>()
  point.misbehave(() => {
    counts.add(halfway().length)
    return false
  })
  await Promise.all(tags.map((tag) => driver.show(show(5, { tag: tag.mac, bitmap: tinyPage(1) }))))
  expect(counts.has(1)).toBe(true)
  expect(Math.max(...counts)).toBeLessThanOrEqual(3)
})

test('what waits for its turn when the access point goes is not tried there one after the other', async () => {
  const tags = many(12).map((tag) => ({ ...tag, hwType: tinyType }))
  const { driver, point, show, forget } = await createRig({ tags })
  forget()
  point.misbehave((request) => (request.destroy(), true))
  const all = await Promise.allSettled(tags.map((tag) => driver.show(show(5, { tag: tag.mac, bitmap: tinyPage(1) }))))
  expect(all).toEqual(tags.map(() => ({ status: 'rejected', reason: expect.objectContaining({ retryable: true }) as unknown })))
  expect(point.calls.filter((call) => call.includes('get_db?mac')).length).toBeLessThanOrEqual(3)
})

test('400 pictures at once', async () => {
  const tags = many(400).map((tag) => ({ ...tag, hwType: tinyType }))
  const { driver, point, told, show, settle, pass } = await createRig({ tags })
  for (const tag of tags) point.checkIn(tag.mac)
  await settle()
  driver.campaign!(true)
  await expect.poll(() => point.listeners()).toBe(1)
  const pages = new Map(tags.map((tag, index) => [tag.mac, tinyPage(index % 40)]))
  await Promise.all(tags.map((tag) => driver.show(show(5, { tag: tag.mac, bitmap: pages.get(tag.mac)! }))))
  await pass(3000)
  for (const tag of tags) point.checkIn(tag.mac)
  await pass(61_000)
  expect(told.ends.filter(([, end]) => end.outcome === 'delivered')).toHaveLength(400)
  for (const [tag, bitmap] of pages) expect(point.glass(tag)).toEqual(bitmap)
})
