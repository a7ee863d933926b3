/** What a virtual tag does with lights, pages and checks. */
import { encodeBitmap } from '@endcap/label/bitmap'
import type { Operation } from '@endcap/gateway-link/messages'
import { beforeEach, expect, test } from 'vitest'
import { carryOut } from './carry-out.ts'
import { catchUp, createTag, warmthOf, type Tag } from './tag.ts'

let tag: Tag
let id = 0
const page = (ink: number) => encodeBitmap({ width: 296, height: 128, palette: 'bwr', pixels: new Uint8Array(296 * 128).fill(ink) })
const files = new Map([
  [0, page(0)],
  [1, page(1)],
])
const carry = (kind: Operation['kind'], params?: Record<string, number>, { now = 0, speed = 1 } = {}) =>
  carryOut(tag, {
    operation: {
      op: String(++id),
      tag: tag.tagMac,
      kind,
      hash: kind === 'SHOW' ? 'b'.repeat(64) : null,
      images: [],
      ...(params && { params }),
    },
    files: kind === 'SHOW' ? files : new Map(),
    now,
    speed,
  })
const light = { state: 1, brightness: 3, speed: 2, seconds: 60 }

beforeEach(() => {
  tag = createTag({ tagMac: '5A3C9E0150000001', tagType: 'B5', storeCode: 'S1', checkin: 60 }, { battery: 0, temperature: 20 })
})

test('a light shines for its time, in the fleet’s own', () => {
  expect(carry('LED', light, { now: 1000, speed: 10 })).toEqual({ outcome: 'shown' })
  expect(tag.light).toEqual({ state: 1, brightness: 3, speed: 2, until: 7000 })
  catchUp(tag, 6999)
  expect(tag.light).toBeDefined()
  catchUp(tag, 7000)
  expect(tag.light).toBeUndefined()
})
test('a light of no seconds is put out; settings that do not exist are refused', () => {
  carry('LED', light)
  expect(carry('LED', { ...light, seconds: 0 })).toEqual({ outcome: 'shown' })
  expect(tag.light).toBeUndefined()
  expect(carry('LED', { ...light, state: 9 })).toMatchObject({ outcome: 'failed', reason: 'tag-refused' })
  expect(carry('LED')).toMatchObject({ outcome: 'failed' })
})
test('a tag without a light says that it cannot', () => {
  tag = createTag({ tagMac: tag.tagMac, tagType: '35', storeCode: 'S1', checkin: 60 }, { battery: 0, temperature: 20 })
  expect(carry('LED', light)).toMatchObject({ outcome: 'failed', reason: 'unsupported' })
})
test('a page is turned to, for a while or for good; a new label begins with its first', () => {
  expect(carry('PAGE', { page: 1, seconds: 0 })).toMatchObject({
    outcome: 'failed',
    reason: 'tag-refused',
    detail: 'the label has no page 1',
  })
  carry('SHOW')
  expect(carry('PAGE', { page: 1, seconds: 30 })).toEqual({ outcome: 'shown' })
  expect(carry('PAGE', { page: 1, seconds: 30 })).toEqual({ outcome: 'same' })
  catchUp(tag, 30_000)
  expect(tag.page).toBe(0)
  carry('PAGE', { page: 1, seconds: 0 })
  catchUp(tag, 1e9)
  expect(tag.page).toBe(1)
  tag.shown = 'another'
  carry('SHOW')
  expect(tag).toMatchObject({ page: 0, updates: 2 })
})
test('a check is answered and changes nothing on the glass', () => {
  carry('SHOW')
  const { shown, updates, battery } = tag
  expect(carry('STATUS_CHECK')).toEqual({ outcome: 'shown' })
  expect(tag).toMatchObject({ shown, updates, checks: 1 })
  expect(tag.battery).toBeLessThan(battery)
})
test('a day is colder at its ends than in its middle', () => {
  const day = 86_400_000
  expect(warmthOf(tag, 0, 1)).toBeCloseTo(20)
  expect(warmthOf(tag, day / 2, 1)).toBeCloseTo(25)
  expect(warmthOf(tag, day / 20, 10)).toBeCloseTo(25)
})
