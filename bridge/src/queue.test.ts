/** What waits for an access point: order, what is taken back, what comes out nevertheless, and a device that does not answer. */
import { expect, test } from 'vitest'
import { createBreaker } from './breaker.ts'
import { createManualClock } from './clock.ts'
import { DriverError, type Driver } from './driver.ts'
import { createQueue, type Job } from './queue.ts'

function start({ window = 10, maxConcurrentHandovers = Infinity } = {}) {
  const clock = createManualClock()
  const log: string[] = []
  let surely = true
  const driver: Driver = {
    maxConcurrentHandovers,
    open: () => Promise.resolve(),
    close: () => Promise.resolve(),
    describe: () => ({
      maker: '',
      model: '',
      firmware: '',
      address: '',
      confirms: 'shown',
      can: [],
      figures: {},
      notes: [],
      mac: undefined,
      window,
      capacity: undefined,
      memory: undefined,
      disk: undefined,
      channel: 0,
    }),
    show: () => Promise.resolve(),
    blank: () => Promise.resolve(),
    cancel: (op) => {
      log.push(`cancel ${op}`)
      return Promise.resolve(surely)
    },
  }
  const queue = createQueue({ driver, clock, note: () => undefined })
  const job = (op: string, tag: string, more: Partial<Job> = {}): Job => ({
    op,
    tag,
    lane: 'image',
    urgent: false,
    patience: 100,
    begin: () => {
      log.push(`begin ${op}`)
      return Promise.resolve()
    },
    ended: (end) => void log.push(`${op} ${end.outcome === 'failed' ? end.reason : end.outcome}`),
    late: () => void log.push(`${op} late`),
    ...more,
  })
  return { clock, queue, job, log, setSurely: (is: boolean) => void (surely = is) }
}
const endsOf = (log: string[]) => log.filter((line) => !line.startsWith('begin') && !line.startsWith('cancel'))

test('nothing begins while the access point is away; then one for a tag at a time, urgent ones first', async () => {
  const { clock, queue, job, log } = start()
  queue.add(job('1', 'A'))
  queue.add(job('2', 'A', { lane: 'page', urgent: true }))
  queue.add(job('3', 'B'))
  await clock.advance(1000)
  expect(log).toEqual([])
  queue.setAway(false)
  await clock.advance(0)
  expect(log).toEqual(['begin 2', 'begin 3'])
  queue.ended('2', { outcome: 'shown' })
  await clock.advance(0)
  expect(log).toEqual(['begin 2', 'begin 3', '2 shown', 'begin 1'])
})
test('what the driver still had from before is over when it says so, and is not begun again', async () => {
  const { clock, queue, job, log } = start({ window: 1 })
  for (const n of [1, 2, 3]) queue.add(job(String(n), `T${n}`))
  queue.ended('1', { outcome: 'delivered' })
  queue.setAway(false)
  await clock.advance(0)
  queue.ended('3', { outcome: 'delivered' })
  expect(log).toEqual(['1 delivered', 'begin 2', '3 delivered'])
  expect(queue.size()).toBe(1)
})
test('no more than the device takes are under way', async () => {
  const { clock, queue, job, log } = start({ window: 2 })
  queue.setAway(false)
  for (const n of [1, 2, 3, 4]) queue.add(job(String(n), `T${n}`))
  await clock.advance(0)
  expect(log).toEqual(['begin 1', 'begin 2'])
  queue.ended('1', { outcome: 'shown' })
  await clock.advance(0)
  expect(log.at(-1)).toBe('begin 3')
})
test('as many are handed over at once as the driver takes, however many are under way', async () => {
  const { clock, queue, job, log } = start({ window: 400, maxConcurrentHandovers: 6 })
  const taken: (() => void)[] = []
  queue.setAway(false)
  for (let n = 0; n < 50; n++) queue.add(job(String(n), `T${n}`, { begin: () => new Promise((resolve) => taken.push(resolve)) }))
  await clock.advance(0)
  expect(taken).toHaveLength(6)
  for (let n = 0; n < 50; n++) {
    taken[n]?.()
    await clock.advance(0)
  }
  expect({ begun: taken.length, size: queue.size(), log }).toEqual({ begun: 50, size: 50, log: [] })
})
test('one that takes long to be handed over keeps no other one waiting where the driver names no number', async () => {
  const { clock, queue, job, log } = start({ window: 400 })
  queue.setAway(false)
  for (let n = 0; n < 50; n++) queue.add(job(String(n), `T${n}`, { begin: () => new Promise(() => undefined) }))
  queue.add(job('50', 'T50'))
  await clock.advance(0)
  expect(log).toEqual(['begin 50'])
})
test('a newer one takes the place of an older one of its kind, which is taken back first', async () => {
  const { clock, queue, job, log } = start()
  queue.setAway(false)
  queue.add(job('1', 'A'))
  await clock.advance(0)
  queue.add(job('2', 'A'))
  queue.add(job('3', 'A'))
  await clock.advance(0)
  expect(log).toEqual(['begin 1', 'cancel 1', 'begin 3'])
  queue.ended('2', { outcome: 'shown' })
  queue.ended('1', { outcome: 'shown' })
  expect(endsOf(log)).toEqual([])
})
test('one that was taken back in vain, and comes out, is told: once, and only if it came out', async () => {
  const { clock, queue, job, log, setSurely } = start()
  setSurely(false)
  queue.setAway(false)
  for (const op of ['1', '2']) queue.add(job(op, `T${op}`))
  await clock.advance(0)
  for (const op of ['1', '2']) queue.drop(op, `T${op}`)
  await clock.advance(0)
  queue.ended('1', { outcome: 'delivered' })
  queue.ended('1', { outcome: 'delivered' })
  queue.ended('2', { outcome: 'failed', reason: 'tag-silent', detail: '' })
  queue.ended('2', { outcome: 'shown' })
  expect(endsOf(log)).toEqual(['1 late'])
})
test('so is one that comes out while it is being taken back', async () => {
  const { clock, queue, job, log } = start()
  queue.setAway(false)
  queue.add(job('1', 'A'))
  await clock.advance(0)
  queue.drop('1', 'A')
  queue.ended('1', { outcome: 'shown' })
  await clock.advance(0)
  expect(endsOf(log)).toEqual(['1 late'])
})
test('a device that says nothing is given up; what it shows afterwards is told', async () => {
  const { clock, queue, job, log, setSurely } = start()
  setSurely(false)
  queue.setAway(false)
  queue.add(job('1', 'A'))
  await clock.advance(99_000)
  expect(endsOf(log)).toEqual([])
  await clock.advance(2000)
  expect(endsOf(log)).toEqual(['1 tag-silent'])
  queue.ended('1', { outcome: 'shown' })
  expect(endsOf(log)).toEqual(['1 tag-silent', '1 late'])
  queue.add(job('2', 'A'))
  await clock.advance(0)
  expect(log.at(-1)).toBe('begin 2')
})
test('one that was surely taken back when it was given up is not told', async () => {
  const { clock, queue, job, log } = start()
  queue.setAway(false)
  queue.add(job('1', 'A'))
  await clock.advance(101_000)
  queue.ended('1', { outcome: 'shown' })
  expect(endsOf(log)).toEqual(['1 tag-silent'])
})
test('an operation that ends while it is given up ends once, as given up', async () => {
  const { clock, queue, job, log } = start()
  queue.setAway(false)
  queue.add(job('1', 'A', { patience: 1 }))
  await clock.advance(0)
  // The driver learns of it while it takes it back.
  const cancelled = clock.advance(1000)
  await cancelled.then(() => queue.ended('1', { outcome: 'shown' }))
  expect(endsOf(log)).toEqual(['1 tag-silent'])
})
test('what may work later waits, the rest fails with its reason', async () => {
  const { clock, queue, job, log } = start()
  queue.setAway(false)
  let busy = 2
  const later = () => (busy-- > 0 ? Promise.reject(new DriverError('busy', { retryable: true })) : Promise.resolve())
  queue.add(job('1', 'A', { begin: later }))
  queue.add(job('2', 'B', { begin: () => Promise.reject(new DriverError('no', { retryable: false, reason: 'unsupported' })) }))
  queue.add(job('3', 'C', { begin: () => Promise.reject(new Error('a fault')) }))
  await clock.advance(100)
  expect(endsOf(log)).toEqual(['2 unsupported', '3 tag-refused'])
  expect(queue.size()).toBe(1)
  queue.ended('1', { outcome: 'shown' })
  expect(endsOf(log).at(-1)).toBe('1 shown')
})
test('an access point that fails is left alone, longer each time, and tried with one; a burst counts once', async () => {
  const { clock, queue, job } = start({ window: 50 })
  const begun: number[] = []
  let broken = true
  queue.setAway(false)
  const begin = () => {
    begun.push(clock.now())
    return broken ? Promise.reject(new DriverError('no route', { retryable: true })) : Promise.resolve()
  }
  const start0 = clock.now()
  for (let n = 0; n < 50; n++) queue.add(job(String(n), `T${n}`, { begin }))
  await clock.advance(500)
  const burst = begun.length
  expect(burst).toBeLessThanOrEqual(60)
  await clock.advance(8000)
  // After 1, 2 and 4 s, one each.
  expect(begun.slice(burst).map((at) => Math.round((at - start0) / 1000))).toEqual([1, 3, 7])
  broken = false
  await clock.advance(60_000)
  expect(begun.length).toBeGreaterThanOrEqual(burst + 3 + 50)
})
test('a clock that is set back does not keep it closed for longer than its longest pause', () => {
  let now = 10_000_000
  const breaker = createBreaker({ now: () => now })
  for (let n = 0; n < 20; n++) {
    breaker.failed()
    now += breaker.wait()
  }
  breaker.failed()
  now -= 5_000_000
  expect(breaker.wait()).toBeLessThanOrEqual(60_000)
})
