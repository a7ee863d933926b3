/** `npm run bench [-- render pipeline memory sensors tables dashboard search consoles history scripts printing promotions displays editor player layouts console review trmnl bridge dev rest]`: measures the budgets of docs/benchmarks.md on this machine. */
import { cpus } from 'node:os'
import { benchBridge } from './bridge.ts'
import { benchBridgeStream } from './bridge-stream.ts'
import { fillChain } from './chain.ts'
import { startComparison } from './compare-lists.ts'
import { benchConsole } from './console.ts'
import { benchConsoles } from './consoles.ts'
import { benchDashboard } from './dashboard.ts'
import { benchDev } from './dev.ts'
import { benchDisplays } from './displays.ts'
import { benchEditor } from './editor.ts'
import { benchHistory, fillHistory } from './history.ts'
import { benchLayouts } from './layouts.ts'
import { benchMemory } from './memory.ts'
import { benchPipeline } from './pipeline.ts'
import { benchPlayer } from './player.ts'
import { benchPromotions } from './promotions.ts'
import { benchPrinting } from './printing.ts'
import { copyIntoEmbedded, copyIntoPostgres } from './raw-copy.ts'
import { benchRender } from './render.ts'
import { benchSensors } from './sensors.ts'
import { describe, head, type Figure } from './report.ts'
import { benchRest } from './rest.ts'
import { benchReview } from './review.ts'
import { benchScripts } from './scripts.ts'
import { benchSearch, fillNames } from './search.ts'
import { startPostgres, startSystem } from './system.ts'
import { benchSmallTables, benchTables } from './tables.ts'
import { benchTrmnl } from './trmnl.ts'

const asked = process.argv.slice(2)
const wants = (name: string) => asked.length === 0 || asked.includes(name)
const show = (figures: Figure[]) => {
  for (const figure of figures) console.log(describe(figure))
}
console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}\n`)
console.log(head)
if (wants('render')) show(benchRender())
if (wants('dev')) show(await benchDev())
if (wants('rest')) show(await benchRest())
if (wants('trmnl')) show(await benchTrmnl())
if (wants('bridge')) show(benchBridgeStream())
if (['pipeline', 'review', 'console', 'editor', 'player', 'tables', 'printing', 'bridge'].some(wants)) {
  const system = await startSystem(undefined)
  if (wants('pipeline')) show(await benchPipeline(system, { kind: 'embedded', rawCopy: copyIntoEmbedded }))
  if (wants('review')) show(await benchReview(system, { kind: 'embedded', rawCopy: copyIntoEmbedded }))
  if (wants('bridge')) show(await benchBridge(system))
  if (wants('console')) show(await benchConsole(system))
  if (wants('editor')) show(await benchEditor(system))
  if (wants('player')) show(await benchPlayer(system))
  if (wants('tables')) show(await benchSmallTables(system))
  if (wants('printing')) show(await benchPrinting(system))
  await system.stop()
}
if (
  [
    'memory',
    'pipeline',
    'review',
    'sensors',
    'tables',
    'dashboard',
    'search',
    'consoles',
    'history',
    'scripts',
    'displays',
    'layouts',
    'promotions',
  ].some(wants)
) {
  const database = await startPostgres()
  if (database === undefined) console.log('PostgreSQL is not installed: its figures are left out (Debian: apt-get install postgresql)')
  else {
    const system = await startSystem(database.url)
    // First, while the process is fresh.
    if (wants('memory')) show(await benchMemory(system, database.url))
    if (wants('pipeline')) show(await benchPipeline(system, { kind: 'native', rawCopy: (count) => copyIntoPostgres(database.url, count) }))
    if (wants('review')) show(await benchReview(system, { kind: 'native', rawCopy: (count) => copyIntoPostgres(database.url, count) }))
    if (wants('sensors')) show(await benchSensors(system))
    if (wants('scripts')) show(await benchScripts(system))
    if (wants('layouts')) show(await benchLayouts(system))
    if (wants('displays')) {
      const comparison = await startComparison(system, database.url)
      show(await benchDisplays(system, { databaseUrl: database.url, comparison }))
      await comparison.stop()
    }
    if (wants('promotions')) show(await benchPromotions(system, database.url))
    if (['tables', 'dashboard', 'search', 'consoles', 'history'].some(wants)) {
      await fillChain(database.url)
      const comparison = await startComparison(system, database.url)
      if (wants('tables')) show(await benchTables(comparison))
      if (wants('dashboard')) show(await benchDashboard(system, comparison))
      if (wants('consoles')) show(await benchConsoles(system))
      // Last but the histories: its products are not those that lists are measured with.
      if (wants('search')) {
        show(await fillNames(database.url))
        show(await benchSearch(system, comparison))
      }
      if (wants('history')) {
        await fillHistory(database.url)
        show(await benchHistory(comparison))
      }
      await comparison.stop()
    }
    await system.stop()
    await database.stop()
  }
}
