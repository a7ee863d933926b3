/** What becomes of a document that left: SENDING, whose answer is not known, is looked for; SENT is followed to its end. */
import { printResults } from '@endcap/contract/papers'
import { FailedJob, jobName, noteAway, resultOf, retryLater, type PrintStep } from './held-job.ts'
import { PrinterProblem } from './ipp/client.ts'
import { attentionSeconds, followSeconds, idleSeconds, lostAnswerSeconds, personSeconds } from './print-rules.ts'
import { askJob, askPrinter, cancelJob, findJob, jobStates, type JobFacts } from './printer.ts'

const look = 'Look at the printer before you print again.'

/** Sent, perhaps: the printer at this path knows. Throws `FailedJob` when the document ends, `LostJob` when it is another's. */
export async function searchJob(step: PrintStep, path: string): Promise<void> {
  const { held, client } = step
  try {
    const found = await findJob(client, path, jobName(held.job), held.keep)
    if (found === 'unknown') throw new FailedJob(printResults.timeout, `The printer does not tell whether it has the document. ${look}`)
    if (found === undefined) return await retryLater(held, printResults.timeout, 'The document did not arrive.')
    await held.sent(found, 0)
  } catch (error) {
    if (!(error instanceof PrinterProblem)) throw error
    await waitForPrinter(step, error)
  }
}

/** One look at a job that the printer has. Throws `FailedJob` when the document ends, `LostJob` when it is another's. */
export async function followJob(step: PrintStep, path: string): Promise<void> {
  const { held, client } = step
  try {
    await held.keep()
    const facts = await askJob(client, path, held.job.printer_job ?? 0)
    if (facts === undefined) throw new FailedJob(printResults.aborted, `The printer does not know the job any more. ${look}`)
    if (facts.state === jobStates.completed) {
      await held.note('READY', '')
      return await held.end(printResults.printed, '')
    }
    if (facts.state === jobStates.aborted) throw new FailedJob(printResults.aborted, facts.message || 'The printer gave the job up.')
    if (facts.state === jobStates.cancelled)
      throw new FailedJob(printResults.cancelled, facts.message || 'The job was cancelled at the printer.')
    await waitForJob(step, path, facts)
  } catch (error) {
    if (!(error instanceof PrinterProblem)) throw error
    await waitForPrinter(step, error)
  }
}

/** The job is not over. One that has not moved for too long is taken back. */
async function waitForJob(step: PrintStep, path: string, facts: JobFacts): Promise<void> {
  const { context, held, client } = step
  const { job } = held
  const printer = await askPrinter(client, [path], held.keep)
  const stands = facts.state === jobStates.held || facts.state === jobStates.stopped
  const attention = printer.attention || (stands ? facts.message || 'The job is held.' : '')
  await held.note(attention === '' ? 'READY' : 'ATTENTION', attention)
  const moved = facts.sheets !== job.sheets || (attention !== '') !== job.attention
  const since = moved || job.stuck_since === null ? context.clock.now() : job.stuck_since
  if (secondsSince(step, since) > (attention === '' ? idleSeconds : attentionSeconds)) {
    await held.keep()
    await cancelJob(client, path, job.printer_job ?? 0)
    throw new FailedJob(printResults.attention, `${(attention || 'Nothing moved').replace(/\.?$/, '.')} The job was taken back.`)
  }
  const seconds = attention === '' ? followSeconds : personSeconds
  await held.leave(seconds, { message: attention, stuck_since: since, sheets: facts.sheets, attention: attention !== '' })
}

/** It has the document, perhaps, and cannot be asked. */
async function waitForPrinter(step: PrintStep, problem: PrinterProblem): Promise<void> {
  const { context, held } = step
  const { job } = held
  await noteAway(held, problem)
  const since = job.attention && job.stuck_since !== null ? job.stuck_since : context.clock.now()
  if (secondsSince(step, since) > attentionSeconds)
    throw new FailedJob(resultOf(problem), `${problem.message} It may have been printed. ${look}`)
  await held.leave(lostAnswerSeconds, { message: problem.message, stuck_since: since, attention: true })
}

const secondsSince = ({ context }: PrintStep, since: Date) => (context.clock.now().getTime() - since.getTime()) / 1000
