/** What a process with the role `worker` does beside drawing labels: files to download, paper labels, decorators, the folders of stores. */
import type { Context } from './context.ts'
import { sweepDownloads } from './downloads/downloads.service.ts'
import { createLogSources, offlineGateway } from './downloads/log-sources.ts'
import { createDownloadWorker } from './downloads/worker.ts'
import { startLoop } from './jobs/loop.ts'
import { gatewayLogFiles } from './gateways/gateways.service.ts'
import { createDrawer } from './papers/draw.ts'
import { printEveryMs } from './papers/print-rules.ts'
import { createPrintWorker } from './papers/print-worker.ts'
import { createInbox, inboxEveryMs } from './product-files/inbox.ts'
import { clearDeadImports, deadImportsEveryMs } from './product-files/product-files.queries.ts'
import { applyDecorators, effectsEveryMs } from './scripts/effects.ts'

type Add = (step: () => Promise<unknown>) => void

export function startWorkerJobs(context: Context, holder: string, onStop: Add): void {
  makeDownloads(context, holder, onStop)
  printPapers(context, holder, onStop)
  followDecorators(context, holder, onStop)
  watchInbox(context, holder, onStop)
  endDeadImports(context, onStop)
}

/** Two files at a time, so that a log that is slow to come does not hold up the lists. */
function makeDownloads(context: Context, holder: string, onStop: Add) {
  const { log, signals } = context
  const sources = createLogSources(context, { gateway: ({ gwMac }) => gatewayLogFiles(context, gwMac, offlineGateway) })
  for (const place of [1, 2]) {
    const worker = createDownloadWorker({ context, holder: `${holder}#${place}`, sources })
    const loop = startLoop({ name: 'downloads', everyMs: 5000, log, work: worker.work })
    const forget = signals.on('downloads', () => loop.wake())
    onStop(() => {
      forget()
      worker.halt()
      return loop.stop()
    })
  }
  const sweep = startLoop({ name: 'download sweep', everyMs: 600_000, log, work: async () => (await sweepDownloads(context)) > 0 })
  onStop(() => sweep.stop())
}

/** Several printers at a time, so that one that is away does not hold up the others. */
function printPapers(context: Context, holder: string, onStop: Add) {
  const { log, signals } = context
  const drawer = createDrawer(context)
  onStop(() => drawer.stop())
  for (const place of [1, 2, 3, 4]) {
    const worker = createPrintWorker({ context, holder: `${holder}#${place}`, draw: drawer.draw })
    const loop = startLoop({ name: 'paper labels', everyMs: printEveryMs, log, work: worker.work })
    const forget = signals.on('papers', () => loop.wake())
    onStop(() => {
      forget()
      return loop.stop()
    })
  }
}

/** Draws anew what a changed decorator, or a new day, makes another label. */
function followDecorators(context: Context, holder: string, onStop: Add) {
  const { log, signals } = context
  const work = () => applyDecorators(context, holder).then(() => false)
  const loop = startLoop({ name: 'decorators', everyMs: effectsEveryMs, log, work })
  const forget = signals.on('scripts', () => loop.wake())
  onStop(() => {
    forget()
    return loop.stop()
  })
}

/** Takes in what shops put into the folders of their stores. */
function watchInbox(context: Context, holder: string, onStop: Add) {
  const { config, log } = context
  if (config.inboxFolder === undefined) return
  const inbox = createInbox(context, { root: config.inboxFolder, holder })
  const loop = startLoop({ name: 'inbox', everyMs: inboxEveryMs, log, work: inbox.work })
  loop.wake()
  onStop(() => {
    inbox.halt()
    return loop.stop()
  })
}

/** Tells the end of files whose server died while it read them: it may never come back, or before its hold is over. */
function endDeadImports({ db, clock, log }: Context, onStop: Add) {
  const work = () => clearDeadImports(db, clock.now()).then(() => false)
  const loop = startLoop({ name: 'dead imports', everyMs: deadImportsEveryMs, log, work })
  onStop(() => loop.stop())
}
