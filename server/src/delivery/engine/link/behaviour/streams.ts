/** What gateways hear of tags and sensors: in order, each message by itself, and bad ones beside good ones. */
import { expect } from 'vitest'
import { firstAck, ofType, until, type Rig } from './rig.ts'
import { one, sighting, tagOf, three, two } from './samples.ts'

export function streamBehaviour({ connect, openDriver, scenario }: Rig): void {
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
    await until(() => expect(firstAck(down)).toEqual(place))
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
}
