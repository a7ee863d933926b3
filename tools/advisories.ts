/** Compares installed packages with advisories of known faults in the OSV format (https://ossf.github.io/osv-schema/). */
import semver from 'semver'
import { z } from 'zod'

const rangeEvent = z.object({ introduced: z.string().optional(), fixed: z.string().optional(), last_affected: z.string().optional() })
const affected = z.object({
  package: z.object({ ecosystem: z.string(), name: z.string() }).optional(),
  ranges: z.array(z.object({ type: z.string(), events: z.array(rangeEvent) })).optional(),
  versions: z.array(z.string()).optional(),
})
const advisory = z.object({
  id: z.string(),
  summary: z.string().optional(),
  withdrawn: z.string().optional(),
  affected: z.array(affected).optional(),
})
type Affected = z.infer<typeof affected>
type RangeEvent = z.infer<typeof rangeEvent>

/** OSV writes "from the beginning" as 0, which is no version. */
const versionOf = (event: RangeEvent) => {
  const text = event.introduced ?? event.fixed ?? event.last_affected ?? '0'
  return text === '0' ? '0.0.0-0' : text
}

/** By OSV's rule: events in order of their versions; each opens or ends what is affected. */
function holds(events: readonly RangeEvent[], version: string): boolean {
  const ordered = events.map((event) => ({ event, at: versionOf(event) })).toSorted((a, b) => semver.compare(a.at, b.at))
  let within = false
  for (const { event, at } of ordered) {
    if (event.introduced !== undefined && semver.gte(version, at)) within = true
    if (event.fixed !== undefined && semver.gte(version, at)) within = false
    if (event.last_affected !== undefined && semver.gt(version, at)) within = false
  }
  return within
}

const isAffected = ({ ranges = [], versions = [] }: Affected, version: string) =>
  versions.includes(version) || ranges.some(({ type, events }) => type === 'SEMVER' && holds(events, version))

/** A file of advisories, and what it holds. */
export interface AdvisoryFile {
  file: string
  text: string
}

/**
 * One line for each installed version that an advisory holds, and how many advisories for npm were read. Withdrawn ones count for nothing.
 * A file that is no advisory gets a line as well: what cannot be read must not pass as harmless.
 */
export function checkAdvisories(
  installed: readonly { name: string; version: string }[],
  files: Iterable<AdvisoryFile>,
): { problems: string[]; read: number } {
  const versions = new Map<string, Set<string>>()
  for (const { name, version } of installed) versions.set(name, (versions.get(name) ?? new Set()).add(version))
  const problems = new Set<string>()
  let read = 0
  for (const { file, text } of files) {
    try {
      const { id, summary = 'no summary', withdrawn, affected = [] } = advisory.parse(JSON.parse(text))
      const ofNpm = affected.filter((entry) => entry.package?.ecosystem === 'npm')
      if (ofNpm.length > 0) read++
      if (withdrawn !== undefined) continue
      for (const entry of ofNpm) {
        const name = entry.package?.name ?? ''
        for (const version of versions.get(name) ?? [])
          if (isAffected(entry, version)) problems.add(`${name} ${version}: ${id}: ${summary}`)
      }
    } catch (error) {
      problems.add(`${file}: is no advisory in the OSV format: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { problems: [...problems], read }
}
