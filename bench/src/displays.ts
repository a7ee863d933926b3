/**
 * A thousand displays on one server: their heartbeats, and then all of them load a new film at once, beside what a plain file server of Node
 * does in the same run with the same displays. The displays run in this process, on the same machine.
 */
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chunkBytes } from '@endcap/contract/player'
import { createDisplay, type Display } from '@endcap/fleet/display'
import { loadPiece } from '@endcap/fleet/load-piece'
import pg from 'pg'
import type { Comparison, List } from './compare-lists.ts'
import { ask, messageOf, numberOf, numbersOf } from './child.ts'
import { percentile, type Figure } from './report.ts'
import type { BenchSystem } from './system.ts'
import { until } from './until.ts'

const storeCode = 'SIGNAGE'
const count = Number(process.env.BENCH_DISPLAYS ?? 1000)
const filmBytes = 20_000_000
/** Heartbeats are measured for so long: each display reports twice. */
const beatsMs = 60_000
const sampleMs = 100

/** The smallest film there is: one picture, in the container that displays play. */
const smallFilm = Buffer.from(
  'AAAAHGZ0eXBpc29tAAACAGlzb21hdmMxbXA0MQAAAodtb292AAAAbG12aGQAAAAA5yf6lecn+pUAAOEAAADhAAABAAABAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAACE3RyYWsAAABcdGtoZAAAAAPnJ/qV5yf6lQAAAAEAAAAAAADhAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAEAAAAAHgAAAAJ4AAAAAAa9tZGlhAAAAIG1kaGQAAAAA5yf6lecn+pUAAOEAAADhAFXEAAAAAAA3aGRscgAAAABtaGxydmlkZQAAAAAAAAAAAAAAAE1lZGlhYnVubnlWaWRlb0hhbmRsZXIAAAABUG1pbmYAAAAUdm1oZAAAAAEAAAAAAAAAAAAAACRkaW5mAAAAHGRyZWYAAAAAAAAAAQAAAAx1cmwgAAAAAQAAARBzdGJsAAAAqHN0c2QAAAAAAAAAAQAAAJhhdmMxAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAB4AAngBIAAAASAAAAAAAAAABEk1lZGlhYnVubnkgdjEuNjEuMAAAAAAAAAAAAAAAAAAAGP//AAAAG2F2Y0MBZAAf/+EABGdkAB8BAARo7jyAAAAAE2NvbHJuY2x4AAEAAQABAAAAABRidHJ0AAAAAAAAAIAAAACAAAAAGHN0dHMAAAAAAAAAAQAAAAEAAOEAAAAAHHN0c2MAAAAAAAAAAQAAAAEAAAABAAAAAQAAABhzdHN6AAAAAAAAAAAAAAABAAAAEAAAABRzdGNvAAAAAAAAAAEAAAKrAAAAGG1kYXQBAQEBAQEBAQEBAQEBAQEB',
  'base64',
)
/** The same with a box behind it that players pass over. */
function film(): Buffer {
  const rest = Buffer.alloc(filmBytes - smallFilm.length, 7)
  rest.writeUInt32BE(rest.length, 0)
  rest.write('free', 4, 'latin1')
  return Buffer.concat([smallFilm, rest])
}
const macOf = (n: number) => `02ecd7${n.toString(16).padStart(6, '0')}`.replaceAll(/(..)(?=.)/g, '$1:')

const caps = { host: false, reboot: false, brightness: false, screenshot: false, offlineStart: true }
const tokenOf = (n: number) => `token-of-display-${n}`
/** They were taken in one day or another: so many in a minute would be refused. */
async function takeIn(databaseUrl: string): Promise<void> {
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const all = Array.from({ length: count }, (_, n) => n)
  const hashes = all.map((n) => createHash('sha256').update(tokenOf(n)).digest('hex'))
  await database.query(
    `insert into plus_devices (mac, store_code, model, screen_width, screen_height, status, token_hash, caps, recv_at, created_at, updated_at)
      select mac, $1, 'IP231A', 1920, 158, 'ONLINE', hash, $4, now(), now(), now() from unnest($2::text[], $3::text[]) as t (mac, hash)`,
    [storeCode, all.map(macOf), hashes, JSON.stringify(caps)],
  )
  await database.end()
}

export async function benchDisplays(
  system: BenchSystem,
  { databaseUrl, comparison }: { databaseUrl: string; comparison: Comparison },
): Promise<Figure[]> {
  const { client, url } = system
  await client.stores.create({ body: { storeCode, storeName: 'Signage' } })
  await takeIn(databaseUrl)
  let beats: number[] = []
  const answered = (path: string, ms: number) => {
    if (path === 'heartbeat') beats.push(ms)
  }
  const displays = Array.from({ length: count }, (_, n) => {
    const screen = { width: 1920, height: 158 }
    const who = { mac: macOf(n), claimSecret: `display-of-the-benchmark-${n}`, name: '', model: 'IP231A', storeCode, screen }
    return createDisplay(url, { ...who, token: tokenOf(n), loads: true, answered })
  })
  for (const display of displays) display.start()
  await until('all displays have their plan', () => displays.every((display) => display.rev() !== undefined))
  // Each has come to its own rhythm by then.
  await wait(20_000)
  const figures = [
    ...(await measureBeats(
      system,
      () => (beats = []),
      () => beats,
    )),
    ...(await measureLists(comparison)),
    ...(await measureSync(system, displays)),
  ]
  for (const display of displays) display.stop()
  return figures
}

async function measureBeats({ computed }: BenchSystem, begin: () => void, beats: () => number[]): Promise<Figure[]> {
  begin()
  const [cpu, started] = [computed(), performance.now()]
  await wait(beatsMs)
  const seconds = (performance.now() - started) / 1000
  const times = beats()
  const what = `${count} displays: heartbeats`
  return [
    { what: `${what} answered`, value: times.length / seconds, unit: '/s', budget: undefined },
    { what: `${what}, p50`, value: percentile(times, 0.5), unit: 'ms', budget: undefined },
    { what: `${what}, p95`, value: percentile(times, 0.95), unit: 'ms', budget: { maximum: 100 } },
    { what: `${what}, p99`, value: percentile(times, 0.99), unit: 'ms', budget: undefined },
    { what: `${what}, the server's part of one core`, value: ((computed() - cpu) / seconds) * 100, unit: '%', budget: { maximum: 50 } },
  ]
}

/** Lists of displays that all are heard meanwhile. */
async function measureLists({ figuresOf }: Comparison): Promise<Figure[]> {
  const body = { start: 0, length: 25 }
  const lists: List[] = [
    [`${count} displays: list of a store`, (client) => client.displays.search({ params: { storeCode }, body })],
    [`${count} displays: list of master devices`, (client) => client.displayMasters.search({ params: {}, body })],
  ]
  const figures: Figure[] = []
  for (const list of lists) figures.push(...(await figuresOf(list, { maximum: 250 })))
  return figures
}

async function measureSync({ client, url, memory, computed }: BenchSystem, displays: readonly Display[]): Promise<Figure[]> {
  const params = { storeCode }
  const content = film()
  const { _id } = await client.media.uploadVideo({
    params,
    query: {},
    body: {},
    file: { name: 'film.mp4', content: new Blob([new Uint8Array(content)]) },
  })
  const object = [{ type: 'video' as const, id: _id, left: 0, top: 0, width: 1920, height: 158, index: 0 }]
  const show = [{ duration: 30, bgColor: '#000000', object, schedule: [], empty: false }]
  const name = 'Film'
  await client.slideTemplates.save({ params: { storeCode, templateName: name }, body: { size: '23.1', show } })
  const [cpu, before] = [computed(), memory()]
  let peak = before
  const watching = setInterval(() => (peak = Math.max(peak, memory())), sampleMs)
  const person = fork(fileURLToPath(new URL('person.ts', import.meta.url)), [url], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await once(person, 'message')
  const started = performance.now()
  await client.displays.applyTemplate({ params, query: {}, body: { template: name, macList: displays.map(({ mac }) => mac) } })
  await until('all displays have the film', () => displays.every((display) => display.loaded() >= filmBytes))
  const seconds = (performance.now() - started) / 1000
  const used = computed() - cpu
  clearInterval(watching)
  const calls = numbersOf(await ask(person, 'over'))
  const plain = await plainServer(content, displays.length)
  const megabytes = (displays.length * filmBytes) / 1e6
  const what = `${count} displays load a new film of 20 MB at once`
  return [
    {
      what: `${what} (raw: a plain file server of Node)`,
      value: megabytes / seconds,
      unit: 'MB/s',
      raw: megabytes / plain.seconds,
      budget: { minTimesRaw: 0.5 },
    },
    { what: `${what}: computed for it (raw: the plain server)`, value: used, unit: 's', raw: plain.computed, budget: undefined },
    { what: `${what}: memory over what the server had before, at its peak`, value: peak - before, unit: 'MB', budget: { maximum: 300 } },
    { what: `${what}: list of stores meanwhile, p95`, value: percentile(calls, 0.95), unit: 'ms', budget: { maximum: 500 } },
  ]
}

/** What the machine can do: the same ranges of the same file, from a process that does nothing else. */
async function plainServer(content: Buffer, loads: number): Promise<{ seconds: number; computed: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-plain-'))
  const path = join(folder, 'film.mp4')
  writeFileSync(path, content)
  const child = fork(fileURLToPath(new URL('plain-server.ts', import.meta.url)), [path], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const port = numberOf(await messageOf(child))
  const started = performance.now()
  await Promise.all(
    Array.from({ length: loads }, async () => {
      for (let start = 0; start < content.length; start += chunkBytes)
        await loadPiece(`http://127.0.0.1:${port}/`, { token: '', start, end: Math.min(content.length, start + chunkBytes) - 1 })
    }),
  )
  const seconds = (performance.now() - started) / 1000
  const computed = numberOf(await ask(child, 'over'))
  child.disconnect()
  await once(child, 'exit')
  rmSync(folder, { recursive: true })
  return { seconds, computed }
}
