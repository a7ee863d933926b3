/** What is asked of a printer, and what its answers mean: one printer's dialogue in our words (RFC 8011, PWG 5100). */
import type { DocumentForm } from './draw-job.ts'
import { PrinterProblem, type PrinterClient } from './ipp/client.ts'
import { operations, type Attribute, type Attributes, type IppAnswer, type IppRequest } from './ipp/codec.ts'

const groups = { job: 2, printer: 4 } as const
export const jobStates = { pending: 3, held: 4, processing: 5, stopped: 6, cancelled: 7, aborted: 8, completed: 9 } as const
const printerStopped = 5
const status = {
  notFound: 0x0406,
  formatNotSupported: 0x040a,
  attributesNotSupported: 0x040b,
  operationNotSupported: 0x0501,
  serviceUnavailable: 0x0502,
  temporary: 0x0505,
  notAccepting: 0x0506,
  busy: 0x0507,
} as const
const passing: readonly number[] = [status.serviceUnavailable, status.temporary, status.notAccepting, status.busy]
/** Who prints: printers tell us our own jobs by it. */
const requester: Attribute = ['name', 'requesting-user-name', 'endcap']
const asked = 'requested-attributes'

const formAttributes = ['document-format-supported', 'pwg-raster-document-resolution-supported', 'pwg-raster-document-type-supported']
/** Dots in an inch that a page is drawn with: enough for bars and small print, few enough to send. */
const defaultDpi = 300

/** PDF before PWG raster: it is smaller, and the printer draws it with all of its dots. */
function formOf(printer: Attributes): DocumentForm | undefined {
  const formats = texts(printer, 'document-format-supported')
  if (formats.includes('application/pdf')) return { type: 'application/pdf' }
  const types = texts(printer, 'pwg-raster-document-type-supported')
  const sizes = texts(printer, 'pwg-raster-document-resolution-supported').flatMap((text) => {
    const [, across, down] = /^(\d+)x(\d+)dpi$/.exec(text) ?? []
    return across !== undefined && across === down ? [Number(across)] : []
  })
  const dpi = sizes.toSorted((a, b) => Math.abs(a - defaultDpi) - Math.abs(b - defaultDpi))[0]
  const colour = types.includes('srgb_8')
  if (!formats.includes('image/pwg-raster') || dpi === undefined || !(colour || types.includes('sgray_8'))) return undefined
  return { type: 'image/pwg-raster', dpi, colour }
}

export interface PrinterFacts {
  path: string
  /** What documents of ours it takes best; undefined when it takes none. */
  form: DocumentForm | undefined
  /** Empty: it does not say. */
  media: readonly string[]
  canScaleNot: boolean
  canValidate: boolean
  accepting: boolean
  /** Words for what keeps it from printing; empty when nothing does. */
  attention: string
}
export interface JobFacts {
  state: number
  /** The printer's words about it. */
  message: string
  /** Pages that are out, where it says so. */
  sheets: number | null
}
/** `passing`: another time it may do. `unsupported`: never. */
export type Refusal = { kind: 'passing' | 'unsupported' | 'refused'; message: string }

const texts = (attributes: Attributes | undefined, name: string): string[] =>
  (attributes?.get(name) ?? []).filter((value) => typeof value === 'string')
const numberOf = (attributes: Attributes | undefined, name: string): number | undefined => {
  const value = attributes?.get(name)?.[0]
  return typeof value === 'number' ? value : undefined
}
const groupOf = ({ groups: all }: IppAnswer, tag: number) => all.find((group) => group.tag === tag)?.attributes
const isOk = ({ status: code }: IppAnswer) => code < 0x0100
const hex = (code: number) => `0x${code.toString(16).padStart(4, '0')}`
const printerMessage = (answer: IppAnswer) => answer.message || `IPP status ${hex(answer.status)}`

function refusalOf(answer: IppAnswer): Refusal {
  const message = printerMessage(answer).slice(0, 300)
  if (passing.includes(answer.status)) return { kind: 'passing', message }
  const unsupported = answer.status === status.formatNotSupported || answer.status === status.attributesNotSupported
  return { kind: unsupported ? 'unsupported' : 'refused', message }
}

/** Reasons that a person has to look after (RFC 8011 §5.4.12); what ends in -warning or -report does not keep it from printing. */
const waits =
  /^(media-needed|media-jam|media-empty|door-open|cover-open|interlock-open|paused|moving-to-paused|toner-empty|marker-supply-empty|output-area-full|input-tray-missing|shutdown|stopped|offline|connecting-to-device|timed-out)(-error)?$|^media-(needed|empty)-warning$/
function attentionOf(printer: Attributes | undefined): string {
  const reasons = texts(printer, 'printer-state-reasons').filter((reason) => waits.test(reason))
  if (reasons.length === 0 && numberOf(printer, 'printer-state') !== printerStopped) return ''
  return (
    [texts(printer, 'printer-state-message')[0] ?? '', reasons.map((reason) => reason.replace(/-(error|warning)$/, '')).join(', ')]
      .filter(Boolean)
      .join(': ') || 'stopped'
  )
}

/** Finds the printer among its possible addresses and asks what it can. */
export async function askPrinter(client: PrinterClient, paths: readonly string[], before: () => Promise<void>): Promise<PrinterFacts> {
  let missing = new PrinterProblem('no-such-path', 'The printer has no such queue.', false)
  for (const path of paths) {
    await before()
    const names = [...formAttributes, 'media-supported', 'operations-supported', 'print-scaling-supported', 'printer-is-accepting-jobs']
    const request: IppRequest = {
      operation: operations.getPrinterAttributes,
      attributes: [
        ['uri', 'printer-uri', client.uri(path)],
        requester,
        ['keyword', asked, ...names, 'printer-state', 'printer-state-reasons', 'printer-state-message'],
      ],
    }
    try {
      const answer = await client.call(path, request)
      const printer = groupOf(answer, groups.printer)
      if (answer.status === status.notFound) continue
      if (!isOk(answer)) throw new PrinterProblem('refused', printerMessage(answer), false)
      if (printer === undefined) throw new PrinterProblem('not-ipp', 'The printer says nothing of itself.', false)
      return {
        path,
        form: formOf(printer),
        media: texts(printer, 'media-supported'),
        canScaleNot: texts(printer, 'print-scaling-supported').includes('none'),
        canValidate: (printer.get('operations-supported') ?? []).includes(operations.validateJob),
        accepting: printer.get('printer-is-accepting-jobs')?.[0] !== false,
        attention: attentionOf(printer),
      }
    } catch (error) {
      if (!(error instanceof PrinterProblem) || error.kind !== 'no-such-path') throw error
      missing = error
    }
  }
  throw missing
}

export interface DocumentToPrint {
  /** Names it for good: the printer is asked for this name before it is sent again. */
  name: string
  format: string
  media: string
}
function jobRequest(
  client: PrinterClient,
  operation: number,
  { path, media, canScaleNot }: PrinterFacts,
  document: DocumentToPrint,
): IppRequest {
  return {
    operation,
    attributes: [
      ['uri', 'printer-uri', client.uri(path)],
      requester,
      ['name', 'job-name', document.name],
      ['mimeType', 'document-format', document.format],
    ],
    job: [
      ...(media.length > 0 ? [['keyword', 'media', document.media] as const] : []),
      // Labels have their size; a page that is shrunk to what the printer reaches does not fit its shelf edge.
      ...(canScaleNot ? [['keyword', 'print-scaling', 'none'] as const] : []),
    ],
  }
}

/** Whether the printer would take it; undefined when it would. */
export async function validate(client: PrinterClient, printer: PrinterFacts, document: DocumentToPrint): Promise<Refusal | undefined> {
  const answer = await client.call(printer.path, jobRequest(client, operations.validateJob, printer, document))
  return isOk(answer) ? undefined : refusalOf(answer)
}

/** The number of the job; or why it was not taken. */
export async function print(
  client: PrinterClient,
  printer: PrinterFacts,
  document: DocumentToPrint,
  content: Uint8Array,
): Promise<number | Refusal> {
  const answer = await client.call(printer.path, jobRequest(client, operations.printJob, printer, document), content)
  if (!isOk(answer)) return refusalOf(answer)
  const number = numberOf(groupOf(answer, groups.job), 'job-id')
  // Taken, but without a number to ask for.
  if (number === undefined) throw new PrinterProblem('timeout', 'The printer took the document and did not say under which number.', true)
  return number
}

/** Looks for a job of ours by its name among those that wait and those that are over; `unknown` when the printer keeps no list. */
export async function findJob(
  client: PrinterClient,
  path: string,
  name: string,
  before: () => Promise<void>,
): Promise<number | undefined | 'unknown'> {
  for (const which of ['not-completed', 'completed']) {
    await before()
    const answer = await client.call(path, {
      operation: operations.getJobs,
      attributes: [
        ['uri', 'printer-uri', client.uri(path)],
        requester,
        ['integer', 'limit', 1000],
        ['keyword', asked, 'job-id', 'job-name'],
        ['keyword', 'which-jobs', which],
      ],
    })
    if (answer.status === status.operationNotSupported) return 'unknown'
    if (!isOk(answer) && answer.status !== status.notFound) throw new PrinterProblem('refused', printerMessage(answer), false)
    for (const { tag, attributes } of answer.groups)
      if (tag === groups.job && texts(attributes, 'job-name')[0] === name) return numberOf(attributes, 'job-id') ?? 'unknown'
  }
  return undefined
}

/** How a job is; undefined when the printer does not know it any more. */
export async function askJob(client: PrinterClient, path: string, number: number): Promise<JobFacts | undefined> {
  const names = [
    'job-state',
    'job-state-reasons',
    'job-state-message',
    'job-printer-state-message',
    'job-impressions-completed',
    'job-media-sheets-completed',
  ]
  const answer = await client.call(path, {
    operation: operations.getJobAttributes,
    attributes: [['uri', 'printer-uri', client.uri(path)], ['integer', 'job-id', number], requester, ['keyword', asked, ...names]],
  })
  if (answer.status === status.notFound) return undefined
  if (!isOk(answer)) throw new PrinterProblem('refused', printerMessage(answer), false)
  const job = groupOf(answer, groups.job)
  const state = numberOf(job, 'job-state')
  if (state === undefined) throw new PrinterProblem('not-ipp', 'The printer does not say how the job is.', false)
  const words = ['job-state-message', 'job-printer-state-message'].flatMap((name) => texts(job, name)).filter((text) => text.trim() !== '')
  const reasons = texts(job, 'job-state-reasons').filter((reason) => reason !== 'none')
  return {
    state,
    message: (words[0] ?? reasons.join(', ')).slice(0, 300),
    sheets: numberOf(job, 'job-impressions-completed') ?? numberOf(job, 'job-media-sheets-completed') ?? null,
  }
}

export async function cancelJob(client: PrinterClient, path: string, number: number): Promise<void> {
  await client.call(path, {
    operation: operations.cancelJob,
    attributes: [['uri', 'printer-uri', client.uri(path)], ['integer', 'job-id', number], requester],
  })
}
