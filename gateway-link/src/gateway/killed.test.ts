/** A process that takes operations and is killed without a word, at a moment that the test does not choose. */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqliteState } from './sqlite-state.ts'

test.each([1, 40, 250])('SIGKILL after %i promises: each is kept, on either side of its end', async (promises) => {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-killed-'))
  const file = join(folder, 'gateway.db')
  const child = fork(new URL('./testing/endless-work.ts', import.meta.url), [file], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const reported = new Map<string, string>()
  await new Promise<void>((resolve, reject) => {
    child.on('message', ({ op, what }: { op: string; what: string }) => {
      reported.set(op, what)
      if (reported.size === promises) child.kill('SIGKILL')
    })
    child.on('exit', (_, signal) => (signal === 'SIGKILL' ? resolve() : reject(new Error('it ended by itself'))))
  })
  const state = openSqliteState(file)
  const waiting = new Map(state.allWaiting().map((one) => [one.operation.op, one]))
  for (const [op, what] of reported) {
    const done = state.result(op)
    // What was carried out is not carried out again; what was taken is carried out.
    if (what === 'shown') expect(done?.outcome).toBe('shown')
    else expect(done?.outcome ?? [...(waiting.get(op)?.files.values() ?? [])][0]?.length).toSatisfy((it) => it === 'shown' || it === 64)
    expect(done !== undefined && waiting.has(op)).toBe(false)
  }
  state.close()
  rmSync(folder, { recursive: true })
})
