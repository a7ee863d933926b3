/** `npm run bench [-- render pipeline memory tables dashboard console]`: measures the budgets of docs/benchmarks.md on this machine. */
import { cpus } from 'node:os'
import { benchConsole } from './console.ts'
import { benchDashboard } from './dashboard.ts'
import { benchMemory } from './memory.ts'
import { benchPipeline } from './pipeline.ts'
import { benchRender } from './render.ts'
import { describe, type Figure } from './report.ts'
import { startPostgres, startSystem } from './system.ts'
import { benchTables } from './tables.ts'

const asked = process.argv.slice(2)
const wants = (name: string) => asked.length === 0 || asked.includes(name)
const show = (figures: Figure[]) => {
  for (const figure of figures) console.log(describe(figure))
}
console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}\n`)
console.log('| What | Measured | Budget | |\n|---|---|---|---|')
if (wants('render')) show(benchRender())
if (wants('pipeline') || wants('console')) {
  const system = await startSystem(undefined)
  if (wants('pipeline')) show(await benchPipeline(system, 'embedded'))
  if (wants('console')) show(await benchConsole(system))
  await system.stop()
}
if (wants('memory') || wants('pipeline') || wants('tables') || wants('dashboard')) {
  const database = await startPostgres()
  if (database === undefined) console.log('PostgreSQL is not installed: its figures are left out (Debian: apt-get install postgresql)')
  else {
    const system = await startSystem(database.url)
    // First, while the process is fresh.
    if (wants('memory')) show(await benchMemory(system, database.url))
    if (wants('pipeline')) show(await benchPipeline(system, 'native'))
    if (wants('tables')) show(await benchTables(system, database.url))
    if (wants('dashboard')) show(await benchDashboard(system, database.url))
    await system.stop()
    await database.stop()
  }
}
