/** The report of a run, as it is committed. */
import { arch, cpus, platform, totalmem } from 'node:os'
import type { Tally } from './tally.ts'

export interface Run {
  rounds: number
  planned: number
  seed: number
  stores: number
  tags: number
  gateways: number
  begin: Date
  versions: Record<string, string>
}

const seconds = (value: number) => `${value.toFixed(1)} s`
const table = (head: string[], rows: (string | number)[][]) =>
  [`| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`, ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n')

export function writeReport(tally: Tally, run: Run): string {
  const minutes = (Date.now() - run.begin.getTime()) / 60_000
  const { violations, notes, files, repeats, kills, settles } = tally
  const killed = [...kills.values()].reduce((sum, one) => sum + one.count, 0)
  const whole = run.rounds === run.planned && tally.checks > 0
  const verdict =
    violations.length > 0 ? `NOT KEPT: ${violations.length} violations.` : whole ? 'KEPT: no violation.' : 'NOT KEPT: the run was cut off.'
  return `# Two servers, ${run.rounds} kills

\`node tools/trials/chaos/chaos.ts --rounds ${run.planned} --seed ${run.seed} --stores ${run.stores}\`, written by the script ([what it does](../../../docs/testing.md#chaos)).

**${verdict}**

${table(
  ['', ''],
  [
    ['Begun', run.begin.toISOString().slice(0, 16).replace('T', ' ')],
    ['Took', `${minutes.toFixed(1)} minutes`],
    [
      'Machine',
      `${platform()} ${arch()}, ${cpus().length} cores (${cpus()[0]?.model.trim() ?? ''}), ${Math.round(totalmem() / 2 ** 30)} GB`,
    ],
    ...Object.entries(run.versions),
    ['Stores, gateways, tags', `${run.stores}, ${run.gateways}, ${run.tags}`],
    ['Rounds', `${run.rounds} of ${run.planned}, ${killed} kills`],
    ['Prices accepted', [...files.values()].reduce((sum, one) => sum + one.prices, 0)],
    ['Checks of everything', `${tally.checks}, ${tally.checkedLabels} labels compared`],
    ['Longest until nothing was open', seconds(Math.max(0, ...settles))],
    ['Labels that failed under the faults and were sent again', tally.failedLabels],
  ],
)}

## Kills

From the kill to the first right answer through the balancer with the victim back.

${table(
  ['killed', 'times', 'mean', 'longest'],
  byName(kills).map(([victim, one]) => [victim, one.count, seconds(one.sum / one.count), seconds(one.longest)]),
)}

## Files

${table(
  ['way', 'accepted', 'prices', 'longest until accepted'],
  byName(files).map(([way, one]) => [way, one.accepted, one.prices, seconds(one.longest)]),
)}

${repeats.size === 0 ? 'None had to be sent again.' : table(['sent again', 'times'], byName(repeats))}

## Violations

${violations.length === 0 ? 'None.' : violations.map(({ round, text, words }) => [`- Round ${round}: ${text}`, ...words.map((line) => `      ${line}`)].join('\n')).join('\n')}
${notes.length === 0 ? '' : `\n## Notes\n\n${notes.map(({ round, text }) => `- Round ${round}: ${text}`).join('\n')}\n`}`
}

const byName = <V>(counted: ReadonlyMap<string, V>): [string, V][] => [...counted].toSorted(([one], [other]) => one.localeCompare(other))
