/** Checks that every import follows the architecture (docs/architecture.md). Run by `npm run check`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Who may import whom among the workspaces. Whatever is not listed may not be imported by anyone. */
const allowed: Record<string, readonly string[]> = {
  contract: ['signage'],
  'gateway-link': [],
  label: [],
  signage: [],
  server: ['contract', 'label', 'gateway-link', 'signage'],
  console: ['contract', 'label', 'signage'],
  player: ['contract', 'signage'],
  bridge: ['contract', 'gateway-link', 'label'],
  fleet: ['bridge', 'contract', 'gateway-link', 'label', 'signage'],
  e2e: ['bridge', 'contract', 'fleet', 'label', 'signage'],
  bench: ['bridge', 'contract', 'e2e', 'fleet', 'label', 'gateway-link'],
}
/** The only files of `label` that touch the machine: typefaces, compression and the reader of bar codes. */
const labelWithMachine = new Set(['label/src/fonts.ts', 'label/src/bitmap.ts', 'label/src/scanner.ts'])
/** What browsers get of `label`: what layouts consist of and what is said of them, and nothing that draws. */
const labelForBrowsers = new Set(
  ['formats', 'layout', 'models', 'numbers', 'palettes', 'sentences', 'template'].map((name) => `@endcap/label/${name}`),
)
/**
 * The server from the ground up: the platform, and the wings above it, each of which knows only those below. What stands beside the wings puts
 * a process together and knows all of them.
 */
const wings = ['platform', 'settings', 'people', 'chain', 'delivery', 'catalogue', 'labels', 'paper', 'signage', 'overviews']
/**
 * What a wing offers to others beside the `<domain>.service.ts` of its domains and its `ports.ts`: its public modules. Whatever else is in a wing
 * is its own. An entry that no other wing uses is reported.
 */
export const publicModules: Record<string, readonly string[]> = {
  settings: ['gateway-part.ts', 'mail-settings.ts', 'main-page.ts', 'whole-chain.ts'],
  people: [
    'accounts/account-rows.ts',
    'alarms/gateway-alarms.ts',
    'alarms/unknown-store.ts',
    'notifications/store-clock.ts',
    'session/passwords.ts',
    'session/tokens.ts',
  ],
  chain: ['gateways/requests.ts', 'gateways/settings.ts'],
  delivery: ['tasks/confirmed-status.ts'],
  catalogue: [
    'aliases/layout-mark.ts',
    'file-imports/read-rows.ts',
    'file-imports/receive.ts',
    'products/layout-of-label.ts',
    'scripts/decorate-display.ts',
    'scripts/decorate.ts',
    'scripts/parsers.ts',
    'scripts/records.ts',
    'scripts/check-answers.ts',
  ],
}
/** Folders of the console that features share: they know no feature. */
const sharedParts = ['app', 'canvas', 'charts', 'data', 'draft', 'form', 'i18n', 'scan', 'table', 'testing', 'theme', 'ui']
/** What puts the console together, beside the files that are in no folder: it knows all features, and none of what is below knows it. */
const consoleTop = /^console\/src\/(?:[^/]+$|shell\/|app\/(?:Application|Entry)\.tsx$)/
/** How many things a feature of the console offers to others. */
const maxOffered = 5
const isTest = (file: string) => /\.(test|e2e|link)\.tsx?$/.test(file)

function sources(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/(^|\/)(node_modules|dist)\//.test(path))
    .map((path) => join(folder, path))
}

function checkPackage(workspace: string, file: string, specifier: string): string | undefined {
  const [, target] = /^@endcap\/([^/]+)/.exec(specifier) ?? []
  if (target !== undefined && !allowed[workspace]?.includes(target)) return `${workspace} may not import ${target}`
  if (workspace === 'console' && target === 'label' && !labelForBrowsers.has(specifier))
    return 'the console gets no more of label than what layouts consist of, what is said of them, and how numbers are read'
  if (workspace === 'label' && specifier.startsWith('node:') && !isTest(file) && !labelWithMachine.has(file))
    return 'label does no I/O outside of its three files for it'
  return undefined
}

/** `server/src/labels/tags/swap.ts` is of the wing `labels` and of the domain `tags`; a wing of one domain has the name of both. */
function placeOf(path: string): { wing: number; wingName: string; domain: string } | undefined {
  const [, , wingName = '', domain = '', file] = path.split('/')
  const wing = wings.indexOf(wingName)
  return wing === -1 ? undefined : { wing, wingName, domain: file === undefined ? wingName : domain }
}

function checkRelative(workspace: string, file: string, specifier: string): string | undefined {
  const target = normalize(join(dirname(file), specifier))
  if (!target.startsWith(`${workspace}/`)) return 'import another workspace by its package name'
  if (workspace === 'console') return isTest(file) ? undefined : checkParts(file, target)
  if (workspace !== 'server' || isTest(file) || file.startsWith('server/src/testing/')) return undefined
  // Such as package.json, for the version.
  if (!target.startsWith('server/src/')) return undefined
  return checkPlaces(file, target)
}

/** `console/src/tags/TagPeek.tsx` is of the feature `tags`. */
const featureOf = (path: string): string | undefined => {
  const [, , folder = ''] = path.split('/')
  return consoleTop.test(path) || sharedParts.includes(folder) ? undefined : folder
}

function checkParts(file: string, target: string): string | undefined {
  if (consoleTop.test(file) || !target.startsWith('console/src/')) return undefined
  if (consoleTop.test(target)) return 'nothing below may know what puts the console together'
  const [from, to] = [featureOf(file), featureOf(target)]
  if (to === undefined || from === to) return undefined
  if (from === undefined) return `what features share may not know ${to}`
  return target === `console/src/${to}/index.ts` ? undefined : `${from} reaches ${to} through its index.ts`
}

/** An index of a feature names what others may use, and does nothing else. */
function checkIndex(root: string, file: string): string | undefined {
  if (!/^console\/src\/[^/]+\/index\.ts$/.test(file)) return undefined
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
  const lists = /^export (?:type )?\{([^}]*)\} from '\.\/[^']+'$/gm
  if (text.replaceAll(lists, '').trim() !== '') return 'an index only names what others may use'
  const names = [...text.matchAll(lists)].flatMap(([, list = '']) => list.split(',')).filter((name) => name.trim() !== '')
  return names.length > maxOffered ? `an index names at most ${maxOffered} things, not ${names.length}` : undefined
}

function checkPlaces(file: string, target: string): string | undefined {
  const [from, to] = [placeOf(file), placeOf(target)]
  if (from === undefined) return undefined
  if (to === undefined) return `${from.wingName} may not know what puts the process together`
  if (to.wing > from.wing) return `${from.wingName} may not know ${to.wingName}, which is above it`
  if (from.domain === to.domain) return undefined
  if (to.domain === 'engine') return 'a domain never imports the engine: it writes rows and gives signals'
  if (to.wingName !== 'platform' && from.wingName !== 'platform' && /\.(queries|routes)\.ts$/.test(target))
    return `${from.domain} reaches ${to.domain} through ${to.domain}.service.ts`
  const offered = to.wingName === 'platform' || /(\.service|\/ports)\.ts$/.test(target) || publicModuleOf(target) !== undefined
  if (from.wing !== to.wing && !offered) return `${to.wingName} does not offer this to other wings (publicModules in check-architecture.ts)`
  return undefined
}

/** The entry of `publicModules` that a file is, such as `people/session/tokens.ts`. */
function publicModuleOf(target: string): string | undefined {
  const path = target.slice('server/src/'.length)
  const [wing = ''] = path.split('/', 1)
  return publicModules[wing]?.includes(path.slice(wing.length + 1)) === true ? path : undefined
}

function link(edges: Map<string, Set<string>>, from: string | undefined, to: string | undefined): void {
  if (from !== undefined && to !== undefined && from !== to) edges.set(from, (edges.get(from) ?? new Set()).add(to))
}

/** Folders that know each other in a ring, over any number of others: each ring once, with its folders in order. */
export function folderCycles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reach = (from: string) => {
    const found = new Set<string>()
    const next = [...(edges.get(from) ?? [])]
    for (let one = next.pop(); one !== undefined; one = next.pop()) {
      if (found.has(one)) continue
      found.add(one)
      next.push(...(edges.get(one) ?? []))
    }
    return found
  }
  const reached = new Map([...edges.keys()].map((folder) => [folder, reach(folder)]))
  const rings = new Map<string, string[]>()
  for (const [folder, found] of reached) {
    if (!found.has(folder)) continue
    const ring = [...found].filter((other) => reached.get(other)?.has(folder) === true).toSorted()
    rings.set(ring.join(), ring)
  }
  return [...rings.values()]
}

/**
 * Every signal has a listener: a job that it wakes (`wakesOn`), or a part of the process (`signals.on`). A signal without one is a change that
 * each reader finds only when it asks again.
 */
function checkSignals(root: string): string[] {
  const declared = join(root, 'server/src/platform/signals/signals.ts')
  if (!existsSync(declared)) return []
  const [, map = ''] = /interface SignalMap \{(.*?)\n\}/s.exec(readFileSync(declared, 'utf8')) ?? []
  const names = [...map.matchAll(/^ {2}'?([\w-]+)'?: /gm)].map(([, name = '']) => name)
  const heard = new Set<string>()
  for (const file of sources(root, 'server').filter((one) => !isTest(one))) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, name = ''] of text.matchAll(/signals\.on\('([\w-]+)'/g)) heard.add(name)
    for (const [, list = ''] of text.matchAll(/wakesOn: \[([^\]]*)\]/g))
      for (const [, name = ''] of list.matchAll(/'([\w-]+)'/g)) heard.add(name)
  }
  return names
    .filter((name) => !heard.has(name))
    .map((name) => `server/src/platform/signals/signals.ts: '${name}': nothing listens to this signal`)
}

/** One line for each import that breaks a rule, and for each signal without a listener. */
export function checkArchitecture(root: string): string[] {
  const problems: string[] = checkSignals(root)
  const edges = new Map<string, Set<string>>()
  const features = new Map<string, Set<string>>()
  const usedModules = new Set<string>()
  for (const workspace of Object.keys(allowed)) {
    for (const file of sources(root, workspace)) {
      const index = checkIndex(root, file)
      if (index !== undefined) problems.push(`${file}: ${index}`)
      for (const [, specifier = ''] of readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
        const problem = specifier.startsWith('.') ? checkRelative(workspace, file, specifier) : checkPackage(workspace, file, specifier)
        if (problem !== undefined) problems.push(`${file}: '${specifier}': ${problem}`)
        if (!specifier.startsWith('.') || isTest(file)) continue
        const target = normalize(join(dirname(file), specifier))
        if (workspace === 'server') note(file, target)
        if (workspace === 'console') link(features, featureOf(file), featureOf(target))
      }
    }
  }
  for (const ring of folderCycles(edges)) problems.push(`server/src: these folders know each other in a ring: ${ring.join(', ')}`)
  for (const ring of folderCycles(features)) problems.push(`console/src: these features know each other in a ring: ${ring.join(', ')}`)
  return [...problems, ...outdated()]

  function note(file: string, target: string): void {
    const [from, to] = [placeOf(file), placeOf(target)]
    if (from === undefined || to === undefined) return
    const publicModule = publicModuleOf(target)
    if (publicModule !== undefined && from.wing !== to.wing) usedModules.add(publicModule)
    link(edges, folderOf(from), folderOf(to))
  }
  /** Public modules that no other wing needs any more. */
  function outdated(): string[] {
    if (!existsSync(join(root, 'server/src/server.ts'))) return []
    const offered = Object.entries(publicModules).flatMap(([wing, files]) => files.map((file) => `${wing}/${file}`))
    return offered
      .filter((offeredModule) => !usedModules.has(offeredModule))
      .map((file) => `tools/check-architecture.ts: publicModules: no other wing uses ${file}`)
  }
}

const folderOf = ({ wingName, domain }: { wingName: string; domain: string }) => (wingName === domain ? wingName : `${wingName}/${domain}`)

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const problems = checkArchitecture('.')
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
