import { describe, expect, test } from 'vitest'
import { downMessages, upMessages } from './messages.ts'
import { sampleSighting as sighting } from './samples.ts'
import {
  downTopic,
  gatewayMayPublish,
  gatewayMaySubscribe,
  gatewaySubscription,
  parseTopic,
  shardCount,
  shardOf,
  shardSubscription,
  systemTopic,
  upTopic,
} from './topics.ts'

const gateway = { storeCode: 'S1', gwMac: '02EC5A010001' }
const other = { storeCode: 'S1', gwMac: '02EC5A010002' }

describe('topics', () => {
  test('are taken apart as they were put together', () => {
    expect(parseTopic(upTopic(gateway, 'seen'))).toEqual({ ...gateway, direction: 'up', name: 'seen' })
    expect(parseTopic(downTopic(gateway, 'op'))).toEqual({ ...gateway, direction: 'down', name: 'op' })
  })
  test.each([
    '',
    'ec/v1',
    'ec/v2/1/S1/02EC5A010001/up/op',
    'ec/v1/99/S1/02EC5A010001/up/op',
    'ec/v1/1/../02EC5A010001/up/op',
    `ec/v1/${shardOf(gateway.gwMac)}/S1/02ec5a010001/up/op`,
  ])('%s is none of ours', (topic) => {
    expect(parseTopic(topic)).toBeUndefined()
  })
  test('a gateway uses its own and nothing else', () => {
    expect(gatewayMayPublish(gateway, upTopic(gateway, 'op'))).toBe(true)
    for (const topic of [
      upTopic(other, 'op'),
      downTopic(gateway, 'op'),
      systemTopic('signal'),
      '#',
      upTopic({ ...gateway, storeCode: 'S2' }, 'op'),
    ])
      expect(gatewayMayPublish(gateway, topic)).toBe(false)
    expect(gatewayMaySubscribe(gateway, gatewaySubscription(gateway))).toBe(true)
    for (const filter of ['#', '+/#', 'ec/v1/#', gatewaySubscription(other), shardSubscription(shardOf(gateway.gwMac)), '$SYS/#'])
      expect(gatewayMaySubscribe(gateway, filter)).toBe(false)
  })
  test('gateways spread over the shards', () => {
    const counts = Array.from({ length: shardCount }, () => 0)
    for (let n = 0; n < 6400; n++) counts[shardOf(`02EC${n.toString(16).toUpperCase().padStart(8, '0')}`)]!++
    expect(Math.min(...counts)).toBeGreaterThan(50)
    expect(Math.max(...counts)).toBeLessThan(160)
  })
})

describe('messages', () => {
  test('of the protocol are taken', () => {
    expect(upMessages.seen.safeParse({ session: 'a', seq: 1, tags: [sighting] }).success).toBe(true)
    expect(downMessages.op.parse({ ops: [{ op: '1', tag: sighting.tag, kind: 'SHOW', hash: '0'.repeat(64), images: [] }] })).toMatchObject({
      cancel: [],
    })
  })
  test.each([
    ['a small tag id', { ...sighting, tag: sighting.tag.toLowerCase() }],
    ['a short hash', { ...sighting, shown: 'abc' }],
    ['a battery of a hundred volts', { ...sighting, battery: 100 }],
    ['no check-in', { ...sighting, checkin: 0 }],
  ])('%s is refused', (_, tag) => {
    expect(upMessages.seen.safeParse({ session: 'a', seq: 1, tags: [tag] }).success).toBe(false)
  })
})
