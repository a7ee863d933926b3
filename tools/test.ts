/**
 * `npm test`: types, lint, format, architecture, specification, unused code, then every tier of tests; the last line sums up.
 * `--check` leaves out brokers, PostgreSQL and browsers. `--require-all` makes a tier that cannot run a failure (used by CI).
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const quick = process.argv.includes('--check')
const requireAll = process.argv.includes('--require-all')
const env = { ...process.env, ...(requireAll && { ENDCAP_REQUIRE_ALL: '1' }) }
const run = (command: string, args: string[]) =>
  spawnSync(command, args, { stdio: 'inherit', env, shell: process.platform === 'win32' }).status === 0

const has = {
  postgres: existsSync('/usr/lib/postgresql'),
  mosquitto: ['/usr/sbin/mosquitto', '/usr/bin/mosquitto', '/usr/local/sbin/mosquitto'].some((path) => existsSync(path)),
  ippeve: ['/usr/sbin/ippeveprinter', '/usr/bin/dbus-daemon', '/usr/sbin/avahi-daemon'].every((path) => existsSync(path)),
  chromium:
    process.env.CHROMIUM !== undefined ||
    ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Google Chrome.app'].some((path) =>
      existsSync(path),
    ),
}
const checks: [string, string[]][] = [
  ['types', ['tsc', '-p', 'tsconfig.json']],
  ['types of the console', ['tsc', '-p', 'console']],
  ['types of the journeys', ['tsc', '-p', 'e2e']],
  ['types of the benchmarks', ['tsc', '-p', 'bench']],
  ['lint', ['oxlint', '--type-aware', '--quiet']],
  ['format', ['oxfmt', '--check', '.']],
  ['architecture', ['node', 'tools/check-architecture.ts']],
  ['specification', ['node', 'tools/check-specification.ts']],
  ['unused code', ['knip']],
]
let [passed, failed, skipped] = [0, 0, 0]
const notes: string[] = []
for (const [name, [command = '', ...args]] of checks) {
  console.log(`\n— ${name}`)
  if (run(command, args)) passed++
  else {
    failed++
    notes.push(`${name} failed`)
  }
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numFailedTestSuites: number
  success: boolean
}
function vitest(projects: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-report-'))
  const file = join(folder, 'report.json')
  console.log(`\n— tests: ${projects.join(', ')}`)
  const args = [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${file}`,
  ]
  const ok = run('vitest', args)
  if (existsSync(file)) {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    passed += report.numPassedTests
    // A file that cannot even start has no failed test of its own.
    failed += Math.max(report.numFailedTests, ok ? 0 : 1)
    skipped += report.numPendingTests
  } else failed++
  if (!ok) notes.push(`${projects.join(', ')} failed`)
  rmSync(folder, { recursive: true })
}
function tier(projects: string[], present: boolean, advice: string) {
  if (present || requireAll) vitest(projects)
  else notes.push(`skipped ${projects.join(', ')}: ${advice}`)
}

vitest(['unit', 'screen', 'domain'])
if (!has.ippeve) notes.push('skipped what needs CUPS’ printer (Debian: apt-get install cups-ipp-utils dbus avahi-daemon)')
if (!quick) {
  tier(['domain-postgres'], has.postgres, 'PostgreSQL is not installed (Debian: apt-get install postgresql)')
  vitest(['link'])
  if (!has.mosquitto) notes.push('skipped what needs Mosquitto (Debian: apt-get install mosquitto)')
  run('vite', ['build', 'console', '--logLevel', 'error'])
  vitest(['e2e'])
  if (!has.chromium)
    notes.push('skipped the browser journeys: no Chromium found (Debian: apt-get install chromium, or name one in CHROMIUM)')
}
console.log('')
for (const note of notes) console.log(note)
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed > 0 ? 1 : 0
