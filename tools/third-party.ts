/**
 * `npm run third-party`: writes THIRD-PARTY.md, the packages that are delivered with Endcap and their licences, from package-lock.json alone.
 * `--check` (part of `npm run check`) fails when the file is not what the lock says. Which licences fit: tools/check-dependencies.ts.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { packageName, readLock, type Lock } from './check-dependencies.ts'
import { unnamedLicences } from './dependency-exceptions.ts'

const head = `# Third-party software

Endcap is delivered with these packages. Each is under its own licence, whose text comes with the package
(\`node_modules/<name>\`).
What packages carry inside (Node.js, Python, PostgreSQL, libvips, Skia) stands in the list that \`npm run sbom\` writes.
This file is made by \`npm run third-party\`.

`

/** The text of THIRD-PARTY.md. Packages that only development needs are not delivered. */
export function thirdParty(lock: Lock): string {
  const versions = new Map<string, { licence: string; versions: Set<string> }>()
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = packageName(path, entry)
    if (name === undefined || entry.dev === true) continue
    const licence = entry.license ?? unnamedLicences[name]?.licence ?? 'unknown'
    const key = `${name}\n${licence}`
    const known = versions.get(key) ?? { licence, versions: new Set() }
    known.versions.add(entry.version ?? '')
    versions.set(key, known)
  }
  const rows = [...versions].map(([key, { licence, versions: all }]) => ({
    name: key.split('\n')[0] ?? '',
    licence,
    all: [...all].toSorted(),
  }))
  const byLicence = Map.groupBy(rows, ({ licence }) => licence)
  const parts = [...byLicence]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([licence, packages]) => {
      const lines = packages
        .toSorted((one, other) => (one.name < other.name ? -1 : 1))
        .map(({ name, all }) => `- ${name} ${all.join(', ')}`)
      return `## ${licence}\n\n${lines.join('\n')}\n`
    })
  return head + parts.join('\n')
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const expected = thirdParty(readLock())
  if (!process.argv.includes('--check')) writeFileSync('THIRD-PARTY.md', expected)
  else if (readFileSync('THIRD-PARTY.md', 'utf8') !== expected) {
    console.log('THIRD-PARTY.md is not what package-lock.json says: run npm run third-party')
    process.exitCode = 1
  }
}
