/**
 * Prints documents. Any number of workers in any number of processes share them by claims that run out. A document is marked SENDING before
 * a byte of it leaves: a worker that finds it so asks the printer for it by its name first, so that a process that dies at any moment costs
 * neither a label nor a second one. "Accepted" is not "printed": a job is followed to its end.
 *
 *   WAITING → SENDING → SENT → DONE
 *      ↑_________|       a document that did not arrive, or that the printer did not take this time
 */
import { printResults } from '@endcap/contract/papers'
import type { Context } from '../../platform/context.ts'
import { candidatePaths, readAddress, type PrinterAddress } from '../../platform/outgoing/printer-address.ts'
import type { Draw } from './draw.ts'
import { followJob, searchJob } from './follow-job.ts'
import { FailedJob, holdJob, LostJob, type HeldJob } from './held-job.ts'
import { createPrinterClient, type Limits } from './ipp/client.ts'
import { claimJob, knownUri, type PaperJob } from './jobs.queries.ts'
import { leaseSeconds } from './print-rules.ts'
import { sendJob } from './send-job.ts'

export interface PrintWorker {
  /** Takes one step with one document; answers whether there may be more to do. */
  work(): Promise<boolean>
}

interface Options {
  context: Context
  /** Names the worker in its claims. */
  holder: string
  draw: Draw
  limits?: Limits
}

/** A worker that claims documents whose time has come, one after the other. */
export function createPrintWorker(options: Options): PrintWorker {
  const { context, holder } = options
  return {
    async work() {
      const now = context.clock.now()
      const job = await claimJob(context.db, { holder, at: now, until: new Date(now.getTime() + leaseSeconds * 1000) })
      if (job === undefined) return false
      const held = holdJob(context, job, holder)
      try {
        await goOn(options, held)
      } catch (error) {
        if (error instanceof FailedJob) await held.end(error.code, error.message)
        else if (!(error instanceof LostJob)) throw error
      }
      return true
    },
  }
}

/** The step that the document's state asks for. */
async function goOn({ context, draw, limits }: Options, held: HeldJob): Promise<void> {
  const { job } = held
  const address = readAddress(job.printer_ip)
  if (address === undefined) throw new FailedJob(printResults.unreachable, `${job.printer_ip} is no address of a printer.`)
  const client = createPrinterClient(address, { listed: context.config.printers, ...(limits !== undefined && { limits }) })
  const step = { context, held, client }
  if (job.state === 'WAITING') return sendJob(step, await pathsOf(context, { job, address, uri: client.uri }), draw)
  const path = new URL((job.printer_uri ?? '').replace(/^ipp/, 'http')).pathname
  return job.state === 'SENDING' ? searchJob(step, path) : followJob(step, path)
}

/** Where the printer may be, the path that worked the last time first. */
async function pathsOf(
  { db }: Context,
  { job, address, uri }: { job: PaperJob; address: PrinterAddress; uri: (path: string) => string },
): Promise<string[]> {
  const known = await knownUri(db, job)
  const paths = candidatePaths(address, job.printer_name)
  return [...new Set([...paths.filter((path) => uri(path) === known), ...paths])]
}
