/**
 * Runs tests against mutants of a file, many in one go: each is read as a module of its own (`throttle.ts?mutant=7`), and with it the test and
 * whatever reads the file in between; all else is read once. Nothing on the disk is changed. A process of its own, for a mutant may never end
 * (`tools/mutate.ts` ends it then).
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createVitest, type Vitest } from 'vitest/node'
import config from '../vitest.config.ts'

export interface Order {
  file: string
  tests: readonly string[]
  /** What stands in the file, mutant by mutant; none: what it says. */
  sources: readonly string[]
}
export interface Outcome {
  /** For each of the sources the tests that failed, or what kept them from being run; without sources of the file as it is. */
  failed: string[][]
  /** Whether the tests read the file at all. */
  isRead: boolean
}

/** By the number in a module's name. */
const mutants = new Map<number, { path: string; source: string; readers: ReadonlySet<string> }>()
/** A mutant that waits for what never comes is ended by then; as it is, no test takes a tenth of it. */
const longestTestMs = 30_000
const runners = new Map<string, Promise<Vitest>>()

const mutantOf = (id: string | undefined) => {
  const number = /\?mutant=(\d+)$/.exec(id ?? '')?.[1]
  return number === undefined ? undefined : mutants.get(Number(number))
}
const withoutQuery = (id: string) => id.split('?', 1)[0] ?? id

const projectOf = (test: string) => (!test.startsWith('server/') || test.endsWith('.unit.test.ts') ? 'unit' : 'domain-postgres')

/** One of each tier, which stays warm. */
async function startRunner(name: string): Promise<Vitest> {
  const tiers = config.test?.projects ?? []
  const tier = tiers.flatMap((one) => (typeof one === 'object' && 'test' in one && one.test?.name === name ? [one.test] : []))[0]
  if (tier === undefined) throw new Error(`There is no tier ${name}.`)
  const { include, exclude, globalSetup, env, isolate } = tier
  const own = { include, exclude, globalSetup, env, isolate }
  const vitest = await createVitest(
    'test',
    {
      ...own,
      config: false,
      watch: false,
      reporters: [],
      silent: true,
      maxWorkers: 1,
      testTimeout: longestTestMs,
      hookTimeout: 2 * longestTestMs,
      setupFiles: [fileURLToPath(new URL('mutation-setup.ts', import.meta.url))],
      // What stands on the disk is not what is run.
      fsModuleCache: false,
    },
    {
      plugins: [
        {
          name: 'mutant',
          enforce: 'pre',
          async resolveId(id, importer) {
            const mutant = mutantOf(importer)
            if (importer === undefined || mutant === undefined || mutantOf(id) !== undefined) return undefined
            const found = await this.resolve(id, withoutQuery(importer), { skipSelf: true })
            if (found === null || !mutant.readers.has(found.id)) return undefined
            return `${found.id}${importer.slice(importer.lastIndexOf('?'))}`
          },
          load(id) {
            const mutant = mutantOf(id)
            if (mutant === undefined) return undefined
            const path = withoutQuery(id)
            return path === mutant.path ? mutant.source : readFileSync(path, 'utf8')
          },
        },
      ],
    },
  )
  await vitest.standalone()
  return vitest
}

/** By module, of these modules of a test, what failed. */
async function failuresOf(vitest: Vitest, moduleIds: readonly string[]): Promise<Map<string, string[]>> {
  const specifications = moduleIds.map((id) => vitest.getRootProject().createSpecification(id))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const failed = new Map<string, string[]>()
  for (const id of moduleIds) {
    const module = testModules.find(({ moduleId }) => moduleId === id)
    const messages =
      module === undefined
        ? [`${id} was not run.`]
        : [
            ...module.errors().map(({ message }) => message),
            ...[...module.children.allTests('failed')].map(({ fullName }) => fullName),
            ...(module.ok() ? [] : [id]),
          ]
    const alone = moduleIds.length === 1
    // Whose error it was is not said: what passed beside it is asked again, alone.
    const again = !alone && messages.length === 0 && unhandledErrors.length > 0 ? (await failuresOf(vitest, [id])).get(id) : undefined
    failed.set(id, [...messages, ...(again ?? []), ...(alone ? unhandledErrors.map(String) : [])])
  }
  return failed
}

/** The file and what reads it, directly or not. */
function readersOf(vitest: Vitest, path: string): ReadonlySet<string> {
  const readers = new Set<string>()
  for (const { moduleGraph } of Object.values(vitest.getRootProject().vite.environments)) {
    const modules = new Set(moduleGraph.getModulesByFile(path))
    for (const module of modules) for (const importer of module.importers) modules.add(importer)
    for (const { id } of modules) if (id !== null) readers.add(withoutQuery(id))
  }
  return readers
}

let lastMutant = 0
async function run({ file, tests, sources }: Order): Promise<Outcome> {
  const path = resolve(file)
  const failed: string[][] = Array.from({ length: Math.max(1, sources.length) }, () => [])
  let isRead = false
  // One after the other, in the order given: what the first notices, the next are not asked.
  for (const test of tests) {
    const name = projectOf(test)
    const known = runners.get(name) ?? startRunner(name)
    runners.set(name, known)
    const vitest = await known
    const testPath = resolve(test)
    if (sources.length === 0 || readersOf(vitest, path).size === 0) {
      const asItIs = (await failuresOf(vitest, [testPath])).get(testPath) ?? []
      if (sources.length === 0) failed[0]?.push(...asItIs)
    }
    const readers = readersOf(vitest, path)
    isRead ||= readers.has(testPath)
    const ids = sources.map((source) => {
      mutants.set(++lastMutant, { path, source, readers })
      return `${testPath}?mutant=${lastMutant}`
    })
    const open = ids.filter((_, at) => failed[at]?.length === 0)
    if (open.length > 0) for (const [id, messages] of await failuresOf(vitest, open)) failed[ids.indexOf(id)]?.push(...messages)
  }
  return { failed, isRead }
}

process.on('message', (order: Order) => {
  run(order).then(
    (outcome) => process.send?.(outcome),
    (error: unknown) => process.send?.({ failed: [[String(error)]], isRead: true }),
  )
})
process.on('disconnect', () => {
  void Promise.all([...runners.values()].map(async (vitest) => (await vitest).close())).finally(() => process.exit())
})
