/** How the background jobs of a process are started, woken, spread, stopped and measured. */
import { jobNames } from '@endcap/contract/jobs'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { allJobs } from '../../all-jobs.ts'
import { readConfig } from '../base/config.ts'
import type { Context } from '../context.ts'
import { createSignals } from '../signals/signals.ts'
import type { Job, JobPlace } from './job.ts'
import type { Loop } from './loop.ts'
import { createJobRunner } from './runner.ts'
import { startJobs } from './start-jobs.ts'

const now = new Date(Date.UTC(2026, 10, 24, 9, 0, 0))
const hourMs = 3_600_000
const ends: (() => Promise<unknown>)[] = []
afterEach(() => Promise.all(ends.splice(0).map((end) => end())))

/** A runner by itself: its clock stands still, its failures are read from its log. */
function createRunner() {
  const lines: string[] = []
  const signals = createSignals()
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const runner = createJobRunner({ log, signals, clock: { now: () => now } })
  const start: typeof runner.start = (job) => {
    const loop = runner.start(job)
    ends.push(loop.stop)
    return loop
  }
  return { runner, signals, start, logged: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

test('a job runs when one of its signals comes, and not after it was stopped', async () => {
  const { signals, start } = createRunner()
  let runs = 0
  const loop = start({ name: 'mails', everyMs: hourMs, wakesOn: ['mails', 'papers'], work: async () => void runs++ })
  signals.notify('mails', {})
  await expect.poll(() => runs).toBe(1)
  signals.notify('papers', {})
  await expect.poll(() => runs).toBe(2)
  signals.notify('layouts', {})
  await loop.stop()
  signals.notify('mails', {})
  await loop.settle()
  expect(runs).toBe(2)
})

test('a job that answers true runs again at once, any other answer ends the turn', async () => {
  const { start } = createRunner()
  const answers = [true, true, 3, 'more']
  let runs = 0
  const loop = start({ name: 'mails', everyMs: hourMs, work: async () => answers[runs++] })
  await loop.settle()
  expect(runs).toBe(3)
})

test('a stop ends a job that always has more to do', async () => {
  const { start } = createRunner()
  let runs = 0
  const loop: Loop = start({
    name: 'mails',
    everyMs: hourMs,
    work: async () => {
      if (++runs === 5) void loop.stop()
      return true
    },
  })
  await loop.settle()
  expect(runs).toBe(5)
})

test('a wake during a run is a run after it, and never two at once', async () => {
  const { start } = createRunner()
  let [inside, peak, runs] = [0, 0, 0]
  const loop: Loop = start({
    name: 'mails',
    everyMs: hourMs,
    work: async () => {
      peak = Math.max(peak, ++inside)
      if (++runs === 1) for (let time = 0; time < 3; time++) loop.wake()
      await Promise.resolve()
      inside--
    },
  })
  await loop.settle()
  expect([runs, peak]).toEqual([2, 1])
})

test('a failure is logged with the name of its job, reported, and tried again', async () => {
  const { runner, start, logged } = createRunner()
  let runs = 0
  const work = async () => {
    if (++runs === 1) throw new Error('the printer is on fire')
  }
  start({ name: 'paper-labels', everyMs: hourMs, retryMs: 1, work }).wake()
  await expect.poll(() => runner.reports()[0]?.runs).toBe(2)
  expect(runner.reports()).toEqual([
    expect.objectContaining({
      name: 'paper-labels',
      running: false,
      runs: 2,
      failures: 1,
      lastFailure: 'the printer is on fire',
      lastRunAt: now.getTime() / 1000,
      lastFailureAt: now.getTime() / 1000,
    }),
  ])
  expect(logged()).toEqual([expect.objectContaining({ job: 'paper-labels', msg: 'background work failed; it will be tried again' })])
})

test('a job says how long its last run took and when it runs next; while it runs, only that', async () => {
  const { runner, start } = createRunner()
  const release = Promise.withResolvers<void>()
  const work = () => release.promise
  const loop = start({ name: 'mails', everyMs: 30_000, work })
  expect(runner.reports()[0]).toMatchObject({ running: false, runs: 0, lastRunAt: null, nextRunAt: now.getTime() / 1000 + 30 })
  loop.wake()
  await expect.poll(() => runner.reports()[0]?.running).toBe(true)
  expect(runner.reports()[0]).toMatchObject({ runs: 0, nextRunAt: null })
  release.resolve()
  await loop.settle()
  const [report] = runner.reports()
  expect(report).toMatchObject({ running: false, nextRunAt: now.getTime() / 1000 + 30 })
  expect(report?.lastDurationMs).toBeGreaterThanOrEqual(0)
  await loop.stop()
  expect(runner.reports()[0]?.nextRunAt).toBeNull()
})

test('several loops of one name are one job in the report', async () => {
  const { runner, start } = createRunner()
  const loops = [1, 2, 3].map(() => start({ name: 'webhooks', everyMs: hourMs, work: async () => undefined }))
  await Promise.all(loops.map((loop) => loop.settle()))
  expect(runner.reports()).toEqual([expect.objectContaining({ name: 'webhooks', runs: 3, failures: 0 })])
})

test('jobs that run once an hour begin in the second half of their first hour, each at its own moment', () => {
  const { runner, start } = createRunner()
  const hourly = allJobs.filter(({ everyMs }) => everyMs === hourMs)
  for (const { name, everyMs } of hourly) start({ name, everyMs, work: async () => undefined })
  const firsts = runner.reports().map(({ nextRunAt }) => (nextRunAt ?? 0) * 1000 - now.getTime())
  expect(hourly.length).toBeGreaterThan(10)
  for (const first of firsts) expect(first).toBeGreaterThanOrEqual(hourMs / 2 - 1000)
  for (const first of firsts) expect(first).toBeLessThanOrEqual(hourMs)
  expect(new Set(firsts).size).toBe(hourly.length)
})

/** A process with these settings that has these jobs. */
function createProcess(jobs: readonly Job[], settings: Record<string, string> = {}) {
  const { runner } = createRunner()
  // Jobs of these tests touch nothing else of it.
  const context = { jobs: runner, config: readConfig({ ENDCAP_DATA: '/none', ...settings }) } as Context
  const running = startJobs(context, jobs, { holder: 'here' })
  ends.push(running.stop)
  return { runner, running }
}
const named = (name: Job['name'], more: Partial<Job> = {}): Job =>
  ({ name, role: 'every', everyMs: hourMs, work: async () => {}, ...more }) as Job

test('a process has the jobs of its roles, those of every process, and none that its settings switch off', () => {
  const jobs = [
    named('mails'),
    named('downloads', { role: 'worker' }),
    named('inbox', { when: ({ inboxFolder }) => inboxFolder !== undefined }),
  ]
  const names = (settings: Record<string, string>) =>
    createProcess(jobs, settings)
      .runner.reports()
      .map(({ name }) => name)
  expect(names({ ENDCAP_ROLES: 'api,engine' })).toEqual(['mails'])
  expect(names({ ENDCAP_ROLES: 'api,worker' })).toEqual(['mails', 'downloads'])
  expect(names({ ENDCAP_ROLES: 'api', ENDCAP_INBOX: '/tmp' })).toEqual(['mails', 'inbox'])
})

test('each place of a job has a name of its own in leases and claims', async () => {
  const seen: JobPlace[] = []
  const work = async (_context: Context, at: JobPlace) => void seen.push(at)
  createProcess([named('mails', { atStart: true, work }), named('webhooks', { atStart: true, places: 2, work })])
  await expect.poll(() => seen.length).toBe(3)
  expect(seen).toEqual([
    { holder: 'here', place: 1 },
    { holder: 'here#1', place: 1 },
    { holder: 'here#2', place: 2 },
  ])
})

test('of places without work one looks by itself; while it is at work, another one looks', async () => {
  vi.useFakeTimers()
  ends.push(async () => void vi.useRealTimers())
  const looked: number[] = []
  const firstRound = Promise.withResolvers<void>()
  const work = async (_context: Context, { place }: JobPlace) => {
    looked.push(place)
    if (looked.length === 3) await firstRound.promise
  }
  createProcess([named('webhooks', { everyMs: 1000, places: 3, work })])
  await vi.advanceTimersByTimeAsync(3100)
  expect(looked).toEqual([1, 1, 1])
  await vi.advanceTimersByTimeAsync(2000)
  expect(looked.slice(3)).toEqual([2, 2])
  firstRound.resolve()
})

test('a job that rests is not run and seldom looks; a signal of it looks at once, and what is there is worked off', async () => {
  vi.useFakeTimers()
  ends.push(async () => void vi.useRealTimers())
  const { runner, signals } = createRunner()
  const steps: string[] = []
  let isOpen = false
  const until = async () => {
    steps.push('looks')
    return isOpen
  }
  const job = named('webhooks', {
    everyMs: 1000,
    wakesOn: ['webhooks'],
    rest: { everyMs: 10_000, until },
    work: async () => void steps.push('works'),
  })
  const context = { jobs: runner, config: readConfig({ ENDCAP_DATA: '/none' }) } as Context
  ends.push(startJobs(context, [job], { holder: 'here' }).stop)
  await vi.advanceTimersByTimeAsync(21_100)
  expect(steps).toEqual(['looks', 'looks', 'looks'])
  steps.length = 0
  isOpen = true
  signals.notify('webhooks', {})
  await vi.advanceTimersByTimeAsync(2100)
  expect(steps).toEqual(['looks', 'works', 'looks', 'works', 'looks', 'works'])
})

test('of places that rest one looks for all, and after a wake as often as ever', async () => {
  vi.useFakeTimers()
  ends.push(async () => void vi.useRealTimers())
  const { runner, signals } = createRunner()
  let [isOpen, looks] = [false, 0]
  const until = async () => {
    looks++
    return isOpen
  }
  const job = named('webhooks', { everyMs: 1000, wakesOn: ['webhooks'], places: 3, rest: { everyMs: 10_000, until } })
  const context = { jobs: runner, config: readConfig({ ENDCAP_DATA: '/none' }) } as Context
  ends.push(startJobs(context, [job], { holder: 'here' }).stop)
  await vi.advanceTimersByTimeAsync(21_100)
  expect(looks).toBe(3)
  isOpen = true
  signals.notify('webhooks', {})
  await vi.advanceTimersByTimeAsync(0)
  looks = 0
  await vi.advanceTimersByTimeAsync(5100)
  expect(looks).toBe(5)
})

test('each job that rests is woken by a signal; only displays fall silent by time alone', () => {
  const resting = allJobs.filter(({ rest }) => rest !== undefined)
  expect(resting.length).toBeGreaterThan(5)
  expect(resting.filter(({ wakesOn = [] }) => wakesOn.length === 0).map(({ name }) => name)).toEqual(['silent-displays'])
})

test('a place that had work wakes the others of its job', async () => {
  vi.useFakeTimers()
  ends.push(async () => void vi.useRealTimers())
  const looked: number[] = []
  const work = async (_context: Context, { place }: JobPlace) => looked.push(place) === 1
  createProcess([named('webhooks', { everyMs: 1000, places: 3, work })])
  await vi.advanceTimersByTimeAsync(1100)
  expect(looked).toEqual([1, 2, 3, 1])
})

test('an end halts all jobs, waits for their runs, and closes them', async () => {
  const steps: string[] = []
  const halted = Promise.withResolvers<void>()
  const open = (name: string): Partial<Job> => ({
    atStart: true,
    work: undefined,
    open: () => ({
      work: async () => {
        steps.push(`${name} begins`)
        await halted.promise
        steps.push(`${name} is over`)
      },
      halt: () => {
        steps.push(`${name} is halted`)
        halted.resolve()
      },
      close: async () => void steps.push(`${name} is closed`),
    }),
  })
  const { running } = createProcess([named('inbox', open('inbox')), named('mails', open('mails'))])
  await expect.poll(() => steps.length).toBe(2)
  await running.stop()
  expect(steps.slice(0, 4)).toEqual(['inbox begins', 'mails begins', 'inbox is halted', 'mails is halted'])
  expect(steps.slice(4).toSorted()).toEqual(['inbox is closed', 'inbox is over', 'mails is closed', 'mails is over'])
  expect(steps.slice(6).toSorted()).toEqual(['inbox is closed', 'mails is closed'])
})

test('each job has one place in the list, under a name of the contract', () => {
  const names = allJobs.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(jobNames).toContain(name)
})
