import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { upMessages, type Operation, type OpResult, type UpMessage } from '../messages.ts'
import { createGateway, type Gateway } from './gateway.ts'
import { openSqliteState, type SqliteState } from './sqlite-state.ts'
import { createMemoryState, type GatewayState, type Waiting } from './state.ts'

const file = new Uint8Array([1, 2, 3])
const hash = createHash('sha256').update(file).digest('hex')
const tag = '5A3C9E0050000001'
const operation = (op: string, more: Partial<Operation> = {}): Operation => ({
  op,
  tag,
  kind: 'SHOW',
  hash: 'b'.repeat(64),
  images: [{ page: 0, hash, bytes: 3 }],
  ...more,
})

let folder: string
let time: number
let sent: { name: string; message: unknown }[]
let carried: string[]
let dropped: string[]
let arrives: (hash: string) => Promise<Uint8Array>
let gateway: Gateway
let states: SqliteState[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'endcap-gateway-'))
  time = 1_000_000
  states = []
  arrives = async () => file
})
afterEach(() => {
  for (const state of states) state.close()
  rmSync(folder, { recursive: true })
})
function build(state: GatewayState) {
  ;[sent, carried, dropped] = [[], [], []]
  gateway = createGateway({
    gwMac: '02EC5A010001',
    ip: '10.0.0.1:8080',
    state,
    now: () => time,
    uplink: {
      publish: (name, message) => {
        sent.push({ name, message: upMessages[name].parse(message) })
      },
    },
    fetchImage: (expected) => arrives(expected),
    status: () => ({ alternateIp: '', gmpVersion: '1', grmVersion: '1', tagCount: 0, memory: 1, disks: [], services: [] }),
    carry: ({ operation: { op }, files }: Waiting) => carried.push(`${op} ${[...files.values()].map((one) => one.length).join()}`),
    drop: (op) => dropped.push(op),
  })
  gateway.start()
  gateway.connected()
}
const onDisk = () => {
  const state = openSqliteState(join(folder, 'gateway.db'))
  states.push(state)
  return state
}
const give = async (...ops: Operation[]) => {
  gateway.receive('op', { ops, cancel: [] })
  await new Promise((resolve) => setImmediate(resolve))
}
const results = (): OpResult[] => {
  gateway.flush()
  return sent.flatMap(({ name, message }) => (name === 'op' ? (message as UpMessage<'op'>).results : []))
}
const outcomes = () => results().map((one) => `${one.op} ${one.outcome}`)
const acknowledge = () => {
  for (const { name, message } of Array.from(sent))
    if (name === 'op') gateway.receive('ack', { stream: 'op', session: gateway.session(), seq: (message as UpMessage<'op'>).seq })
}

describe.each([
  ['in memory', createMemoryState],
  ['on disk', onDisk],
])('a gateway whose state is %s', (_, open) => {
  beforeEach(() => build(open()))

  test('takes an operation with its bitmaps, carries it once, and answers it again when it is asked again', async () => {
    await give(operation('1'))
    expect([outcomes(), carried]).toEqual([['1 accepted'], ['1 3']])
    await give(operation('1'))
    expect(outcomes()).toEqual(['1 accepted', '1 accepted'])
    gateway.finish(operation('1'), 'shown', { updates: 1 })
    await give(operation('1'))
    expect(outcomes()).toEqual(['1 accepted', '1 accepted', '1 shown', '1 shown'])
    expect([carried, gateway.pending()]).toEqual([['1 3'], 0])
  })
  test('a newer operation replaces an older one of its lane; one of another lane stays', async () => {
    await give(operation('1'), operation('2', { kind: 'LED', images: [] }))
    await give(operation('3'))
    expect(gateway.waiting(tag, 'image')?.operation.op).toBe('3')
    expect(gateway.waiting(tag, 'led')?.operation.op).toBe('2')
    await give(operation('1'))
    expect(gateway.waiting(tag, 'image')?.operation.op).toBe('3')
    gateway.finish(operation('3'), 'shown')
    await give(operation('2', { hash: 'c'.repeat(64) }))
    expect(gateway.waiting(tag, 'image')).toBeUndefined()
  })
  test('lets go of what is cancelled, also while its bitmaps are coming, and takes it when it is asked once more', async () => {
    let come: (bytes: Uint8Array) => void = () => undefined
    arrives = () => new Promise((resolve) => (come = resolve))
    gateway.receive('op', { ops: [operation('1')], cancel: [] })
    gateway.receive('op', { ops: [], cancel: ['1', '7'] })
    come(file)
    await give()
    expect([outcomes(), carried]).toEqual([['1 cancelled', '7 cancelled'], []])
    arrives = async () => file
    await give(operation('1'))
    gateway.receive('op', { ops: [], cancel: ['1'] })
    expect([carried, dropped, gateway.pending()]).toEqual([['1 3'], ['1', '1'], 0])
  })
  test('a bitmap that is not what its hash says is refused, and asked for anew', async () => {
    arrives = async () => new Uint8Array([9])
    await give(operation('1'))
    expect(results()).toMatchObject([{ op: '1', outcome: 'failed', reason: 'image-unavailable' }])
    arrives = async () => file
    await give(operation('1'))
    expect(outcomes()).toEqual(['1 failed', '1 accepted'])
  })
  test('what could not be carried out waits no more, and may be asked for again', async () => {
    await give(operation('1'))
    gateway.fail(operation('1'), 'tag-silent', 'it was not heard')
    expect(gateway.pending()).toBe(0)
    await give(operation('1'))
    expect(outcomes()).toEqual(['1 accepted', '1 failed', '1 accepted'])
  })
  test('tells results until they are acknowledged, and sightings of an outage by their last word', async () => {
    await give(operation('1'))
    gateway.disconnected()
    gateway.finish(operation('1'), 'shown', { confirmed: false })
    for (const rssi of [-50, -60]) gateway.heard({ tag, type: 'B5', rssi, version: '1', checkin: 60, page: 0, resets: 0, shown: null })
    sent = []
    time += 3_600_000
    gateway.connected()
    expect(results()).toMatchObject([
      { op: '1', outcome: 'accepted' },
      { op: '1', outcome: 'shown', confirmed: false },
    ])
    expect(sent.flatMap(({ name, message }) => (name === 'seen' ? (message as UpMessage<'seen'>).tags : []))).toMatchObject([{ rssi: -60 }])
    acknowledge()
    time += 11_000
    sent = []
    expect(results()).toEqual([])
  })
  test('what is heard within a second of a message goes out together in the next one', () => {
    const heardIn = () => sent.flatMap(({ name, message }) => (name === 'seen' ? [(message as UpMessage<'seen'>).tags.length] : []))
    const hear = () => {
      gateway.heard({ tag, type: 'B5', rssi: -50, version: '1', checkin: 60, page: 0, resets: 0, shown: null })
      gateway.flush()
    }
    hear()
    for (let n = 0; n < 4; n++) {
      time += 200
      hear()
    }
    expect(heardIn()).toEqual([1])
    time += 200
    hear()
    expect(heardIn()).toEqual([1, 5])
    // A message that is full waits for nothing.
    for (let n = 0; n < 201; n++) hear()
    expect(heardIn()).toEqual([1, 5, 200])
  })
  test('settings stay over a restart', () => {
    gateway.receive('config', { version: 3, dataChannel: 20, checkin: 45 })
    gateway.start()
    expect(gateway.settings()).toMatchObject({ version: 3, dataChannel: 20, eventChannel: 26, checkin: 45 })
  })
})

test('a gateway in memory forgets what waits when its power goes', async () => {
  build(createMemoryState())
  await give(operation('1'))
  gateway.start()
  expect(gateway.pending()).toBe(0)
})

describe('a gateway whose state is on disk, killed', () => {
  test('goes on with what it took, and tells what it had not told', async () => {
    build(onDisk())
    await give(operation('1'), operation('2', { tag: '5A3C9E0050000002' }), operation('3', { tag: '5A3C9E0050000003' }))
    gateway.finish(operation('1'), 'shown')
    gateway.flush()
    acknowledge()
    gateway.finish(operation('2', { tag: '5A3C9E0050000002' }), 'shown')
    build(onDisk())
    expect(carried).toEqual(['3 3'])
    expect(outcomes()).toEqual(['2 shown'])
    await give(operation('1'))
    expect(outcomes()).toEqual(['2 shown', '1 shown'])
  })
  test('an older operation that comes after it is left, as before', async () => {
    build(onDisk())
    await give(operation('2'))
    gateway.finish(operation('2'), 'shown')
    build(onDisk())
    await give(operation('1', { hash: 'c'.repeat(64) }))
    expect(carried).toEqual([])
  })
  test('keeps no bitmap that nothing waits with, and no more results than it needs', async () => {
    const state = onDisk()
    build(state)
    await give(operation('1'), operation('2', { tag: '5A3C9E0050000002' }))
    const files = () => state.database.prepare('select count(*) as n from files').get()?.n
    expect(files()).toBe(1)
    gateway.finish(operation('1'), 'shown')
    expect(files()).toBe(1)
    gateway.fail(operation('2', { tag: '5A3C9E0050000002' }), 'tag-silent', '')
    expect(files()).toBe(0)
  })
})
