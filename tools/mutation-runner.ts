/**
 * Runs tests against a file that is broken in memory alone: nothing on the disk is changed. A process of its own, for a mutant may never end
 * (`tools/mutate.ts` ends it then).
 */
import { resolve } from 'node:path'
import { createVitest, type Vitest } from 'vitest/node'
import config from '../vitest.config.ts'

export interface Order {
  file: string
  tests: readonly string[]
  /** What stands in the file; undefined: what it says. */
  source: string | undefined
}
export interface Outcome {
  /** Tests that failed, or what kept them from being run. */
  failed: string[]
  /** Whether the tests read the file at all. */
  isRead: boolean
}

let broken: { path: string; source: string | undefined; isRead: boolean } | undefined
const runners = new Map<string, Promise<Vitest>>()

const projectOf = (test: string) => (!test.startsWith('server/') || test.endsWith('.unit.test.ts') ? 'unit' : 'domain-postgres')

/** One of each tier, which stays warm: what is not broken is read and translated once. */
async function startRunner(name: string): Promise<Vitest> {
  const tiers = config.test?.projects ?? []
  const tier = tiers.flatMap((one) => (typeof one === 'object' && 'test' in one && one.test?.name === name ? [one.test] : []))[0]
  if (tier === undefined) throw new Error(`There is no tier ${name}.`)
  const { include, exclude, globalSetup, env, isolate, testTimeout, hookTimeout } = tier
  const own = { include, exclude, globalSetup, env, isolate, testTimeout, hookTimeout }
  const vitest = await createVitest(
    'test',
    {
      ...own,
      config: false,
      watch: false,
      reporters: [],
      silent: true,
      bail: 1,
      maxWorkers: 1,
      // What stands on the disk is not what is run.
      fsModuleCache: false,
    },
    {
      plugins: [
        {
          name: 'mutant',
          enforce: 'pre',
          load: (id) => {
            if (broken === undefined || id.split('?', 1)[0] !== broken.path) return undefined
            broken.isRead = true
            return broken.source
          },
        },
      ],
    },
  )
  await vitest.standalone()
  return vitest
}

/** The tests of this file that fail, or what kept them from being run. */
async function failuresOf(test: string): Promise<string[]> {
  const name = projectOf(test)
  const known = runners.get(name) ?? startRunner(name)
  runners.set(name, known)
  const vitest = await known
  const specifications = await vitest.globTestSpecifications([test])
  if (specifications.length === 0) return [`There are no tests ${test}.`]
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  // It answers those of earlier runs as well.
  const own = testModules.filter(({ moduleId }) => specifications.some((one) => one.moduleId === moduleId))
  return [
    ...unhandledErrors.map(String),
    ...own.flatMap((module) => [
      ...module.errors().map(({ message }) => message),
      ...[...module.children.allTests('failed')].map(({ fullName }) => fullName),
      ...(module.ok() ? [] : [module.moduleId]),
    ]),
  ]
}

async function run({ file, tests, source }: Order): Promise<Outcome> {
  const before = broken?.path
  broken = { path: resolve(file), source, isRead: false }
  // A file that was broken before is whole again.
  for (const path of new Set([before ?? broken.path, broken.path]))
    for (const vitest of runners.values()) (await vitest).invalidateFile(path)
  // One after the other, in the order given: the cheapest stand first, and most mutants end there.
  for (const test of tests) {
    const failed = await failuresOf(test)
    if (failed.length > 0) return { failed, isRead: broken.isRead }
  }
  return { failed: [], isRead: broken.isRead }
}

process.on('message', (order: Order) => {
  run(order).then(
    (outcome) => process.send?.(outcome),
    (error: unknown) => process.send?.({ failed: [String(error)], isRead: true }),
  )
})
process.on('disconnect', () => {
  void Promise.all([...runners.values()].map(async (vitest) => (await vitest).close())).finally(() => process.exit())
})
