/** Access points that lie, are slow, or are something else: bounded time and memory, a plain sentence, and another try later. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createManualClock } from '../clock.ts'
import { buildPacket } from './codec/packets.ts'
import { openEPaperLink } from './family.ts'
import { baseOf, createHttp } from './http.ts'
import { createRig, mac, page } from './testing.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void
async function serve(handler: Handler) {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const clock = createManualClock()
  return { address, clock, http: createHttp(baseOf(address), clock) }
}

describe('a call', () => {
  const answers: [string, Handler, string][] = [
    ['a web page', (_, response) => response.end('<html>hello'), 'A web page answers instead of the access point'],
    ['no JSON', (_, response) => response.end('{"tags":[{'), 'The answer of the access point cannot be read'],
    ['an error', (_, response) => response.writeHead(500).end(), 'The access point answers 500'],
    [
      'an end in the middle',
      (_, response) => {
        response.writeHead(200, { 'content-length': 1000 }).write('{"tags":')
        setImmediate(() => response.destroy())
      },
      'The access point closed the connection in the middle of its answer',
    ],
    [
      '10 MB, and says so',
      (_, response) => response.writeHead(200, { 'content-length': 10_000_000 }).write('x'),
      'The answer of the access point is far too large',
    ],
    ['no answer at all', (request) => request.destroy(), 'The access point does not answer: it closed the connection'],
  ]
  test.each(answers)('that gets %s', async (_, handler, message) => {
    const { http } = await serve(handler)
    await expect(http.json('/get_db')).rejects.toThrow(message)
    expect(http.busy()).toBe(0)
  })
  test('that gets ever more is ended, with no more kept than is allowed', async () => {
    let sent = 0
    let ended = false
    const { http } = await serve((_, response) => {
      const more = () => {
        while (!ended && response.write(Buffer.alloc(64_000))) sent += 64_000
      }
      response.on('drain', more).on('close', () => (ended = true))
      more()
    })
    await expect(http.json('/get_db')).rejects.toThrow('The answer of the access point is far too large')
    await expect.poll(() => ended).toBe(true)
    expect(sent).toBeLessThan(20_000_000)
  })
  test('that gets nothing, or a byte now and then, ends when its time is up', async () => {
    for (const drip of [false, true]) {
      let asked = false
      const { http, clock } = await serve((_, response) => {
        asked = true
        if (drip) response.writeHead(200).write('{')
      })
      const outcome = expect(http.json('/get_db')).rejects.toThrow('The access point does not answer in time')
      await expect.poll(() => asked).toBe(true)
      await clock.advance(9999)
      expect(http.busy()).toBe(1)
      await clock.advance(1)
      await outcome
    }
  })
  test('waits until others are over, and no more than three are made at once', async () => {
    const open: ServerResponse[] = []
    let maxOpen = 0
    const { http } = await serve((_, response) => (maxOpen = Math.max(maxOpen, open.push(response))))
    const calls = Promise.all(Array.from({ length: 7 }, () => http.json('/')))
    for (const count of [3, 3, 1]) {
      await expect.poll(() => open.length).toBe(count)
      for (const response of open.splice(0)) response.end('{}')
    }
    await calls
    expect(maxOpen).toBe(3)
  })
  test.each(['', 'http://', 'ftp://x', 'a b', 'user:secret@host'])('to %j is not made', (address) => {
    expect(() => baseOf(address)).toThrow('The address is a host name or an IP address')
  })
  test('to a name that does not exist', async () => {
    const http = createHttp(baseOf('127.0.0.1:1'), createManualClock())
    await expect(http.json('/')).rejects.toThrow('The access point does not answer: nothing listens there')
  })
})

const answer = (status: number, body: string) => (request: IncomingMessage, response: ServerResponse) => {
  request.resume()
  response.writeHead(status, { 'content-type': 'text/html' }).end(body)
  return true
}

describe('a driver', () => {
  test.each([
    ['a web page', answer(200, '<!doctype html>'), 'degraded: A web page answers instead of the access point'],
    [
      'something else with JSON',
      answer(200, '{"hello":"world"}'),
      'degraded: This is no OpenEPaperLink access point: it does not describe itself as one',
    ],
    [
      'a wall',
      (request: IncomingMessage) => (request.destroy(), true),
      'offline: The access point does not answer: it closed the connection',
    ],
  ])('at %s says so once, tries again with growing pauses, and is well when it comes', async (_, fault, state) => {
    const { driver, point, told, settle, pass, show } = await createRig({ open: false })
    point.misbehave(fault)
    await driver.open()
    await settle()
    expect(told.states).toEqual([state])
    await expect(driver.show(show(5))).rejects.toMatchObject({ retryable: true })
    const tries = () => point.calls.filter((call) => call === 'GET /sysinfo').length
    await pass(600_000, 1000)
    expect(told.states).toEqual([state])
    // 1, 2, 4 … 60 s: not every second, and not never.
    expect(tries()).toBeGreaterThan(12)
    expect(tries()).toBeLessThan(25)
    point.misbehave(undefined)
    await pass(61_000, 1000)
    expect(told.states.at(-1)).toBe('online')
    await driver.show(show(5))
  })

  test('whose access point vanishes and comes back goes on', async () => {
    const { driver, point, told, pass, show, deliver } = await createRig()
    await driver.show(show(5))
    point.misbehave((request) => (request.destroy(), true))
    await pass(120_000)
    expect(told.states.at(-1)).toMatch(/^offline/)
    point.misbehave(undefined)
    await deliver()
    await pass(61_000)
    expect(told.states.at(-1)).toBe('online')
    expect(told.ends).toEqual([['1', { outcome: 'delivered' }]])
    expect(point.glass(mac)).toEqual(page(5))
  })

  test('is not led in circles by a list that never ends', async () => {
    const lists = {
      'the same page for ever': (position: number) => ({ tags: [{ mac, hwType: 0x33 }], continu: position + 1 }),
      'a position that does not move': () => ({ tags: [{ mac: '0000000000000001', hwType: 0x33 }], continu: 0 }),
      'ever new tags': (position: number) => ({
        tags: [{ mac: String(position).padStart(16, '0'), hwType: 0x33 }],
        continu: position + 1,
      }),
    }
    for (const [name, list] of Object.entries(lists)) {
      const { driver, point, told, settle } = await createRig({ open: false })
      point.misbehave((request, response) => {
        const position = /pos=(\d+)/.exec(request.url ?? '')?.[1]
        if (position === undefined) return false
        response.end(JSON.stringify(list(Number(position))))
        return true
      })
      await driver.open()
      await settle()
      expect(told.states, name).toEqual(['online'])
      const maxPageCalls = name === 'ever new tags' ? 256 : 2
      expect(point.calls.filter((call) => call.includes('pos=')).length, name).toBeLessThanOrEqual(maxPageCalls)
    }
  })

  test('hears one tag where its access point spells it in two ways', async () => {
    const { driver, point, told, settle, state } = await createRig({ open: false })
    point.misbehave((request, response) => {
      if (request.url !== '/get_db?pos=0') return false
      const record = { ...point.tag(mac).entry }
      response.end(JSON.stringify({ tags: [record, { ...record, mac: '00:00:02:1d:34:f6:7e:1f' }, { ...record, mac: mac.toLowerCase() }] }))
      return true
    })
    await driver.open()
    await settle()
    expect(told.heard.map((tag) => tag.tag)).toEqual([mac])
    expect(state.names('tag/')).toEqual([`tag/${mac}`])
  })

  test('takes a list with nonsense in it for what it is worth, and says how much was lost', async () => {
    const { driver, point, told, settle } = await createRig({ open: false })
    point.misbehave((request, response) => {
      if (request.url !== '/get_db?pos=0') return false
      response.end(JSON.stringify({ tags: [7, null, { mac: 'x' }, { ...point.tag(mac).entry, batteryMv: 'full', RSSI: null }] }))
      return true
    })
    await driver.open()
    await settle()
    expect(told.heard).toMatchObject([{ tag: mac, battery: undefined, rssi: undefined }])
    expect(told.notes).toContain('3 records of its tags cannot be read')
  })

  test('does not end with a stream that says nonsense or far too much', async () => {
    const { driver, point, told, settle } = await createRig()
    driver.campaign!(true)
    await expect.poll(() => point.listeners()).toBe(1)
    point.tell({ tags: 'no' })
    point.tell({ sys: { currtime: 'x', littlefsfree: -1 } })
    point.tell({ errMsg: { deep: [] } })
    await settle()
    point.tell({ logMsg: 'x'.repeat(200_000) })
    await expect.poll(() => point.listeners()).toBe(0)
    await settle()
    expect(told.states).toEqual(['online'])
  })

  test('is not made to keep thousands of tags that are made up', async () => {
    const { told, hub, settle, state, point } = await createRig()
    for (let index = 0; index < 6000; index++) {
      const id = `BAD0${index.toString(16).toUpperCase().padStart(12, '0')}`
      const readings = { lqi: 1, rssi: -50, temperature: 1, batteryMv: 2900, wakeupReason: 0, capabilities: 0, version: 1, channel: 11 }
      hub.send(buildPacket({ kind: 'check-in', checkIn: { mac: id, hwType: 0x33, ...readings } }), '127.0.0.1')
    }
    await settle()
    expect(point.calls.length).toBeLessThan(80)
    expect(state.names('tag/').length).toBeLessThanOrEqual(5000)
    expect(told.notes).toContain('There are more than 5000 tags; the others are left')
  })

  test('does not fall over a picture whose answer never comes', async () => {
    const { driver, point, show, told, clock } = await createRig()
    let asked = false
    point.misbehave((request) => {
      if (request.url !== '/imgupload') return false
      request.resume()
      asked = true
      return true
    })
    const outcome = expect(driver.show(show(5))).rejects.toMatchObject({
      retryable: true,
      message: 'The access point does not answer in time',
    })
    await expect.poll(() => asked).toBe(true)
    await clock.advance(60_000)
    await outcome
    expect(told.states).toEqual(['online', 'offline: The access point does not answer in time'])
  })
})

describe('asking an address what it is', () => {
  test('tells an access point’s name and tags', async () => {
    const { point } = await createRig({ open: false })
    expect(await openEPaperLink.probe(point.address, {})).toMatchObject({
      maker: 'OpenEPaperLink',
      model: 'simulated_AP',
      firmware: '2.91',
      mac: '3485180A0B0C',
      name: 'simulated',
      tags: 1,
    })
  })
  test('says in plain words what is wrong', async () => {
    const { address } = await serve((_, response) => response.end('<html>a printer'))
    await expect(openEPaperLink.probe(address, {})).rejects.toThrow('A web page answers instead of the access point')
    await expect(openEPaperLink.probe('127.0.0.1:1', {})).rejects.toThrow('nothing listens there')
    await expect(openEPaperLink.probe('', {})).rejects.toThrow('The address is a host name')
  })
})
