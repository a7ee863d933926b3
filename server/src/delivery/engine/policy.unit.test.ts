import { describe, expect, test } from 'vitest'
import { expectedEnd } from '../tasks/tasks.queries.ts'
import { confirmedStatus } from '../tasks/confirmed-status.ts'
import { afterFailure, afterSilence, confirmSeconds, defaultPolicy as policy } from './policy.ts'
import { createLru } from '../../platform/base/lru.ts'

describe('an operation nothing was heard of', () => {
  test.each([
    [
      'no gateway accepted it',
      { tries: 1, sent: false, asked: false, expected: false },
      { next: 'retry', reason: 'gateway-refused', status: null, afterSeconds: 5 },
    ],
    [
      'the tag asked but never confirmed',
      { tries: 1, sent: true, asked: true, expected: false },
      { next: 'retry', reason: 'transfer-timeout', status: 'REQ_ONLY' },
    ],
    [
      'the tag did not ask',
      { tries: 1, sent: true, asked: false, expected: false },
      { next: 'retry', reason: 'tag-silent', status: null, afterSeconds: 5 },
    ],
    ['the same again', { tries: 2, sent: true, asked: true, expected: false }, { next: 'retry', status: 'REQ_ONLY2', afterSeconds: 30 }],
    ['and again', { tries: 3, sent: true, asked: true, expected: false }, { next: 'fail', reason: 'retries-exhausted', status: 'NG' }],
    [
      'the tag was silent all the time',
      { tries: 3, sent: true, asked: false, expected: false },
      { next: 'fail', reason: 'tag-silent', status: 'NG' },
    ],
    ['nothing was ever heard of the tag', { tries: 1, sent: true, asked: false, expected: true }, { next: 'expect' }],
    [
      'no gateway accepted it, for a tag that was never heard',
      { tries: 1, sent: false, asked: false, expected: true },
      { next: 'retry', reason: 'gateway-refused' },
    ],
    ['no gateway ever accepted it', { tries: 3, sent: false, asked: false, expected: false }, { next: 'fail', reason: 'gateway-refused' }],
  ])('an operation is tried again or fails after silence: %s', (_, operation, expected) => {
    expect(afterSilence(policy, operation)).toMatchObject(expected)
  })
})

describe('a failure that a gateway reports', () => {
  test.each([
    ['busy', 1, { next: 'retry', reason: 'gateway-refused', afterSeconds: 5 }],
    ['transfer-timeout', 1, { next: 'retry', reason: 'transfer-timeout' }],
    ['image-unavailable', 1, { next: 'retry', reason: 'transfer-timeout' }],
    ['tag-silent', 2, { next: 'retry', reason: 'tag-silent', afterSeconds: 30 }],
    ['tag-silent', 3, { next: 'fail', reason: 'tag-silent', status: 'NG' }],
    ['tag-refused', 1, { next: 'fail', reason: 'tag-refused' }],
    ['unsupported', 1, { next: 'fail', reason: 'unsupported' }],
    [undefined, 1, { next: 'retry', reason: 'gateway-refused' }],
  ] as const)('%s at try %i', (reason, tries, expected) => {
    expect(afterFailure(policy, reason, { tries, expected: false })).toMatchObject(expected)
  })
  test('the silence of a tag that was never heard is no failure', () => {
    expect(afterFailure(policy, 'tag-silent', { tries: 1, expected: true })).toEqual({ next: 'expect' })
    expect(afterFailure(policy, 'busy', { tries: 1, expected: true })).toMatchObject({ next: 'retry' })
  })
})

test('without a time to wait the next try is made at once', () => {
  const hasty = { ...policy, backoffSeconds: [] }
  expect(afterFailure(hasty, 'busy', { tries: 1, expected: false })).toMatchObject({ next: 'retry', afterSeconds: 0 })
  const silent = { tries: 1, sent: true, asked: false, expected: false }
  expect(afterSilence(hasty, silent)).toMatchObject({ next: 'retry', afterSeconds: 0 })
})

test('gateways and tags are waited for as long as docs/engine.md says', () => {
  expect(policy).toMatchObject({
    window: 32,
    gatewayQueue: 2000,
    acceptSeconds: 15,
    offlineSeconds: 4 * 3600,
    controlOfflineSeconds: 10 * 60,
    missingCheckins: 3,
    missingMinSeconds: 30 * 60,
  })
})

test('what gateways report waits a second for more, and a battery is low under 2.5 V, as docs/engine.md says', () => {
  expect(policy).toMatchObject({ gatherMs: 1000, lowBattery: 2.5 })
})

test('a confirmation makes OK, or DEASSIGN when the glass was blanked', () => {
  expect([confirmedStatus('SHOW'), confirmedStatus('BLANK')]).toEqual(['OK', 'DEASSIGN'])
  expect(confirmSeconds(policy, { checkin: 60, expected: false })).toBe(140)
  expect(confirmSeconds(policy, { checkin: 60, expected: true })).toBe(20)
})

test('a task’s end is expected at the rate so far', () => {
  const at = new Date(2_000_000)
  expect(expectedEnd({ done: 25, left: 75, startTime: new Date(1_900_000) }, at)).toBe(2300)
  expect(expectedEnd({ done: 0, left: 75, startTime: new Date(1_900_000) }, at)).toBeNull()
  expect(expectedEnd({ done: 10, left: 0, startTime: new Date(1_900_000) }, at)).toBeNull()
})

test('what was used longest ago is forgotten first', () => {
  const lru = createLru<string, number>(2)
  lru.set('a', 1)
  lru.set('b', 2)
  lru.get('a')
  lru.set('c', 3)
  expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual([1, undefined, 3])
})
