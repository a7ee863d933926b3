/** Each screen names the areas of words it says (routes.tsx): all of them, or keys would stand on it, and no more, or it would load them in vain. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { applicationAreas, signInAreas } from './i18n/i18n.ts'

/** Tests run from the root of the project. */
const folder = join(process.cwd(), 'console/src')
const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const areas = readdirSync(join(folder, 'i18n/en')).map((file) => file.replace('.json', ''))
const english = Object.fromEntries(areas.map((area) => [area, JSON.parse(read(`i18n/en/${area}.json`)) as object]))

/** Words stand under this key; of a key put together in the code, under its fixed beginning. */
function isKey(key: string): boolean {
  let place: unknown = english
  for (const step of key.split('.')) {
    if (typeof place !== 'object' || place === null) return false
    place = Object.entries(place).find(([name]) => name === step || name.startsWith(`${step}_`))?.[1]
  }
  return place !== undefined
}

interface Source {
  /** At once, and when they are needed. */
  imports: string[]
  later: string[]
  keys: Set<string>
}
const known = new Map<string, Source>()

/** What a module imports, at once or later, and the areas of the words written in it. */
function sourceOf(path: string): Source {
  const found = known.get(path)
  if (found !== undefined) return found
  const text = read(path)
  const targets = (form: RegExp) =>
    [...text.matchAll(form)].map(([, target]) => normalize(join(dirname(path), target ?? ''))).filter((target) => /\.tsx?$/.test(target))
  const imports = targets(/^(?:import|export) (?!type\b)[^'"]*?from '(\.[^']+)'/gm)
  const source: Source = { imports, later: targets(/import\('(\.[^']+)'\)/g), keys: new Set() }
  known.set(path, source)
  for (const [, key = '', rest = ''] of text.matchAll(/['`](\w+(?:\.\w+)*)(\.\w*(?:'|`|\$\{))/g)) {
    const whole = rest.endsWith('{') ? key : key + rest.slice(0, -1)
    if (isKey(whole)) source.keys.add(whole.replace(/\..*/, ''))
  }
  // A list says the words of the area it is named for.
  if (/tableSpec\(|storeOverview\(/.test(text))
    for (const [, area = ''] of text.matchAll(/\bname: '(\w+)'/g)) if (areas.includes(area)) source.keys.add(area)
  return source
}

function saidBy(screen: string, { later = true } = {}): string[] {
  const seen = new Set([screen])
  for (const path of seen) {
    const source = sourceOf(path)
    for (const next of [...source.imports, ...(later ? source.later : [])]) seen.add(next)
  }
  const always = new Set([...signInAreas, ...applicationAreas])
  return [...new Set([...seen].flatMap((path) => [...sourceOf(path).keys]))].filter((area) => !always.has(area)).toSorted()
}

const pages = [...read('routes.tsx').matchAll(/page\(\s*'([^']+)',\s*\(\) => import\('\.\/([^']+)'\),\s*'\w+'(?:,\s*'([^']*)')?,?\s*\)/g)]

test('every page of the route table is looked at', () => {
  expect(pages.length).toBe([...read('routes.tsx').matchAll(/^ {2}page\(/gm)].length)
  expect(pages.length).toBeGreaterThan(20)
})

test.each(pages.map(([, path = '', screen = '', declared = '']) => ({ path, screen, declared })))(
  '$path declares the areas of words it says',
  ({ screen, declared }) => {
    expect(declared.split(' ').filter(Boolean).toSorted()).toEqual(saidBy(screen))
  },
)

test('what stands around every page says words that the application always has; what opens there brings its own', () => {
  expect(saidBy('shell/Shell.tsx', { later: false })).toEqual([])
})
