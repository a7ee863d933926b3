/**
 * What `npm start` costs while nothing happens: memory and computing of all its processes together, without and with the trial chain, beside
 * a bare process of Node. Linux only.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Figure } from './report.ts'
import { startProject } from './start.ts'
import { freePort, processFigures } from './system.ts'

/** Long enough for what a start needed to have been let go. */
const settleMs = 90_000
/** Over which computing is counted: what looks once a minute has its turn. */
const countedMs = 60_000

/** The process and all that descend from it. */
function family(ancestor: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = parentOf(name)
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const found = [ancestor]
  for (const one of found) found.push(...(children.get(one) ?? []))
  return found
}
/** Undefined for a process that is gone by now. */
function parentOf(pid: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
  } catch {
    return undefined
  }
}

/** Megabytes of a process: `rss` counts pages that it shares with others in full, `pss` only its share of them. */
function memoryOf(pid: number): { rss: number; pss: number } {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const megabytes = (name: string) => Number(new RegExp(String.raw`^${name}:\s+(\d+) kB`, 'm').exec(text)?.[1] ?? 0) / 1024
  return { rss: megabytes('Rss'), pss: megabytes('Pss') }
}

interface Rest {
  rss: number
  pss: number
  /** Percent of one core. */
  computing: number
  processes: number
}
/** Of the process and its descendants, once they have settled. Those that end meanwhile are not counted. */
async function atRest(child: ChildProcess): Promise<Rest> {
  await wait(settleMs)
  const members = family(child.pid ?? 0).map((pid) => ({ pid, ...processFigures(pid) }))
  const before = members.map(({ computed }) => computed())
  await wait(countedMs)
  const rest = { rss: 0, pss: 0, computing: 0, processes: 0 }
  const left = new Set(family(child.pid ?? 0))
  for (const [index, { pid, computed }] of members.entries()) {
    if (!left.has(pid)) continue
    const { rss, pss } = memoryOf(pid)
    rest.rss += rss
    rest.pss += pss
    rest.computing += ((computed() - (before[index] ?? 0)) / (countedMs / 1000)) * 100
    rest.processes++
  }
  return rest
}

/** `npm start` with a data folder and ports of its own, ready to be used. */
async function startAll(options: readonly string[]) {
  const settings = ['PORT', 'PUSH_PORT', 'MQTT_PORT', 'LAYOUT_PORT', 'FLEET_PORT', 'PRINTER_PORT', 'FLEET_ACCESS_POINT_PORT', 'TRMNL_PORT']
  const ports: Record<string, string> = {}
  for (const name of settings) ports[`ENDCAP_${name}`] = String(await freePort())
  return await startProject('npm', ['start', '--', ...options], ports)
}

/** The least that any process of Node costs here. */
async function bareNode(): Promise<Rest> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e9)'], { stdio: 'ignore' })
  await once(child, 'spawn')
  const rest = await atRest(child)
  child.kill()
  await once(child, 'close')
  return rest
}

const figure = (what: string, value: number, unit: string, maximum?: number): Figure => ({
  what,
  value,
  unit,
  budget: maximum === undefined ? undefined : { maximum },
})
function figuresOf(what: string, rest: Rest, bare: Rest, budget: { memory: number; computing: number }): Figure[] {
  return [
    figure(`${what} at rest: resident memory of its ${rest.processes} processes`, rest.rss, 'MB'),
    figure(`${what} at rest: the same, pages that processes share counted once (PSS)`, rest.pss, 'MB', budget.memory),
    figure(`${what} at rest: resident memory beside a bare process of Node`, rest.rss / bare.rss, '×'),
    figure(`${what} at rest: part of one core`, rest.computing, '%', budget.computing),
  ]
}

async function measure(options: readonly string[]): Promise<Rest> {
  const all = await startAll(options)
  try {
    return await atRest(all.child)
  } finally {
    await all.stop()
  }
}

export async function benchRest(): Promise<Figure[]> {
  const bare = await bareNode()
  return [
    figure('a bare process of Node at rest: resident memory', bare.rss, 'MB'),
    figure('a bare process of Node at rest: part of one core', bare.computing, '%'),
    ...figuresOf('npm start -- --empty', await measure(['--empty']), bare, { memory: 450, computing: 3 }),
    ...figuresOf('npm start', await measure([]), bare, { memory: 900, computing: 10 }),
  ]
}
