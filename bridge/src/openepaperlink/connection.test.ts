/** The state machine of a connection: `lost`, `connecting`, `up`, `closed`. */
import { expect, test } from 'vitest'
import { createManualClock } from '../clock.ts'
import { createConnection } from './connection.ts'
import { CallError } from './http.ts'
import { createSession } from './session.ts'

function start() {
  const clock = createManualClock()
  const log: string[] = []
  const session = createSession({
    address: '192.168.1.50',
    clock,
    events: {
      heard: () => undefined,
      ended: () => undefined,
      doubt: () => undefined,
      state: (name, problem) => void log.push(problem === undefined ? name : `${name}: ${problem}`),
      note: (text) => void log.push(`note: ${text}`),
    },
  })
  const began = clock.now()
  /** The tries that are under way, each with how it ends. */
  const tries: { resolve: () => void; reject: (error: unknown) => void }[] = []
  const connection = createConnection(session, {
    enter() {
      log.push(`${(clock.now() - began) / 1000} s`)
      return new Promise((resolve, reject) => tries.push({ resolve, reject }))
    },
    entered: () => void log.push('entered'),
    left: () => void log.push('left'),
  })
  return { clock, log, session, connection, tries }
}
const offline = () => new CallError('It does not answer', 'offline')

test('it comes up; one call that fails offline loses it, and it is tried again', async () => {
  const { clock, log, session, connection, tries } = start()
  expect(session.phase).toBe('lost')
  void connection.connect()
  expect([session.phase, connection.busy()]).toEqual(['connecting', true])
  tries.pop()?.resolve()
  await clock.advance(0)
  expect([session.phase, connection.busy()]).toEqual(['up', false])
  connection.failed(new CallError('It says no', 'refused'))
  connection.failed(new CallError('It says no', 'refused'))
  expect(session.phase).toBe('up')
  connection.failed(offline())
  expect(session.phase).toBe('lost')
  await clock.advance(1000)
  expect(session.phase).toBe('connecting')
  tries.pop()?.resolve()
  await clock.advance(0)
  expect(log).toEqual(['0 s', 'online', 'entered', 'note: It says no', 'offline: It does not answer', 'left', '1 s', 'online', 'entered'])
})
test('tries come less and less often, up to a minute apart, and soon again after it was up', async () => {
  const { clock, log, connection, tries } = start()
  void connection.connect()
  for (let time = 0; time < 8; time++) {
    tries.pop()?.reject(offline())
    await clock.advance(60_000)
  }
  expect(log.filter((line) => line.endsWith(' s'))).toEqual(['0 s', '1 s', '62 s', '124 s', '188 s', '256 s', '332 s', '420 s', '480 s'])
  tries.pop()?.resolve()
  await clock.advance(0)
  connection.lost(offline())
  log.length = 0
  await clock.advance(1000)
  expect(log).toEqual(['481 s'])
})
test('work that fails twice while the access point is up loses the connection only once', async () => {
  const { clock, log, session, connection, tries } = start()
  void connection.connect()
  tries.pop()?.resolve()
  await clock.advance(0)
  log.length = 0
  for (let time = 0; time < 2; time++) connection.work(() => Promise.reject(new CallError('It tells nonsense', 'nonsense')))
  await clock.advance(0)
  expect([session.phase, connection.busy(), log]).toEqual(['lost', false, ['degraded: It tells nonsense', 'left']])
})
test('a try that is under way decides by itself, also when the access point is restarted meanwhile; then it is asked again', async () => {
  const { clock, log, session, connection, tries } = start()
  void connection.connect()
  connection.lost(offline())
  expect(session.phase).toBe('connecting')
  tries.pop()?.resolve()
  await clock.advance(0)
  expect(session.phase).toBe('up')
  await clock.advance(1000)
  expect(log).toEqual(['0 s', 'offline: It does not answer', 'left', 'online', 'entered', '1 s'])
})
test('nothing leads out of closed, and nothing is told any more', async () => {
  const { clock, log, session, connection, tries } = start()
  void connection.connect()
  connection.close()
  log.length = 0
  tries.pop()?.resolve()
  await clock.advance(0)
  connection.lost(offline())
  connection.failed(offline())
  void connection.connect()
  session.note('A note')
  await clock.advance(120_000)
  expect([session.phase, log]).toEqual(['closed', []])
})
