/** One virtual printer: takes jobs, prints one after the other into a folder, and has the troubles it is told to have. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAnswer, type Group, type IppCall } from './ipp.ts'

const operations = {
  printJob: 0x0002,
  validateJob: 0x0004,
  cancelJob: 0x0008,
  getJobAttributes: 0x0009,
  getJobs: 0x000a,
  getPrinterAttributes: 0x000b,
}
const codes = {
  ok: 0,
  notPossible: 0x0404,
  notFound: 0x0406,
  formatNotSupported: 0x040a,
  operationNotSupported: 0x0501,
  notAccepting: 0x0506,
}
const states = { pending: 3, processing: 5, stopped: 6, cancelled: 7, aborted: 8, completed: 9 } as const
const formats = ['application/pdf', 'image/jpeg', 'image/png']
const media = ['iso_a4_210x297mm', 'iso_a6_105x148mm']

/** What is amiss with it. */
export interface Trouble {
  /** It does not answer. */
  offline: boolean
  /** No paper: jobs wait until there is some. */
  empty: boolean
  /** It takes no jobs. */
  refusing: boolean
  /** It gives every job up. */
  broken: boolean
}
export const noTrouble: Trouble = { offline: false, empty: false, refusing: false, broken: false }

export interface PrintedJob {
  id: number
  name: string
  state: (typeof states)[keyof typeof states]
  message: string
  pages: number
  printedPages: number
  /** Of the document in the printer's folder; empty until it is printed. */
  file: string
}
interface Job extends PrintedJob {
  document: Uint8Array
}

export interface VirtualPrinter {
  name: string
  trouble: Trouble
  jobs(): readonly PrintedJob[]
  /** The answer to a request; undefined when it does not answer. */
  answer(call: IppCall, uri: string): Buffer | undefined
  stop(): void
}

const tickMs = 50
/** Jobs it remembers. */
const maxRememberedJobs = 500

/** A printer that prints into a folder; `pageMs`: how long a page takes. */
export function createPrinter({ name, folder, pageMs = 400 }: { name: string; folder: string; pageMs?: number }): VirtualPrinter {
  const jobs: Job[] = []
  const trouble = { ...noTrouble }
  let last = 0
  let since = Date.now()

  const timer = setInterval(() => {
    const job = jobs.find((one) => one.state < states.cancelled)
    // The document of one that is printed whole is on its way to the disk, which may take longer than a tick.
    if (job === undefined || job.printedPages >= job.pages) return
    if (trouble.broken) finish(job, states.aborted, 'The fuser is broken.')
    else if (trouble.empty) {
      job.state = states.stopped
      job.message = 'Out of paper.'
      since = Date.now()
    } else if (job.state !== states.processing) {
      job.state = states.processing
      job.message = ''
      since = Date.now()
    } else if (Date.now() - since >= pageMs) {
      since = Date.now()
      job.printedPages++
      if (job.printedPages >= job.pages) void keep(job)
    }
  }, tickMs)
  timer.unref()

  function finish(job: Job, state: Job['state'], message: string) {
    job.state = state
    job.message = message
    job.document = new Uint8Array()
    if (jobs.length > maxRememberedJobs) jobs.splice(0, jobs.length - maxRememberedJobs)
  }
  async function keep(job: Job) {
    const document = job.document
    const file = fileNameOf(job)
    try {
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, file), document)
      job.file = file
      finish(job, states.completed, '')
    } catch (error) {
      finish(job, states.aborted, `The document could not be written: ${error instanceof Error ? error.message : ''}`)
    }
  }

  function take(call: IppCall, uri: string, isOnlyAsked: boolean): Buffer {
    const { attributes, requestId } = call
    const refuse = (code: number, message: string) => writeAnswer(code, requestId, [[1, { 'status-message': [message] }]])
    if (trouble.refusing) return refuse(codes.notAccepting, 'The printer takes no jobs.')
    const format = String(attributes.get('document-format') ?? 'application/pdf')
    if (!formats.includes(format)) return refuse(codes.formatNotSupported, `The printer cannot print ${format}.`)
    if (isOnlyAsked) return writeAnswer(codes.ok, requestId, [])
    const job = newJob(++last, call)
    jobs.push(job)
    return writeAnswer(codes.ok, requestId, [describeJob(job, uri)])
  }

  return {
    name,
    trouble,
    jobs: () => jobs,
    answer(call, uri) {
      if (trouble.offline) return undefined
      const { operation, requestId, attributes } = call
      const job = jobs.find((one) => one.id === attributes.get('job-id'))
      switch (operation) {
        case operations.getPrinterAttributes:
          return writeAnswer(codes.ok, requestId, [describePrinter({ name, trouble, jobs }, uri)])
        case operations.validateJob:
        case operations.printJob:
          return take(call, uri, operation === operations.validateJob)
        case operations.getJobs: {
          const wantsOver = attributes.get('which-jobs') === 'completed'
          const ofKind = jobs.filter((one) => one.state >= states.cancelled === wantsOver)
          return writeAnswer(
            codes.ok,
            requestId,
            ofKind.map((one) => describeJob(one, uri)),
          )
        }
        case operations.getJobAttributes:
          return job === undefined ? writeAnswer(codes.notFound, requestId, []) : writeAnswer(codes.ok, requestId, [describeJob(job, uri)])
        case operations.cancelJob:
          if (job === undefined) return writeAnswer(codes.notFound, requestId, [])
          if (job.state >= states.cancelled) return writeAnswer(codes.notPossible, requestId, [])
          finish(job, states.cancelled, 'Cancelled.')
          return writeAnswer(codes.ok, requestId, [])
        default:
          return writeAnswer(codes.operationNotSupported, requestId, [])
      }
    },
    stop: () => clearInterval(timer),
  }
}

const newJob = (id: number, { attributes, document }: IppCall): Job => ({
  id,
  name: String(attributes.get('job-name') ?? 'job'),
  state: states.pending,
  message: '',
  pages: pagesOf(document),
  printedPages: 0,
  file: '',
  document: Uint8Array.from(document),
})

const fileNameOf = ({ id, name }: Job): string => `${String(id).padStart(4, '0')} ${name.replaceAll(/[^\w .-]+/g, '_')}.pdf`

const pagesOf = (document: Uint8Array): number =>
  Buffer.from(document)
    .toString('latin1')
    .match(/\/Type \/Page\b(?!s)/g)?.length ?? 1

/** A job in the words of IPP. */
const describeJob = (job: Job, uri: string): Group => [
  2,
  {
    'job-id': [job.id],
    'job-uri': [`${uri}/${job.id}`],
    'job-name': [job.name],
    'job-state': [job.state],
    'job-state-reasons': [job.state === states.completed ? 'job-completed-successfully' : 'none'],
    ...(job.message !== '' && { 'job-state-message': [job.message] }),
    'job-impressions-completed': [job.printedPages],
  },
]

/** The printer in the words of IPP. */
const describePrinter = ({ name, trouble, jobs }: { name: string; trouble: Trouble; jobs: readonly Job[] }, uri: string): Group => [
  4,
  {
    'printer-uri-supported': [uri],
    'printer-name': [name],
    'printer-state': [trouble.empty ? 5 : jobs.some((job) => job.state === states.processing) ? 4 : 3],
    'printer-state-reasons': [trouble.empty ? 'media-empty-error' : 'none'],
    ...(trouble.empty && { 'printer-state-message': ['Out of paper'] }),
    'printer-is-accepting-jobs': [!trouble.refusing],
    'document-format-supported': formats,
    'media-supported': media,
    'print-scaling-supported': ['auto', 'fit', 'none'],
    'operations-supported': Object.values(operations),
  },
]
