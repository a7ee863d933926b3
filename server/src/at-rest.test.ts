/** What a server that has nothing to do asks of its database: each look of a job is a statement, and the embedded database computes it. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { allJobs } from './all-jobs.ts'
import { createMonitor } from './chain/servers/monitor.ts'
import { startEngine } from './delivery/engine/engine.ts'
import { createMemoryLink } from './delivery/engine/link/memory-driver.ts'
import type { Context } from './platform/context.ts'
import { idle, type Loop } from './platform/jobs/loop.ts'
import type { LoopJob } from './platform/jobs/runner.ts'
import { startJobs } from './platform/jobs/start-jobs.ts'
import { createTestContext, type TestContext } from './testing/test-context.ts'

let given: TestContext
beforeAll(async () => void (given = await createTestContext()))
afterAll(() => given.close())

/** A server's jobs, each run by hand. */
function createHandRunner(): { jobs: LoopJob[]; runner: Context['jobs'] } {
  const jobs: LoopJob[] = []
  const loop: Loop = { wake: () => {}, settle: async () => {}, stop: async () => {} }
  const start = (job: LoopJob) => {
    // Of several places of a job one looks for all.
    if (!jobs.some(({ name }) => name === job.name)) jobs.push(job)
    return loop
  }
  return { jobs, runner: { start, reports: () => [] } }
}

/** Every job of a server with all roles. What the process starts for itself is added with its periods (start-parts.ts, own-bridge.ts). */
async function startAll(): Promise<{ jobs: readonly LoopJob[]; stop: () => Promise<unknown> }> {
  const { jobs, runner } = createHandRunner()
  const context: Context = { ...given.context, jobs: runner }
  const engine = await startEngine({ context, holder: 'here', driver: createMemoryLink().createDriver() })
  const running = startJobs(context, allJobs, { holder: 'here' })
  const monitor = createMonitor({ context, name: 'here', holder: 'here', logFolder: undefined })
  runner.start({ name: 'heartbeat', everyMs: 15_000, work: monitor.beat })
  runner.start({ name: 'server-watch', everyMs: 5000, work: monitor.watch })
  return { jobs, stop: () => Promise.all([engine.stop(), running.stop()]) }
}

test('a server at rest sends its database at most seven statements a second', async () => {
  const { jobs, stop } = await startAll()
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  const perMinute: [name: string, statements: number][] = []
  for (const { name, everyMs, idleMs = everyMs, work } of jobs) {
    // What a job asks once, such as what it remembers from then on, is left out.
    for (let run = 0; run < 3 && (await work()) === true; run++);
    sent.mockClear()
    const answer = await work()
    perMinute.push([name, Math.round((sent.mock.calls.length * 60_000) / (answer === idle ? idleMs : everyMs))])
  }
  sent.mockRestore()
  await stop()
  const asked = perMinute.filter(([, statements]) => statements > 0).toSorted(([, one], [, other]) => other - one)
  expect(jobs.length).toBeGreaterThan(allJobs.length)
  const sum = asked.reduce((total, [, statements]) => total + statements, 0)
  expect(sum, asked.map((one) => one.join(' ')).join(', ')).toBeLessThan(420)
})
