/** What every driver must do, whatever carries its messages: one suite, run by memory, the embedded broker and Mosquitto. */
import { logPartBytes, type DownMessage, type Operation, type OpResult, type Sighting, type UpMessage } from '@endcap/gateway-link/messages'
import { shardOf } from '@endcap/gateway-link/topics'
import { afterEach, beforeAll, afterAll, describe, expect, test, vi } from 'vitest'
import type { GatewayAddress, GatewayDriver, LinkEvent } from './driver.ts'
import type { GatewayEnd, GatewaySide } from './memory-driver.ts'

export interface LinkUnderTest {
  createDriver(): Promise<GatewayDriver>
  side: GatewaySide
  stop(): Promise<void>
}
/** The gateways every link under test knows, with their secrets. */
export const linkGateways: Record<string, string> = { '02EC00000001': 'secret-1', '02EC00000002': 'secret-2', '02EC00000003': 'secret-3' }
const addresses = Object.keys(linkGateways).map((gwMac): GatewayAddress => ({ storeCode: 'S1', gwMac }))
const [one, two, three] = addresses as [GatewayAddress, GatewayAddress, GatewayAddress]
const allShards = Array.from({ length: 64 }, (_, shard) => shard)

const tagOf = (number: number) => `5A3C9E005${number.toString(16).toUpperCase().padStart(7, '0')}`
const operation = (op: string, tag = tagOf(1)): Operation => ({
  op,
  tag,
  kind: 'SHOW',
  hash: 'a'.repeat(64),
  images: [{ page: 0, hash: 'b'.repeat(64), bytes: 10 }],
})
const result = (op: string, outcome: OpResult['outcome'], more: Partial<OpResult> = {}): OpResult => ({
  op,
  tag: tagOf(1),
  outcome,
  at: 1,
  ...more,
})
const sighting = (number: number): Sighting => ({
  tag: tagOf(number),
  type: 'B5',
  at: 1,
  rssi: -50,
  battery: 2.9,
  temperature: 20,
  version: '1',
  checkin: 60,
  page: 0,
  resets: 0,
  shown: null,
})
const presence = (state: 'online' | 'offline', session: string) => ({ v: 1, state, session, at: 1 })
const status: UpMessage<'status'> = {
  at: 1,
  uptime: 1,
  ip: '10.0.0.1:8080',
  alternateIp: '',
  gmpVersion: '1',
  grmVersion: '1',
  dataChannel: 11,
  eventChannel: 26,
  channelGroupIndex: 0,
  tagCount: 0,
  memory: 1,
  disks: [],
  services: [],
  upLink: 'OK',
  downLink: 'OK',
}

export function linkBehaviour(name: string, makeLink: () => Promise<LinkUnderTest | undefined>, missing = '') {
  describe(`a link over ${name}`, () => {
    let link: LinkUnderTest | undefined
    const opened: { driver: GatewayDriver; events: LinkEvent[] }[] = []
    const ends: GatewayEnd[] = []

    beforeAll(async () => {
      link = await makeLink()
    })
    afterEach(async () => {
      for (const { driver } of opened.splice(0)) await driver.close()
      for (const end of ends.splice(0)) await end.breakOff()
    })
    afterAll(() => link?.stop())

    const openDriver = async (shards: readonly number[] = allShards) => {
      if (link === undefined) throw new Error(missing)
      const driver = await link.createDriver()
      const events: LinkEvent[] = []
      driver.listen((event) => events.push(event))
      await driver.open()
      await driver.serve(shards)
      opened.push({ driver, events })
      return { driver, events }
    }
    const connect = async (gateway: GatewayAddress, session = 'a') => {
      const down: { name: string; message: unknown }[] = []
      const end = await link!.side.connect(gateway, presence('offline', session), (kind, message) => down.push({ name: kind, message }))
      ends.push(end)
      return { end, down }
    }
    const ofType = <T extends LinkEvent['type']>(events: LinkEvent[], type: T) =>
      events.filter((event) => event.type === type) as Extract<LinkEvent, { type: T }>[]
    const until = (check: () => void) => vi.waitFor(check, { timeout: 5000, interval: 20 })
    const scenario = (title: string, run: () => Promise<void>) =>
      test(title, async (context) => {
        if (link === undefined && process.env.ENDCAP_REQUIRE_ALL === undefined) context.skip(missing)
        await run()
      })

    scenario('tells presence, also to a server that comes later, and the last will', async () => {
      const { end } = await connect(one, 'p1')
      await end.publish('presence', presence('online', 'p1'), true)
      const { events } = await openDriver()
      await until(() =>
        expect(ofType(events, 'presence').find((event) => event.gateway.gwMac === one.gwMac)).toMatchObject({
          online: true,
          session: 'p1',
          gateway: one,
        }),
      )
      await end.breakOff()
      await until(() => expect(ofType(events, 'presence').at(-1)).toMatchObject({ online: false, gateway: one }))
    })

    scenario('carries operations down, and acceptance, refusal, confirmation up, in order', async () => {
      const { driver, events } = await openDriver()
      const { end, down } = await connect(one)
      await driver.show(one, [operation('1'), operation('2', tagOf(2))])
      await until(() =>
        expect((down.find((item) => item.name === 'op')?.message as DownMessage<'op'>).ops.map((op) => op.op)).toEqual(['1', '2']),
      )
      await end.publish('op', {
        session: 'a',
        seq: 1,
        results: [result('1', 'accepted'), result('2', 'failed', { reason: 'refused', detail: 'full' })],
      })
      await end.publish('op', { session: 'a', seq: 2, results: [result('1', 'shown', { updates: 4 })] })
      await until(() => expect(ofType(events, 'results')).toHaveLength(2))
      expect(ofType(events, 'results').flatMap((event) => event.results.map((item) => `${item.op} ${item.outcome}`))).toEqual([
        '1 accepted',
        '2 failed',
        '1 shown',
      ])
      expect(ofType(events, 'results')[1]?.place).toEqual({ stream: 'op', session: 'a', seq: 2 })
    })

    scenario('acknowledges one message; what is sent again arrives again', async () => {
      const { driver, events } = await openDriver()
      const { end, down } = await connect(one)
      const message = { session: 'a', seq: 7, results: [result('1', 'shown')] }
      await end.publish('op', message)
      await end.publish('op', message)
      await until(() => expect(ofType(events, 'results')).toHaveLength(2))
      await driver.acknowledge(one, { stream: 'op', session: 'a', seq: 7 })
      await until(() => expect(down.find((item) => item.name === 'ack')?.message).toEqual({ stream: 'op', session: 'a', seq: 7 }))
    })

    scenario('carries readings of sensors as a stream of their own, with the clock they were sent by', async () => {
      const { driver, events } = await openDriver()
      const { end, down } = await connect(one)
      const reading = {
        sensor: tagOf(9),
        type: 'FREEZER',
        at: 5,
        value: -20.5,
        operation: 'ALERT',
        rssi: -60,
        battery: 2.9,
        version: '1',
        period: 60,
      }
      await end.publish('sensor', { session: 'a', seq: 1, clock: 7, readings: [reading] })
      await end.publish('sensor', { session: 'a', seq: 2, clock: 8, readings: [{ ...reading, value: Number.MAX_VALUE }] })
      await end.publish('sensor', { session: 'a', seq: 1, clock: 9, readings: [reading] })
      await until(() => expect(ofType(events, 'readings')).toHaveLength(2))
      const place = { stream: 'sensor' as const, session: 'a', seq: 1 }
      expect(ofType(events, 'readings')).toEqual(
        [7, 9].map((clock) => ({ type: 'readings', gateway: one, place, clock, readings: [reading] })),
      )
      expect(ofType(events, 'bad-message').map((event) => event.gateway)).toEqual([one])
      await driver.acknowledge(one, place)
      await until(() => expect(down.find((item) => item.name === 'ack')?.message).toEqual(place))
    })

    scenario('takes operations back, and a newer one follows an older one', async () => {
      const { driver } = await openDriver()
      const { down } = await connect(one)
      await driver.show(one, [operation('1')])
      await driver.cancel(one, ['1'])
      await driver.show(one, [operation('2')])
      await until(() => expect(down.filter((item) => item.name === 'op')).toHaveLength(3))
      expect(
        down.map((item) => [(item.message as DownMessage<'op'>).ops.map((op) => op.op), (item.message as DownMessage<'op'>).cancel]),
      ).toEqual([
        [['1'], []],
        [[], ['1']],
        [['2'], []],
      ])
    })

    scenario('carries requests down, and logs in parts and replies up, in order', async () => {
      const { driver, events } = await openDriver()
      const { end, down } = await connect(one)
      const other = await connect(two)
      await driver.request(one, { request: 'r1', kind: 'link-check' })
      await driver.request(one, { request: 'r2', kind: 'log' })
      const asked = () => down.filter((item) => item.name === 'request').map((item) => item.message)
      await until(() =>
        expect(asked()).toEqual([
          { request: 'r1', kind: 'link-check' },
          { request: 'r2', kind: 'log' },
        ]),
      )
      await end.publish('reply', { request: 'r1', ok: true, detail: 'here' })
      const content = [Buffer.alloc(logPartBytes, 0xe9), Buffer.from('end')]
      for (const [part, bytes] of content.entries())
        await end.publish('log', { request: 'r2', file: 'gmp.log', modifiedAt: 7, part, parts: 2, content: bytes.toString('base64') })
      await end.publish('reply', { request: 'r2', ok: true, files: 1 })
      await until(() => expect(ofType(events, 'reply')).toHaveLength(2))
      expect(ofType(events, 'reply').map((event) => [event.gateway, event.reply])).toEqual([
        [one, { request: 'r1', ok: true, detail: 'here' }],
        [one, { request: 'r2', ok: true, files: 1 }],
      ])
      const parts = ofType(events, 'log').map((event) => event.log)
      expect(parts.map(({ file, part, parts: of }) => [file, part, of])).toEqual([
        ['gmp.log', 0, 2],
        ['gmp.log', 1, 2],
      ])
      expect(Buffer.concat(parts.map((log) => Buffer.from(log.content, 'base64')))).toEqual(Buffer.concat(content))
      // What came before: the parts, then the word that they are all there.
      expect(events.filter((event) => event.type === 'log' || event.type === 'reply').map((event) => event.type)).toEqual([
        'reply',
        'log',
        'log',
        'reply',
      ])
      expect(other.down).toEqual([])
    })

    scenario('carries settings down, and what a gateway took of them up', async () => {
      const { driver, events } = await openDriver()
      const { end, down } = await connect(one)
      const config = { version: 3, dataChannel: 15, eventChannel: 26, ip: '10.0.0.9:8080', checkin: 45 }
      await driver.configure(one, config)
      await until(() => expect(down).toEqual([{ name: 'config', message: config }]))
      await end.publish('status', { ...status, dataChannel: 15, config: 3 })
      await until(() => expect(ofType(events, 'status').map((event) => event.status)).toMatchObject([{ dataChannel: 15, config: 3 }]))
    })

    scenario('takes a gateway’s restart and its wrong clock as they come', async () => {
      const { events } = await openDriver()
      const { end } = await connect(one, 'r1')
      await end.publish('presence', presence('online', 'r1'), true)
      await end.publish('presence', { ...presence('online', 'r2'), at: -99_999_999 }, true)
      await end.publish('op', { session: 'r2', seq: 1, results: [result('1', 'shown', { at: 9_999_999_999 })] })
      await until(() => expect(ofType(events, 'results')[0]?.place).toMatchObject({ session: 'r2', seq: 1 }))
      expect(
        ofType(events, 'presence')
          .filter((event) => event.online)
          .map((event) => event.session),
      ).toEqual(['r1', 'r2'])
    })

    scenario('names bad messages and goes on with the good ones', async () => {
      const { events } = await openDriver()
      const { end } = await connect(one)
      await end.publish('seen', '{"broken":')
      await end.publish('seen', { session: 'a', seq: 1, tags: [{ tag: 'x' }] })
      await end.publish('op', '[]')
      await end.publish('status', 'null')
      await end.publish('log', { request: 'r', file: '../../etc/passwd', modifiedAt: 1, part: 0, parts: 1, content: '' })
      await end.publish('seen', { session: 'a', seq: 2, tags: [sighting(1)] })
      await until(() => expect(ofType(events, 'seen')).toHaveLength(1))
      expect(ofType(events, 'bad-message').map((event) => event.gateway?.gwMac)).toEqual(Array.from({ length: 5 }, () => one.gwMac))
      expect(ofType(events, 'bad-message')[0]?.problem).toBe('not JSON')
    })

    scenario('carries 400 tags in a burst from three gateways, each in its order', async () => {
      const { events } = await openDriver()
      const gateways = await Promise.all([one, two, three].map((gateway) => connect(gateway)))
      await Promise.all(
        gateways.flatMap(({ end }, place) =>
          Array.from({ length: 4 }, (_, part) =>
            end.publish('seen', {
              session: 'a',
              seq: part + 1,
              tags: Array.from({ length: 34 }, (_, n) => sighting(place * 200 + part * 34 + n)),
            }),
          ),
        ),
      )
      await until(() => expect(ofType(events, 'seen').reduce((sum, event) => sum + event.sightings.length, 0)).toBe(408))
      for (const gateway of [one, two, three])
        expect(
          ofType(events, 'seen')
            .filter((event) => event.gateway.gwMac === gateway.gwMac)
            .map((event) => event.place.seq),
        ).toEqual([1, 2, 3, 4])
    })

    scenario('two servers hear their own shards, and hand them over', async () => {
      const mine = [shardOf(one.gwMac)]
      const first = await openDriver(mine)
      const second = await openDriver(allShards.filter((shard) => !mine.includes(shard)))
      const [here, there] = [await connect(one), await connect(two)]
      const say = (end: GatewayEnd, seq: number) => end.publish('seen', { session: 'a', seq, tags: [sighting(1)] })
      await say(here.end, 1)
      await say(there.end, 1)
      await until(() => expect([ofType(first.events, 'seen').length, ofType(second.events, 'seen').length]).toEqual([1, 1]))
      await first.driver.serve([])
      await second.driver.serve(allShards)
      await say(here.end, 2)
      await until(() => expect(ofType(second.events, 'seen').map((event) => event.gateway.gwMac)).toContain(one.gwMac))
      expect(ofType(first.events, 'seen')).toHaveLength(1)
    })
  })
}
