/**
 * Prints documents. Any number of workers in any number of processes share them by claims that run out. A document is marked SENDING before
 * a byte of it leaves: whoever finds it so asks the printer for it by its name first, so that a process that dies at any moment costs
 * neither a label nor a second one. "Accepted" is not "printed": a job is followed to its end.
 */
import { printResults, type PrinterState, type PrintResult } from '@endcap/contract/papers'
import { paperLayoutOf } from '@endcap/label/paper'
import { listAliases } from '../../catalogue/aliases/aliases.service.ts'
import type { Context } from '../../platform/context.ts'
import { candidatePaths, readAddress } from '../../platform/outgoing/printer-address.ts'
import type { DrawJob } from './draw-job.ts'
import type { Draw } from './draw.ts'
import { createPrinterClient, PrinterProblem, type Limits, type PrinterClient } from './ipp/client.ts'
import { claimJob, endJob, failRows, knownUri, moveJob, notePrinter, openRows, type JobChange, type PaperJob } from './jobs.queries.ts'
import { storeWords } from '../../labels/rendering/labels.service.ts'
import { attentionSeconds, followSeconds, idleSeconds, leaseSeconds, lostAnswerSeconds, retrySeconds } from './print-rules.ts'
import { askJob, askPrinter, cancelJob, findJob, jobStates, print, validate, type Refusal } from './printer.ts'

export interface PrintWorker {
  /** Takes one step with one document; answers whether there may be more to do. */
  work(): Promise<boolean>
}

/** Another process has it. */
class Lost extends Error {}
/** What ends a document without more ado. */
class Failed extends Error {
  readonly code: PrintResult
  constructor(code: PrintResult, message: string) {
    super(message)
    this.code = code
  }
}

const look = 'Look at the printer before you print again.'
const resultOf: Record<PrinterProblem['kind'], PrintResult> = {
  unreachable: printResults.unreachable,
  timeout: printResults.timeout,
  'not-ipp': printResults.notIpp,
  refused: printResults.refused,
  'no-such-path': printResults.refused,
}
const jobName = ({ store_code, task_id, job_id, token }: PaperJob) => `Endcap ${store_code} ${task_id}-${job_id} ${token}`

const resultOfLack = (lacks: 'no-price' | 'no-name' | undefined): PrintResult =>
  lacks === undefined ? printResults.notDrawn : printResults[lacks === 'no-price' ? 'noPrice' : 'noName']

export function createPrintWorker(options: { context: Context; holder: string; draw: Draw; limits?: Limits }): PrintWorker {
  const { context, holder, draw, limits } = options
  const { db, clock, signals } = context
  const listed = context.config.printers
  const later = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000)

  /** One document while this worker has it. */
  function hold(job: PaperJob) {
    const tell = () => signals.notify('changed', { storeCode: job.store_code, changes: ['papers'] })
    const move = async (change: JobChange, until: Date | null) => {
      if (!(await moveJob(db, job, { holder, until, ...change }))) throw new Lost()
      if (change.message !== undefined && change.message !== job.message) tell()
    }
    return {
      /** A sign of life, before each call. */
      keep: (change: JobChange = {}) => move(change, later(leaseSeconds)),
      /** Gives it free until its time comes. */
      leave: (seconds: number, change: JobChange) => move({ due_at: later(seconds), ...change }, null),
      end: async (code: PrintResult, message: string) => {
        await endJob(db, job, { holder, code, message: message.slice(0, 300), at: clock.now() })
        tell()
      },
      note: (state: PrinterState, message: string, uri?: string) =>
        notePrinter(db, job, { state, message: message.slice(0, 300), at: clock.now(), ...(uri !== undefined && { uri }) }),
    }
  }
  type Held = ReturnType<typeof hold>

  async function step(job: PaperJob): Promise<void> {
    const held = hold(job)
    const address = readAddress(job.printer_ip)
    try {
      if (address === undefined) throw new Failed(printResults.unreachable, `${job.printer_ip} is no address of a printer.`)
      const client = createPrinterClient(address, { listed, ...(limits !== undefined && { limits }) })
      if (job.state === 'WAITING') {
        const known = await knownUri(db, job)
        const paths = candidatePaths(address, job.printer_name)
        const first = paths.filter((path) => client.uri(path) === known)
        await send(job, held, client, [...new Set([...first, ...paths])])
      } else {
        const path = new URL((job.printer_uri ?? '').replace(/^ipp/, 'http')).pathname
        await (job.state === 'SENDING' ? search(job, held, client, path) : follow(job, held, client, path))
      }
    } catch (error) {
      if (error instanceof Failed) await held.end(error.code, error.message)
      else if (!(error instanceof Lost)) throw error
    }
  }

  /** Not this time: again a little later, and failed after the last time. */
  async function retry(job: PaperJob, held: Held, code: PrintResult, message: string) {
    const wait = retrySeconds[job.tries]
    if (wait === undefined) throw new Failed(code, message)
    await held.leave(wait, { state: 'WAITING', tries: job.tries + 1, message })
  }
  async function refused(job: PaperJob, held: Held, { kind, message }: Refusal) {
    if (kind !== 'passing') throw new Failed(kind === 'unsupported' ? printResults.unsupported : printResults.refused, message)
    await retry(job, held, printResults.refused, message)
  }

  async function send(job: PaperJob, held: Held, client: PrinterClient, paths: readonly string[]) {
    let sending = false
    try {
      const printer = await askPrinter(client, paths, held.keep)
      const uri = client.uri(printer.path)
      await held.note(printer.attention === '' ? 'READY' : 'ATTENTION', printer.attention, uri)
      if (!printer.accepting) return await refused(job, held, { kind: 'passing', message: 'The printer takes no jobs at the moment.' })
      const { form } = printer
      if (form === undefined) throw new Failed(printResults.unsupported, 'The printer takes neither PDF nor PWG raster.')
      const { media = '' } = paperLayoutOf(job.layout) ?? {}
      if (printer.media.length > 0 && !printer.media.includes(media))
        throw new Failed(printResults.unsupported, `The printer has no paper ${media}.`)
      const document = { name: jobName(job), format: form.type, media }
      if (printer.canValidate) {
        await held.keep()
        const refusal = await validate(client, printer, document)
        if (refusal !== undefined) return await refused(job, held, refusal)
      }
      const content = await drawDocument(job, { make: form, title: document.name }, held.keep)
      await held.keep({ state: 'SENDING', printer_uri: uri, stuck_since: null })
      sending = true
      const answer = await print(client, printer, document, content)
      if (typeof answer !== 'number') return await refused(job, held, answer)
      await held.leave(followSeconds, {
        state: 'SENT',
        printer_job: answer,
        message: '',
        stuck_since: clock.now(),
        attention: false,
        tries: 0,
      })
    } catch (error) {
      if (!(error instanceof PrinterProblem)) throw error
      const { kind, message, mayHaveArrived } = error
      if (kind === 'unreachable' || kind === 'timeout') await held.note('OFFLINE', message)
      // It may have the document: it is asked before anything is sent again.
      if (sending && mayHaveArrived) return held.leave(lostAnswerSeconds, { message })
      if (kind === 'not-ipp') throw new Failed(printResults.notIpp, message)
      await retry(job, held, resultOf[kind], message)
    }
  }

  /** What can be drawn of the rows that are open; the others end with their reason. */
  async function drawDocument(job: PaperJob, wish: Pick<DrawJob, 'make' | 'title'>, keep: Held['keep']): Promise<Uint8Array> {
    const rows = await openRows(db, job)
    const words = await storeWords(db, job.store_code)
    const aliases = await listAliases(db)
    await keep()
    const wanted = { ...wish, storeCode: job.store_code, layout: job.layout, rows, aliases, locale: 'en-US', currency: '', ...words }
    const { content, failures } = await draw(wanted).catch((error: unknown) => {
      context.log.error({ err: error, jobId: job.job_id }, 'paper labels could not be drawn')
      throw new Failed(printResults.notDrawn, 'The labels could not be drawn because of a fault on the server.')
    })
    if (failures.length > 0) {
      for (const [code, some] of Map.groupBy(failures, ({ lacks }) => resultOfLack(lacks)))
        await failRows(db, job, some, { code, at: clock.now() })
      signals.notify('changed', { storeCode: job.store_code, changes: ['papers'] })
    }
    if (content === undefined) throw new Failed(printResults.notDrawn, 'None of the labels could be drawn.')
    return content
  }

  /** Sent, perhaps: the printer knows. */
  async function search(job: PaperJob, held: Held, client: PrinterClient, path: string) {
    try {
      const found = await findJob(client, path, jobName(job), held.keep)
      if (found === 'unknown') throw new Failed(printResults.timeout, `The printer does not tell whether it has the document. ${look}`)
      if (found === undefined) return await retry(job, held, printResults.timeout, 'The document did not arrive.')
      await held.leave(0, { state: 'SENT', printer_job: found, message: '', stuck_since: clock.now(), attention: false, tries: 0 })
    } catch (error) {
      if (!(error instanceof PrinterProblem)) throw error
      await away(job, held, error)
    }
  }

  /** It has the document, perhaps, and cannot be asked. */
  async function away(job: PaperJob, held: Held, { kind, message }: PrinterProblem) {
    if (kind === 'unreachable' || kind === 'timeout') await held.note('OFFLINE', message)
    const since = job.attention && job.stuck_since !== null ? job.stuck_since : clock.now()
    if (passed(since) > attentionSeconds) throw new Failed(resultOf[kind], `${message} It may have been printed. ${look}`)
    await held.leave(lostAnswerSeconds, { message, stuck_since: since, attention: true })
  }
  const passed = (since: Date) => (clock.now().getTime() - since.getTime()) / 1000

  async function follow(job: PaperJob, held: Held, client: PrinterClient, path: string) {
    const number = job.printer_job ?? 0
    try {
      await held.keep()
      const facts = await askJob(client, path, number)
      if (facts === undefined) throw new Failed(printResults.aborted, `The printer does not know the job any more. ${look}`)
      if (facts.state === jobStates.completed) {
        await held.note('READY', '')
        return await held.end(printResults.printed, '')
      }
      if (facts.state === jobStates.aborted) throw new Failed(printResults.aborted, facts.message || 'The printer gave the job up.')
      if (facts.state === jobStates.cancelled)
        throw new Failed(printResults.cancelled, facts.message || 'The job was cancelled at the printer.')
      const printer = await askPrinter(client, [path], held.keep)
      const stands = facts.state === jobStates.held || facts.state === jobStates.stopped
      const attention = printer.attention || (stands ? facts.message || 'The job is held.' : '')
      await held.note(attention === '' ? 'READY' : 'ATTENTION', attention)
      const isNew = facts.sheets !== job.sheets || (attention !== '') !== job.attention
      const since = isNew || job.stuck_since === null ? clock.now() : job.stuck_since
      if (passed(since) > (attention === '' ? idleSeconds : attentionSeconds)) {
        await held.keep()
        await cancelJob(client, path, number)
        throw new Failed(printResults.attention, `${(attention || 'Nothing moved').replace(/\.?$/, '.')} The job was taken back.`)
      }
      const message = attention
      await held.leave(followSeconds, { message, stuck_since: since, sheets: facts.sheets, attention: attention !== '' })
    } catch (error) {
      if (!(error instanceof PrinterProblem)) throw error
      await away(job, held, error)
    }
  }

  return {
    async work() {
      const job = await claimJob(db, { holder, at: clock.now(), until: later(leaseSeconds) })
      if (job === undefined) return false
      await step(job)
      return true
    },
  }
}
