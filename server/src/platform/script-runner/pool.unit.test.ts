/** Whose run gets a sandbox, and when: by what is held and who waits, never by the time that anything takes. */
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { scriptCache } from '../../testing/script-cache.ts'
import { findImage } from './image.ts'
import { createPool, maxWaitingTrials, TooManyTrials, type ScriptPool } from './pool.ts'
import type { Lease, TrialRun } from './turns.ts'

const pools: ScriptPool[] = []
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.stop())))

/** A pool whose runs note the order in which they end. */
function start(size: number) {
  const pool = createPool({ files: () => findImage(scriptCache), size, log: pino({ level: 'silent' }) })
  pools.push(pool)
  const ended: string[] = []
  const run = (
    name: string,
    { scope = name, lease, trial, endless }: { scope?: string; lease?: Lease; trial?: TrialRun; endless?: true },
  ) => {
    const source = `def row(r, ctx): pass\n${endless === true ? 'while True: pass' : ''}`
    const load = JSON.stringify({ op: 'load', source, need: ['row'], ctx: {} })
    const job = { key: name, load, scope, steps: [], ms: 600_000, maxBytes: 192 * 2 ** 20, restoreAfter: true }
    return pool.run({ ...job, ...(lease !== undefined && { lease }), trial }).then(({ answers }) => {
      const result = answers.at(-1)?.error?.type ?? 'ok'
      ended.push(`${name} ${result}`)
      return result
    })
  }
  const stopped = (promise: Promise<unknown>) => void promise.catch(() => undefined)
  return { pool, ended, run, stopped }
}

test('endless trials of one account, of several stores, leave a sandbox to the trial of another, and one to production', async () => {
  const { run, stopped } = start(3)
  for (let n = 0; n <= maxWaitingTrials; n++) stopped(run(`endless ${n}`, { trial: { account: 'eve' }, endless: true }))
  expect(await run('harmless', { trial: { account: 'ann' } })).toBe('ok')
  // Another account's endless trial takes no last one.
  stopped(run('endless of another', { trial: { account: 'eva' }, endless: true }))
  expect(await run('in production', {})).toBe('ok')
})

test('several accounts of one store have one sandbox for their trials', async () => {
  const { run, stopped } = start(3)
  for (const account of ['a', 'b', 'c']) stopped(run(account, { scope: 'EVIL', trial: { account }, endless: true }))
  expect(await run('harmless', { trial: { account: 'ann' } })).toBe('ok')
})

test('endless runs of one store in production leave a sandbox to another store, though none waited when they began', async () => {
  const { run, stopped } = start(3)
  for (let n = 0; n < 5; n++) stopped(run(`endless ${n}`, { scope: 'EVIL', endless: true }))
  expect(await run('harmless', { scope: 'GOOD' })).toBe('ok')
})

test('a sandbox that a run holds between two of its jobs counts as held', async () => {
  const { pool, run, ended } = start(2)
  const lease: Lease = {}
  await run('first', { scope: 'A', lease })
  const second = run('second', { scope: 'A' })
  await run('other store', { scope: 'B' })
  expect(ended).toEqual(['first ok', 'other store ok'])
  pool.release(lease)
  expect(await second).toBe('ok')
})

test('an account has few trials waiting: one more is refused, and that of another is not', async () => {
  const { run, stopped } = start(3)
  const [eve, ann] = [{ account: 'eve' }, { account: 'ann' }]
  stopped(run('endless', { trial: eve, endless: true }))
  // Once a trial that came later has run, the endless one holds a sandbox.
  await run('harmless', { trial: ann })
  for (let n = 0; n < maxWaitingTrials; n++) stopped(run(`waiting ${n}`, { trial: eve }))
  await expect(run('one more', { trial: eve })).rejects.toThrow(TooManyTrials)
  expect(await run('another', { trial: ann })).toBe('ok')
})

test('production goes before trials that came first', async () => {
  const { run, ended } = start(1)
  const all = [run('trial', { trial: { account: 'ann' } }), run('a', {}), run('b', {})]
  await Promise.all(all)
  expect(ended).toEqual(['a ok', 'b ok', 'trial ok'])
})

test('a caller that leaves ends its trial, running or waiting', async () => {
  const { run } = start(1)
  const [running, waiting] = [new AbortController(), new AbortController()]
  const first = run('running', { trial: { account: 'eve', signal: running.signal }, endless: true })
  const second = run('waiting', { trial: { account: 'eve', signal: waiting.signal } })
  waiting.abort()
  expect(await second).toBe('Cancelled')
  running.abort()
  expect(await first).toBe('Cancelled')
  expect(await run('late', { trial: { account: 'eve', signal: running.signal } })).toBe('Cancelled')
  expect(await run('next', { trial: { account: 'eve' } })).toBe('ok')
})
