/**
 * `npm test -- --alone e2e/aisle.e2e.ts …`: runs each test of these files in a process of its own, with nothing done before it but what its
 * own set-up does, and names those that need another one. The databases' server is started once.
 */
import { relative } from 'node:path'
import { createVitest, type TestCase, type TestSpecification } from 'vitest/node'

const files = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
if (files.length === 0) throw new Error('Name the files whose tests shall run alone.')
const project = process.argv.find((argument) => argument.startsWith('--project='))?.slice('--project='.length) ?? 'e2e'
const vitest = await createVitest('test', { watch: false, project: [project], reporters: [], silent: 'passed-only' })
await vitest.standalone()
const dependent: string[] = []
let count = 0
for (const specification of await vitest.globTestSpecifications(files))
  for (const test of await testsOf(specification)) await runAlone(test)
await vitest.close()
console.log(`${count} tests run alone, ${dependent.length} failed`)
for (const name of dependent) console.log(`  ${name}`)
process.exitCode = dependent.length > 0 || count === 0 ? 1 : 0

async function testsOf(specification: TestSpecification): Promise<TestCase[]> {
  const { testModules } = await vitest.collectTests([specification])
  return testModules.flatMap(({ children }) => [...children.allTests()])
}

async function runAlone({ id, fullName, project, module }: TestCase): Promise<void> {
  const name = `${relative(process.cwd(), module.moduleId)} > ${fullName}`
  const began = performance.now()
  const specification = project.createSpecification(module.moduleId, { testIds: [id] })
  const { testModules } = await vitest.runTestSpecifications([specification])
  const ran = testModules.flatMap(({ children }) => [...children.allTests()]).find((test) => test.id === id)
  const result = ran?.result()
  // Where its set-up fails, the test itself counts as skipped.
  const errors = [...(result?.errors ?? []), ...testModules.flatMap((module) => module.errors())]
  const failed = errors.length > 0 || (result?.state !== 'passed' && result?.state !== 'skipped')
  const why = errors[0] === undefined ? '' : `: ${errors[0].message.split('\n', 1)[0]}`
  count++
  if (failed) dependent.push(name + why)
  console.log(`${failed ? 'failed' : result?.state} in ${Math.round((performance.now() - began) / 1000)} s  ${name}${why}`)
}
