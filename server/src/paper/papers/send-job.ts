/** Sends a document that waits: WAITING, SENDING before a byte of it leaves, SENT when the printer has given it a number. */
import { printResults, type PrintResult } from '@endcap/contract/papers'
import { paperLayoutOf } from '@endcap/label/paper'
import { listAliases } from '../../catalogue/aliases/aliases.service.ts'
import { storeWords } from '../../labels/rendering/labels.service.ts'
import type { DocumentForm } from './draw-job.ts'
import type { Draw } from './draw.ts'
import { FailedJob, jobName, noteAway, resultOf, retryLater, type HeldJob, type PrintStep } from './held-job.ts'
import { PrinterProblem } from './ipp/client.ts'
import { failRows, openRows } from './jobs.queries.ts'
import { followSeconds, lostAnswerSeconds } from './print-rules.ts'
import { askPrinter, print, validate, type DocumentToPrint, type PrinterFacts, type Refusal } from './printer.ts'

/** One of them may be the printer's: `paths` are tried in their order. Throws `FailedJob` when the document ends, `LostJob` when it is another's. */
export async function sendJob(step: PrintStep, paths: readonly string[], draw: Draw): Promise<void> {
  const { held, client } = step
  let sending = false
  try {
    const printer = await askPrinter(client, paths, held.keep)
    const uri = client.uri(printer.path)
    await held.note(printer.attention === '' ? 'READY' : 'ATTENTION', printer.attention, uri)
    if (!printer.accepting) return await refused(held, { kind: 'passing', message: 'The printer takes no jobs at the moment.' })
    const { form, document } = fitting(held, printer)
    if (printer.canValidate) {
      await held.keep()
      const refusal = await validate(client, printer, document)
      if (refusal !== undefined) return await refused(held, refusal)
    }
    const content = await drawDocument(step, draw, { form, title: document.name })
    await held.keep({ state: 'SENDING', printer_uri: uri, stuck_since: null })
    sending = true
    const answer = await print(client, printer, document, content)
    if (typeof answer !== 'number') return await refused(held, answer)
    await held.sent(answer, followSeconds)
  } catch (error) {
    if (!(error instanceof PrinterProblem)) throw error
    await noteAway(held, error)
    // It may have the document: it is asked before anything is sent again.
    if (sending && error.mayHaveArrived) return held.leave(lostAnswerSeconds, { message: error.message })
    if (error.kind === 'not-ipp') throw new FailedJob(printResults.notIpp, error.message)
    await retryLater(held, resultOf(error), error.message)
  }
}

async function refused(held: HeldJob, { kind, message }: Refusal): Promise<void> {
  if (kind !== 'passing') throw new FailedJob(kind === 'unsupported' ? printResults.unsupported : printResults.refused, message)
  await retryLater(held, printResults.refused, message)
}

/** The document in a form and on a paper that the printer takes. */
function fitting({ job }: HeldJob, { form, media: offered }: PrinterFacts): { form: DocumentForm; document: DocumentToPrint } {
  if (form === undefined) throw new FailedJob(printResults.unsupported, 'The printer takes neither PDF nor PWG raster.')
  const { media = '' } = paperLayoutOf(job.layout) ?? {}
  if (offered.length > 0 && !offered.includes(media)) throw new FailedJob(printResults.unsupported, `The printer has no paper ${media}.`)
  return { form, document: { name: jobName(job), format: form.type, media } }
}

const resultOfLack = (lacks: 'no-price' | 'no-name' | undefined): PrintResult =>
  lacks === undefined ? printResults.notDrawn : printResults[lacks === 'no-price' ? 'noPrice' : 'noName']

/** What can be drawn of the rows that are open; the others end with their reason. */
async function drawDocument(
  { context: { db, clock, log }, held }: PrintStep,
  draw: Draw,
  { form, title }: { form: DocumentForm; title: string },
): Promise<Uint8Array> {
  const { job } = held
  const rows = await openRows(db, job)
  const words = await storeWords(db, job.store_code)
  const aliases = await listAliases(db)
  await held.keep()
  const requested = {
    make: form,
    title,
    storeCode: job.store_code,
    layout: job.layout,
    rows,
    aliases,
    locale: 'en-US',
    currency: '',
    ...words,
  }
  const { content, failures } = await draw(requested).catch((error: unknown) => {
    log.error({ err: error, jobId: job.job_id }, 'paper labels could not be drawn')
    throw new FailedJob(printResults.notDrawn, 'The labels could not be drawn because of a fault on the server.')
  })
  if (failures.length > 0) {
    for (const [code, some] of Map.groupBy(failures, ({ lacks }) => resultOfLack(lacks)))
      await failRows(db, job, some, { code, at: clock.now() })
    held.notifyChange()
  }
  if (content === undefined) throw new FailedJob(printResults.notDrawn, 'None of the labels could be drawn.')
  return content
}
