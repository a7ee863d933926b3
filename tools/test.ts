/**
 * `npm test`: types, lint, format, architecture, specification, docs, figures, dependencies, unused code, builds, then every tier of tests; the last
 * lines say how long each took and sum up.
 * `--check` leaves out brokers and browsers. `--require-all` makes a tier that cannot run a failure (used by CI).
 * `--alone <file> …` runs each test of these journeys by itself and names those that need another one (alone.ts).
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import * as z from 'zod'
import { chromiumPath } from '../e2e/chromium.ts'
import { notTried } from '../e2e/not-tried.ts'
import { openMemoryFolder } from './memory-folder.ts'
import { checkUnsteady, listedUnsteady } from './unsteady.ts'

// For what this process and all that it starts write.
process.env.TMPDIR = openMemoryFolder() ?? tmpdir()

/** More failed journeys than these are no accident. */
const maxReruns = 3
const quick = process.argv.includes('--check')
const requireAll = process.argv.includes('--require-all')
/** What domain tests send to PostgreSQL is noted there. */
const statements = mkdtempSync(join(tmpdir(), 'endcap-statements-'))
process.on('exit', () => rmSync(statements, { recursive: true, force: true }))
const env = {
  ...process.env,
  ENDCAP_STATEMENTS: statements,
  ...(requireAll && { ENDCAP_REQUIRE_ALL: '1' }),
  ...(quick && { ENDCAP_CHECK: '1' }),
}
const shell = process.platform === 'win32'
const run = (command: string, args: string[]) => spawnSync(command, args, { stdio: 'inherit', env, shell }).status === 0
const alone = process.argv.indexOf('--alone')
if (alone !== -1) process.exit(run('node', ['tools/alone.ts', ...process.argv.slice(alone + 1)]) ? 0 : 1)

const has = {
  postgres: existsSync('/usr/lib/postgresql'),
  mosquitto: ['/usr/sbin/mosquitto', '/usr/bin/mosquitto', '/usr/local/sbin/mosquitto'].some((path) => existsSync(path)),
  ippeve: ['/usr/sbin/ippeveprinter', '/usr/bin/dbus-daemon', '/usr/sbin/avahi-daemon'].every((path) => existsSync(path)),
  chromium: chromiumPath !== undefined,
}
const checks: [string, string[]][] = [
  ['types', ['tsc', '-p', 'tsconfig.json']],
  ['types of the console', ['tsc', '-p', 'console']],
  ['types of the player', ['tsc', '-p', 'player']],
  ['types of its service worker', ['tsc', '-p', 'player/src/worker']],
  ['types of its host program', ['tsc', '-p', 'player/host']],
  ['types of the journeys', ['tsc', '-p', 'e2e']],
  ['types of the benchmarks', ['tsc', '-p', 'bench']],
  ['lint', ['oxlint', '--type-aware', '--quiet', '--report-unused-disable-directives-severity=error']],
  ['format', ['oxfmt', '--check', '.']],
  ['architecture', ['node', 'tools/check-architecture.ts']],
  ['specification', ['node', 'tools/check-specification.ts']],
  ['docs', ['node', 'tools/check-docs.ts']],
  ['figures of the code', ['node', 'tools/check-figures.ts']],
  ['words of the code', ['node', 'tools/check-words.ts']],
  ['dependencies', ['node', 'tools/check-dependencies.ts']],
  ['third-party licences', ['node', 'tools/third-party.ts', '--check']],
  ['unused code', ['knip']],
  // For the journeys; here it fills the processor that the last check leaves free.
  ...(quick
    ? []
    : ['console', 'player'].map((pages): [string, string[]] => [`build of the ${pages}`, ['vite', 'build', pages, '--logLevel', 'error']])),
]
let [passed, failed, skipped] = [0, 0, 0]
const notes: string[] = []
/** Journeys that failed and passed when run again, as `<file> > <test>`. */
const unsteady: string[] = []
const began = performance.now()
const times: string[] = []
/** `6:05` */
function minutes(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
/** Notes down how long this took; told at the end. */
function timed<T>(name: string, work: () => T): T {
  const from = performance.now()
  const result = work()
  times.push(`${name} ${minutes(performance.now() - from)}`)
  return result
}
async function check(name: string, [command = '', ...args]: string[]): Promise<void> {
  const from = performance.now()
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env, shell })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code]: unknown[] = await once(child, 'close')
  times.push(`${name} ${minutes(performance.now() - from)}`)
  console.log(`\n— ${name}\n${output}`)
  if (code === 0) passed++
  else {
    failed++
    notes.push(`${name} failed`)
  }
}
/** Two at a time: most of them use one processor for the greater part. */
async function checkAll(): Promise<void> {
  const left = [...checks]
  const next = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await check(...one)
  }
  const from = performance.now()
  await Promise.all([next(), next()])
  times.push(`static checks together ${minutes(performance.now() - from)}`)
}
await checkAll()

const testReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      /** Milliseconds since 1970. */
      startTime: z.number(),
      endTime: z.number(),
      /** Why a file could not even be read. */
      message: z.string().optional(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() })),
    }),
  ),
})
type Report = z.infer<typeof testReport>
/** What failed, each with the first line of why: the last lines are what is read first, and of a long output all that is kept. */
function* failedTests(report: Report): Generator<{ file: string; name: string; why: string }> {
  for (const { name, status, message, assertionResults } of report.testResults) {
    if (status !== 'failed') continue
    const tests = assertionResults.filter((test) => test.status === 'failed')
    const file = relative(process.cwd(), name)
    if (tests.length === 0) yield { file, name: 'as a whole', why: firstLine(message) }
    for (const test of tests) yield { file, name: test.fullName, why: firstLine(test.failureMessages?.[0]) }
  }
}
const longFiles = 10
/** The files that took longest, as `<file> 2:05`, so that the next minute to save is found without a profile. */
function longestFiles({ testResults }: Report): string {
  const took = testResults.map(({ name, startTime, endTime }) => ({ file: relative(process.cwd(), name), ms: endTime - startTime }))
  const longest = took.toSorted((a, b) => b.ms - a.ms).slice(0, longFiles)
  return longest.map(({ file, ms }) => `${file} ${minutes(ms)}`).join(' · ')
}
const firstLine = (text = '') => text.split('\n', 1)[0] ?? ''
/** Runs a tier and returns the files that failed; `undefined` where it did not even begin. */
function runTier(projects: string[], files: string[]): { report?: Report; failures: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-report-'))
  const file = join(folder, 'report.json')
  const args = ['run', ...projects.flatMap((project) => ['--project', project]), ...files]
  const ok = run('vitest', [...args, '--reporter=default', '--reporter=json', `--outputFile=${file}`])
  const report = existsSync(file) ? testReport.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
  rmSync(folder, { recursive: true })
  const failures = (report?.testResults ?? []).filter((one) => one.status === 'failed').map((one) => relative(process.cwd(), one.name))
  return { ...(report && { report }), failures: ok ? [] : failures.length > 0 ? failures : projects }
}
/**
 * `again`: files that fail are run once more from a fresh start, and one that passes then is named as unsteady. It is for journeys
 * through a real browser, which now and then dies on a busy machine; a fault of ours fails twice.
 */
function vitest(projects: string[], { again = false } = {}) {
  console.log(`\n— tests: ${projects.join(', ')}`)
  const first = timed(projects.join(', '), () => runTier(projects, []))
  if (first.report !== undefined) console.log(`Longest files: ${longestFiles(first.report)}`)
  passed += first.report?.numPassedTests ?? 0
  skipped += first.report?.numPendingTests ?? 0
  // A file that cannot even start has no failed test of its own.
  let broken = Math.max(first.report?.numFailedTests ?? 0, first.failures.length)
  if (again && broken > 0 && first.report !== undefined && first.failures.length <= maxReruns) {
    console.log(`\n— once more: ${first.failures.join(', ')}`)
    const second = timed(`${projects.join(', ')} once more`, () => runTier(projects, first.failures))
    // One that was not tried, since another failed that it goes on from, is not unsteady by itself.
    for (const { file, name, why } of failedTests(first.report))
      if (!second.failures.includes(file) && !why.startsWith(`Error: ${notTried}`)) unsteady.push(`${file} > ${name}`)
    if (second.failures.length === 0) passed += broken
    broken = second.failures.length === 0 ? 0 : Math.max(second.report?.numFailedTests ?? 0, second.failures.length)
  }
  failed += broken
  if (broken > 0) notes.push(`${projects.join(', ')} failed`)
  if (first.report !== undefined) for (const { file, name, why } of failedTests(first.report)) notes.push(`  ${file} > ${name}: ${why}`)
}

// In one run: no processor waits for the last file of a tier.
vitest(['unit', 'screen', 'domain', ...(has.postgres || requireAll ? ['domain-postgres'] : []), ...(quick ? [] : ['link'])])
if (has.postgres) await check('statements on the embedded database', ['node', 'server/src/testing/check-statements.ts', statements])
else if (!requireAll) notes.push('skipped domain-postgres: PostgreSQL is not installed (Debian: apt-get install postgresql)')
if (!has.ippeve) notes.push('skipped what needs CUPS’ printer (Debian: apt-get install cups-ipp-utils dbus avahi-daemon)')
if (!quick) {
  if (!has.mosquitto) notes.push('skipped what needs Mosquitto (Debian: apt-get install mosquitto)')
  vitest(['e2e'], { again: true })
  if (!has.chromium)
    notes.push('skipped the browser journeys: no Chromium found (Debian: apt-get install chromium, or name one in CHROMIUM)')
}
const verdict = checkUnsteady(listedUnsteady(), unsteady)
notes.push(...verdict.notes)
if (verdict.tooMany) failed++
console.log(`\nTime: ${times.join(' · ')} · in all ${minutes(performance.now() - began)}`)
for (const note of notes) console.log(note)
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed > 0 ? 1 : 0
