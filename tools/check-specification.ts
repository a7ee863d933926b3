/**
 * Holds docs/specification/ against the project: every address and call of the specification exists and has a row, every row names a test, and what
 * it names — a file, a test — is there. Run by `npm run check`.
 */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { contract } from '../contract/src/index.ts'
import { literalOf } from './named-tests.ts'
import { calls, type SpecifiedCall } from './specification-calls.ts'
import { routes, type SpecifiedRoute } from './specification-routes.ts'

/** What the project has. */
export interface Built {
  routes: readonly string[]
  calls: readonly { method: string; path: string }[]
}
interface Row {
  /** `docs/specification/tags.md:12` */
  place: string
  rule: string
  where: string
  shownBy: string
}
export interface Report {
  problems: string[]
  /** What is still to be built, by domain. */
  planned: Map<string, string[]>
  rows: number
}

const folder = 'docs/specification'
/** `/tag/{storeCode}`, `/tag/:storeCode` and `/tag/$storeCode` are one. */
const shapeOf = (path: string): string => path.replaceAll(/\{[^}]*\}|[:$]\w+/g, '{}').replace(/\/$/, '')
const topFolders = ['contract', 'gateway-link', 'label', 'server', 'console', 'fleet', 'signage', 'player', 'e2e', 'bench', 'tools', 'docs']
/** A file in backticks: by its path, or by its name alone when only one file has it. Braces and stars stand for several. */
const filePattern = /`([\w./@{},*-]+\.(?:tsx?|mjs|sql|json|md|css)|[\w-]+(?:\/[\w./@{},*-]+)+)`/g

/** Every file of the project by its path. */
function listFiles(root: string): string[] {
  return topFolders.flatMap((top) =>
    existsSync(join(root, top))
      ? readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
          .filter((path) => !/(^|[/\\])(node_modules|dist)([/\\]|$)/.test(path))
          .map((path) => `${top}/${path.replaceAll('\\', '/')}`)
      : [],
  )
}
/** The files that a name in a row means. */
function filesOf(root: string, files: readonly string[], name: string): string[] {
  if (topFolders.some((top) => name.startsWith(`${top}/`))) return globSync(name.replace(/\/$/, ''), { cwd: root })
  return files.filter((path) => path.endsWith(`/${name}`))
}

/** The rows of every table below docs/specification, without heads. */
function readRows(root: string): Row[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) =>
      readFileSync(join(root, folder, name), 'utf8')
        .split('\n')
        .flatMap((line, index) => {
          // A bar that belongs to the text is written \|.
          const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
          if (!line.startsWith('|') || cells.length < 5) return []
          const [, rule = '', where = '', shownBy = ''] = cells
          if (/^:?-+:?$/.test(rule) || /^rule\b/i.test(rule)) return []
          return [{ place: `${folder}/${name}:${index + 1}`, rule, where, shownBy }]
        }),
    )
}

function checkFiles({ place, where, shownBy }: Row, find: (name: string) => string[]): string[] {
  const named = [...`${where} ${shownBy}`.matchAll(filePattern)].map(([, name = '']) => name)
  return [
    ...(named.length === 0 ? [`${place}: names no file`] : []),
    ...named.filter((name) => find(name).length === 0).map((name) => `${place}: there is no file ${name}`),
  ]
}

/** Titles stand behind their file, each in quotes; … stands for what is left out. */
const titlesIn = (text: string): string[] =>
  [...text.matchAll(/"([^"]+)"|“([^”]+)”/g)].map(([, straight, curly]) => straight ?? curly ?? '')

function checkTests(root: string, { place, shownBy }: Row, find: (name: string) => string[]): string[] {
  const [before = '', ...parts] = shownBy.split(filePattern)
  const problems = titlesIn(before).map((title) => `${place}: "${title}" stands behind no test file`)
  if (titlesIn(shownBy).length === 0) problems.push(`${place}: no test shows it`)
  // split() with a group answers name and text in turn.
  for (let index = 0; index < parts.length; index += 2) {
    const [name = '', text = ''] = parts.slice(index, index + 2)
    const sources = find(name).map((path) => readFileSync(join(root, path), 'utf8'))
    for (const title of titlesIn(text))
      if (sources.length > 0 && !sources.some((source) => literalOf(title).test(source)))
        problems.push(`${place}: ${name} has no test "${title}"`)
  }
  return problems
}

function checkSpecified<T extends SpecifiedRoute | SpecifiedCall>(
  specified: readonly T[],
  nameOf: (one: T) => string,
  isBuilt: (one: T) => boolean,
  hasRow: (one: T) => boolean,
  report: Report,
): void {
  for (const one of specified) {
    const name = nameOf(one)
    if (one.planned && isBuilt(one))
      report.problems.push(
        `${name} exists now: take its mark "planned" off in tools/specification-${'route' in one ? 'routes' : 'calls'}.ts`,
      )
    else if (one.planned) report.planned.set(one.domain, [...(report.planned.get(one.domain) ?? []), name])
    else if (!isBuilt(one)) report.problems.push(`${name} (${one.domain}) does not exist`)
    else if (!hasRow(one)) report.problems.push(`${name} has no row; it belongs into ${folder}/${one.domain}.md`)
  }
}

/** The parts listed in docs/specification.md are the files that there are. */
function checkParts(root: string): string[] {
  const head = join(root, `${folder}.md`)
  const text = existsSync(head) ? readFileSync(head, 'utf8') : ''
  const listed = new Set([...text.matchAll(/\]\(specification\/([\w-]+\.md)\)/g)].map(([, name = '']) => name))
  const present = existsSync(join(root, folder)) ? readdirSync(join(root, folder)).filter((name) => name.endsWith('.md')) : []
  return [
    ...present.filter((name) => !listed.has(name)).map((name) => `${folder}.md does not list ${folder}/${name}`),
    ...[...listed].filter((name) => !present.includes(name)).map((name) => `${folder}.md lists ${folder}/${name}, which is not there`),
  ]
}

/** Everything that does not hold, as a line each. */
export function checkSpecification(
  root: string,
  built: Built,
  specified: { routes: readonly SpecifiedRoute[]; calls: readonly SpecifiedCall[] },
): Report {
  const rows = readRows(root)
  const report: Report = { problems: [], planned: new Map(), rows: rows.length }
  const files = listFiles(root)
  const find = (name: string) => filesOf(root, files, name)
  const rowCalls = new Set<string>()
  const rowRoutes = new Set<string>()
  for (const row of rows) {
    report.problems.push(...checkFiles(row, find), ...checkTests(root, row, find))
    for (const [, method = '', path = ''] of row.rule.matchAll(/\b(GET|POST|PUT|DELETE)\b[\s`]+(\/[\w./{}:$-]+)/g))
      rowCalls.add(`${method} ${shapeOf(path)}`)
    for (const [, path = ''] of row.rule.matchAll(/`#?(\/[\w./{}:$-]+)(?:\?\w+)?`/g)) rowRoutes.add(shapeOf(path))
  }
  const builtRoutes = new Set(built.routes.map(shapeOf))
  const builtCalls = new Set(built.calls.map(({ method, path }) => `${method} ${shapeOf(path)}`))
  const callOf = ({ method, path }: SpecifiedCall) => `${method} ${shapeOf(path)}`
  checkSpecified(
    specified.routes,
    ({ route }) => `The address ${route}`,
    ({ route }) => builtRoutes.has(shapeOf(route)),
    ({ route }) => rowRoutes.has(shapeOf(route)),
    report,
  )
  checkSpecified(
    specified.calls,
    ({ method, path }) => `The call ${method} ${path}`,
    (one) => builtCalls.has(callOf(one)),
    (one) => rowCalls.has(callOf(one)),
    report,
  )
  report.problems.push(...checkParts(root))
  return report
}

/** What this project has: the contract's calls and the console's route table, with the two pages before sign-in. */
export function readBuilt(root: string): Built {
  const source = (path: string) => readFileSync(join(root, 'console/src', path), 'utf8')
  const pages = [...source('routes.tsx').matchAll(/\bpage\(\s*'([^']+)'/g)].map(([, path = '']) => path)
  const before = ['login', 'signup'].filter((name) => source('app/Entry.tsx').includes(`paths.${name}`)).map((name) => `/${name}`)
  const endpoints = Object.values(contract).flatMap((domain): { method: string; path: string }[] => Object.values(domain))
  return { routes: [...pages, ...before], calls: endpoints.map(({ method, path }) => ({ method, path })) }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { problems, planned, rows } = checkSpecification('.', readBuilt('.'), { routes, calls })
  for (const [domain, names] of planned) console.log(`planned, ${domain}: ${names.map((name) => name.replace(/^The \w+ /, '')).join(', ')}`)
  console.log(`${rows} rows`)
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
