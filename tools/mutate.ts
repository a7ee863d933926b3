/**
 * `npm run mutate [-- <part of a path> …] [--write] [--listed]`: breaks the files of rules in one place after the other and names what no test
 * noticed. What `tools/mutants-left.json` lists may be left; `--write` enters what is new there and strikes out what is noticed now; `--listed`
 * tries only what is listed, after tests for it were written. Nothing on the disk is broken: the tests are handed the file with its fault
 * (docs/testing.md).
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as z from 'zod'
import { apply, mutantsOf } from './mutants.ts'
import type { Order } from './mutation-runner.ts'
import { targets, type Target } from './mutation-targets.ts'

/** By file, the names of mutants that may be left, each with the reason. */
export type Left = Record<string, Record<string, string>>
const leftFile = new URL('mutants-left.json', import.meta.url)
const leftSchema = z.record(z.string(), z.record(z.string(), z.string().min(1)))
const outcomeSchema = z.object({ failed: z.array(z.array(z.string())), isRead: z.boolean() })
export const noTestYet = 'no test yet'

const listOfLeft = (): Left => leftSchema.parse(JSON.parse(readFileSync(leftFile, 'utf8')))

/** What a run over this file says: which mutants are left and not listed, and which are listed and not left. */
export function compareLeft(listed: Record<string, string>, left: readonly string[]): { fresh: string[]; gone: string[] } {
  return {
    fresh: left.filter((name) => !Object.hasOwn(listed, name)),
    gone: Object.keys(listed).filter((name) => !left.includes(name)),
  }
}

/** The list after a run over one file. */
export function entered(listed: Left, file: string, left: readonly string[]): Left {
  const { [file]: before = {}, ...others } = listed
  const now = Object.fromEntries(left.map((name) => [name, before[name] ?? noTestYet]))
  const all = left.length === 0 ? others : { ...others, [file]: now }
  return Object.fromEntries(Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

let runner: ChildProcess | undefined
/** With the processes of its tests, some of which may be in a loop without end. */
function endRunner(): void {
  if (runner?.pid !== undefined && runner.exitCode === null)
    try {
      process.kill(-runner.pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  runner = undefined
}

const closeMs = 20_000
/** At the end it closes what its tests opened, such as a database's server. */
async function closeRunner(): Promise<void> {
  if (runner === undefined || runner.exitCode !== null) return
  const timer = setTimeout(endRunner, closeMs)
  const ended = once(runner, 'exit')
  runner.disconnect()
  await ended
  clearTimeout(timer)
}

/** By mutant the tests that fail; undefined: they did not end in time. */
async function tried(order: Order, patienceMs: number) {
  runner ??= fork(fileURLToPath(new URL('mutation-runner.ts', import.meta.url)), { detached: true })
  const timer = setTimeout(endRunner, patienceMs)
  const settled = new AbortController()
  const answer = once(runner, 'message', settled).then(([outcome]) => outcomeSchema.parse(outcome))
  const late = once(runner, 'exit', settled).then(() => undefined)
  runner.send(order)
  const outcome = await Promise.race([answer, late])
  clearTimeout(timer)
  // What is not waited for any more is given up.
  for (const promise of [answer, late]) promise.catch(() => undefined)
  settled.abort()
  if (outcome === undefined) endRunner()
  return outcome
}

const firstRunMs = 300_000
const spareMs = 60_000
/** Mutants that are tried in one go: one that never ends costs all of them another try. */
const batch = 20

/** Whether the tests notice each of these sources of a file. */
async function noticed(target: Target, sources: readonly string[], patienceMs: number): Promise<boolean[]> {
  const { file, tests } = target
  const outcome = await tried({ file, tests, sources }, patienceMs)
  if (outcome !== undefined && outcome.failed.length === sources.length) return outcome.failed.map((failed) => failed.length > 0)
  if (sources.length === 1) return [true]
  const alone: boolean[] = []
  for (const source of sources) alone.push(...(await noticed(target, [source], patienceMs)))
  return alone
}

/** The names of those of these mutants of a file that no test noticed. */
async function leftOf(target: Target, isTried: (name: string) => boolean): Promise<string[]> {
  const { file, tests } = target
  const source = readFileSync(file, 'utf8')
  const began = performance.now()
  const whole = await tried({ file, tests, sources: [] }, firstRunMs)
  const patienceMs = 5 * (performance.now() - began) + spareMs
  const failed = whole?.failed.flat() ?? ['they do not end']
  if (failed.length > 0) throw new Error(`${file}: its tests fail as it is: ${failed.join('; ')}`)
  if (whole?.isRead !== true) throw new Error(`${file}: its tests do not read it`)
  const mutants = mutantsOf(file, source).filter(({ name }) => isTried(name))
  const left: string[] = []
  for (let at = 0; at < mutants.length; at += batch) {
    const some = mutants.slice(at, at + batch)
    const outcomes = await noticed(
      target,
      some.map((mutant) => apply(source, mutant)),
      patienceMs,
    )
    for (const mutant of some.filter((_, one) => outcomes[one] === false)) {
      left.push(mutant.name)
      console.log(`${file}:${mutant.line} ${mutant.name}`)
    }
  }
  console.log(`${file}: ${mutants.length} mutants, ${left.length} left, ${Math.round((performance.now() - began) / 1000)} s`)
  return left
}

async function main(): Promise<void> {
  const parts = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
  const mayWrite = process.argv.includes('--write')
  const onlyListed = process.argv.includes('--listed')
  const chosen = targets.filter(({ file, rules }) => parts.length === 0 || parts.some((part) => rules === part || file.includes(part)))
  if (chosen.length === 0) throw new Error(`No file of rules is called ${parts.join(', ')}; tools/mutation-targets.ts lists them.`)
  const problems: string[] = []
  for (const target of chosen) {
    const before = listOfLeft()[target.file] ?? {}
    const left = await leftOf(target, (name) => !onlyListed || Object.hasOwn(before, name))
    // Read anew: another run, or a person, may have written meanwhile.
    const listed = listOfLeft()
    if (mayWrite) writeFileSync(leftFile, `${JSON.stringify(entered(listed, target.file, left), undefined, 2)}\n`)
    else {
      const { fresh, gone } = compareLeft(listed[target.file] ?? {}, left)
      problems.push(...fresh.map((name) => `${target.file}: no test notices ${name}`))
      problems.push(...gone.map((name) => `${target.file}: noticed now, or gone; strike it out: ${name}`))
    }
  }
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.on('exit', endRunner)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
  try {
    await main()
  } finally {
    await closeRunner()
  }
}
