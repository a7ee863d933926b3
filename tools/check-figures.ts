/**
 * Figures of the code that may only get better: casts, `any`, long functions, long files, routes read without types; in tests waits
 * that are shorter than a busy machine may take. Each has the limit that holds today (`limits`) and a goal (docs/architecture.md). A figure above its limit fails; one below it asks for the limit to be lowered. The script of the player has a budget beside them (player-budget.ts). Run by `npm run check`; `npm run figures -- --list` names the places.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'vite'
import { patienceMs } from './patience.ts'
import { overBudget, playerBytes, playerMaxBytes } from './player-budget.ts'
import { isNode, type Node } from './syntax-node.ts'

/** Lines from which on a function or a file is counted as long. */
const longFunction = 100
const longestFunction = 150
const longFile = 300

export const figureNames = ['casts', 'any', 'functionsOver100', 'functionsOver150', 'filesOver300', 'untypedRoutes', 'shortWaits'] as const
export type FigureName = (typeof figureNames)[number]
/** What holds today. A limit is only lowered. */
export const limits: Record<FigureName, number> = {
  casts: 57,
  any: 2,
  functionsOver100: 6,
  functionsOver150: 0,
  filesOver300: 0,
  untypedRoutes: 4,
  shortWaits: 0,
}

export interface Place {
  figure: FigureName
  /** `console/src/a.ts:12` */
  at: string
}

const isTest = (file: string) => /\.(test|e2e|link)\.tsx?$/.test(file) || /^e2e\/|\/testing\//.test(file)

/** Everything that counts in one file; of a test, its waits alone. `as const` is no cast; a function is measured from its first line to its last. */
export function placesIn(file: string, source: string): Place[] {
  const places: Place[] = []
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const lineOf = (offset: number) => starts.findLastIndex((start) => start <= offset) + 1
  const note = (figure: FigureName, offset: number) => void places.push({ figure, at: `${file}:${lineOf(offset)}` })
  const ofTest = isTest(file)
  if (!ofTest && starts.length - 1 > longFile) note('filesOver300', 0)
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!isNode(node)) return
    const { type, start, end } = node
    for (const value of Object.values(node)) visit(value)
    if (ofTest) {
      if (isShortWait(node)) note('shortWaits', start)
      return
    }
    if (type === 'TSAsExpression' && !isConst(node.typeAnnotation)) note('casts', start)
    if (type === 'TSAnyKeyword') note('any', start)
    if (type === 'Property' && /^strict: false$/.test(source.slice(start, end))) note('untypedRoutes', start)
    if (functionTypes.has(type) && isNode(node.body)) {
      const lines = lineOf(end - 1) - lineOf(start) + 1
      if (lines > longFunction) note('functionsOver100', start)
      if (lines > longestFunction) note('functionsOver150', start)
    }
  }
  visit(parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).program)
  return places
}
const functionTypes: ReadonlySet<string> = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** Of options of tests and waits. */
const timeNames: ReadonlySet<string> = new Set(['timeout', 'testTimeout', 'hookTimeout'])
const isShort = (time: unknown) => isNode(time) && typeof time.value === 'number' && time.value < patienceMs
/** `timeout: 5000`, `testTimeout: 5000`; `vi.waitFor(…, 5000)` and its like, also without a time of their own, which is a second. */
function isShortWait({ type, key, value, callee, arguments: given }: Node): boolean {
  if (type === 'Property') return isNode(key) && typeof key.name === 'string' && timeNames.has(key.name) && isShort(value)
  if (type !== 'CallExpression' || !isNode(callee) || !isNode(callee.object) || !isNode(callee.property)) return false
  const waits = callee.property.name === 'waitFor' || callee.property.name === 'waitUntil'
  return callee.object.name === 'vi' && waits && Array.isArray(given) && (given.length < 2 || isShort(given[1]))
}

const isConst = (type: unknown) =>
  isNode(type) && type.type === 'TSTypeReference' && isNode(type.typeName) && type.typeName.name === 'const'

/** What is wrong with these counts beside their limits. */
export function compare(counts: Record<FigureName, number>, allowed: Record<FigureName, number> = limits): string[] {
  return figureNames.flatMap((name) => {
    const [count, limit] = [counts[name], allowed[name]]
    if (count > limit) return [`${name}: ${count}; ${limit} are the most`]
    return count < limit ? [`${name}: ${count}; lower its limit in tools/check-figures.ts, which is ${limit}`] : []
  })
}

export function countOf(places: readonly Place[]): Record<FigureName, number> {
  const counts = { casts: 0, any: 0, functionsOver100: 0, functionsOver150: 0, filesOver300: 0, untypedRoutes: 0, shortWaits: 0 }
  for (const { figure } of places) counts[figure]++
  return counts
}

/** All sources that Git knows, without journeys, which have a patience of their own; the lines are those of sources without tests. */
export function measure(): { places: Place[]; lines: number } {
  const { stdout } = spawnSync('git', ['ls-files', '*.ts', '*.tsx'], { encoding: 'utf8' })
  const files = stdout.split('\n').filter((file) => file !== '' && !file.startsWith('e2e/') && existsSync(file))
  const sources = files.map((file) => [file, readFileSync(file, 'utf8')] as const)
  return {
    places: sources.flatMap(([file, source]) => placesIn(file, source)),
    lines: sources.filter(([file]) => !isTest(file)).reduce((sum, [, source]) => sum + source.split('\n').length - 1, 0),
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { places, lines } = measure()
  if (process.argv.includes('--list')) for (const { figure, at } of places) console.log(`${figure} ${at}`)
  const counts = countOf(places)
  const perThousand = ((counts.casts / lines) * 1000).toFixed(2)
  console.log(`${lines} lines of source, ${perThousand} casts in 1,000; ${figureNames.map((name) => `${name} ${counts[name]}`).join(', ')}`)
  const bytes = await playerBytes()
  console.log(`${bytes} bytes of the player's script compressed, of ${playerMaxBytes}`)
  const problems = [...compare(counts), ...overBudget(bytes)]
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
