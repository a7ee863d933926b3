/**
 * Checks what is installed (the supply chain) from package-lock.json alone, offline: integrity hashes, sources, licences, install
 * scripts, deprecated packages. Run by `npm run dependencies` and `npm run check`.
 * `--advisories FOLDER` names every installed version that an advisory holds (JSON files of OSV, as osv.dev exports them for npm).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { keysOf } from '@endcap/contract/typed-object'
import * as z from 'zod'
import { checkAdvisories, type AdvisoryFile } from './advisories.ts'
import * as known from './dependency-exceptions.ts'

/** The parts of an entry of package-lock.json (version 3) that are read here. */
const oneOrMore = z.union([z.string(), z.array(z.string())])
const entry = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  license: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
  deprecated: z.string().optional(),
  os: oneOrMore.optional(),
  cpu: oneOrMore.optional(),
  libc: oneOrMore.optional(),
})
export interface Entry extends z.infer<typeof entry> {}
const lockFile = z.object({ packages: z.record(z.string(), entry) })
export interface Lock extends z.infer<typeof lockFile> {}
/** Reads package-lock.json in the folder that this runs in. */
export const readLock = (): Lock => lockFile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
export type Exceptions = typeof known

/** The name of the package at a place of the lock; `undefined` for the project and its workspaces. */
export function packageName(path: string, entry: Entry): string | undefined {
  const at = path.lastIndexOf('node_modules/')
  return at === -1 || entry.link ? undefined : (entry.name ?? path.slice(at + 'node_modules/'.length))
}

const fits = (own: string | string[] | undefined, expected: string) => own === undefined || own.includes(expected)
const isForLinuxX64 = ({ os, cpu, libc }: Entry) => fits(os, 'linux') && fits(cpu, 'x64') && fits(libc, 'glibc')

function checkSource(name: string, entry: Entry, list: Exceptions, used: Set<string>): string[] {
  const problems: string[] = []
  // Without an address npm takes the package from the registry that is configured.
  if (entry.resolved !== undefined && !/^https:\/\/[^/@]+\/\S+\.tgz$/.test(entry.resolved))
    problems.push(`comes from ${entry.resolved}, which is no package of a registry`)
  if (!/^\d+\.\d+\.\d+/.test(entry.version ?? '')) problems.push('has no exact version')
  if (entry.integrity === undefined) {
    const family = Object.keys(list.unhashed).find((start) => name.startsWith(start))
    if (family !== undefined && entry.optional && !isForLinuxX64(entry)) used.add(family)
    else problems.push('has no integrity hash')
  } else if (!/^sha(256|384|512)-/.test(entry.integrity))
    problems.push('has an integrity hash that is too weak; it needs SHA-256 or better')
  return problems
}

/** Whether an SPDX expression can be met: one side of OR is enough, AND needs both. */
export function isAllowed(expression: string, licences: Readonly<Record<string, string>>): boolean {
  const sides = (word: string, text: string) => text.split(new RegExp(`\\s+${word}\\s+`))
  const inner = /^(.*)\(([^()]*)\)(.*)$/s.exec(expression)
  if (inner) {
    const [, before = '', group = '', after = ''] = inner
    // Put in place of the group, so that what surrounds it is judged with its answer.
    const answer = isAllowed(group, licences) ? 'allowed' : 'refused'
    return isAllowed(`${before}${answer}${after}`, { ...licences, allowed: 'a group that is' })
  }
  return sides('OR', expression.trim()).some((side) => sides('AND', side).every((id) => Object.hasOwn(licences, id.trim())))
}

function checkLicence(name: string, entry: Entry, list: Exceptions, used: Set<string>): string[] {
  // What only development needs is not delivered.
  if (entry.dev) return []
  if (entry.license === undefined && Object.hasOwn(list.unnamedLicences, name)) used.add(name)
  const licence = entry.license ?? list.unnamedLicences[name]?.licence
  if (licence === undefined) return ['names no licence']
  return isAllowed(licence, list.licences) ? [] : [`is under ${licence}, which is not known to go with AGPL-3.0-or-later`]
}

/** One line for each package that breaks a rule, and for each exception that nothing needs. */
export function checkDependencies(lock: Lock, list: Exceptions = known): string[] {
  const problems: string[] = []
  const used = {
    unhashed: new Set<string>(),
    unnamedLicences: new Set<string>(),
    installScripts: new Set<string>(),
    deprecated: new Set<string>(),
  }
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = packageName(path, entry)
    if (entry.link && (/[:\\]|^\/|(^|\/)\.\.(\/|$)/.test(entry.resolved ?? ':') || lock.packages[entry.resolved ?? ''] === undefined))
      problems.push(`${path}: links to ${entry.resolved}, which is no workspace`)
    if (name === undefined) continue
    const found = [...checkSource(name, entry, list, used.unhashed), ...checkLicence(name, entry, list, used.unnamedLicences)]
    if (entry.hasInstallScript) {
      if (Object.hasOwn(list.installScripts, name)) used.installScripts.add(name)
      else found.push('runs a script while it is installed')
    }
    if (entry.deprecated !== undefined) {
      if (Object.hasOwn(list.deprecated, name)) used.deprecated.add(name)
      else found.push(`is deprecated: ${entry.deprecated}`)
    }
    problems.push(...found.map((problem) => `${path}: ${problem}`))
  }
  for (const kind of keysOf(used)) {
    for (const name of Object.keys(list[kind]))
      if (!used[kind].has(name)) problems.push(`tools/dependency-exceptions.ts: ${kind}: nothing needs '${name}' any more`)
  }
  return problems
}

/** Every installed package with its version, as advisories name them. */
export function installed(lock: Lock): { name: string; version: string }[] {
  return Object.entries(lock.packages).flatMap(([path, entry]) => {
    const name = packageName(path, entry)
    return name === undefined || entry.version === undefined ? [] : [{ name, version: entry.version }]
  })
}

/** Reads the advisories of a folder and of the folders in it, one at a time: an export has hundreds of thousands of files. */
function* readAdvisories(folder: string): Generator<AdvisoryFile> {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.json')) yield { file, text: readFileSync(join(folder, file), 'utf8') }
}

function main(): number {
  const { advisories } = parseArgs({ options: { advisories: { type: 'string' } } }).values
  const lock = readLock()
  const problems = checkDependencies(lock)
  if (advisories !== undefined) {
    const result = checkAdvisories(installed(lock), readAdvisories(advisories))
    problems.push(...result.problems)
    if (result.read === 0) problems.push(`${advisories}: no advisory for npm is in this folder`)
    else console.log(`${result.read} advisories for npm read`)
  }
  for (const problem of problems) console.log(problem)
  return problems.length > 0 ? 1 : 0
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = main()
