/** A printer played by hand: speaks IPP over HTTP on a free port, and does to jobs what a test says. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeAnswer, operations } from '../paper/papers/ipp/codec.ts'

interface Job {
  id: number
  name: string
  /** 3 waits, 5 prints, 7 cancelled, 8 aborted, 9 completed. */
  state: number
  message: string
  sheets: number
  document: Buffer
  attributes: Record<string, unknown>
}
export interface TestPrinter {
  /** What a paper file names. */
  address: string
  jobs: Job[]
  /** Operations in the order in which they came. */
  calls: number[]
  settings: {
    /** State that new jobs begin with. */
    begin: number
    reasons: string[]
    formats: string[]
    media: string[]
    accepting: boolean
    /** Status of the answers to an operation instead of the usual ones. */
    refuse: Map<number, number>
    /** Carried out, but the connection breaks before the answer. */
    loseAnswers: Set<number>
    /** The connection breaks before anything is done. */
    away: boolean
    /** The only path that exists. */
    path: string
  }
  close(): Promise<void>
}
type Value = string | number | boolean
const tagOf = (name: string, value: Value) =>
  typeof value === 'boolean' ? 0x22 : typeof value === 'number' ? (/state$|operations/.test(name) ? 0x23 : 0x21) : 0x44
function attribute(name: string, values: readonly Value[]): Buffer {
  const sized = (content: Buffer) => Buffer.concat([Buffer.of(content.length >> 8, content.length & 255), content])
  const bytes = (value: Value) => {
    if (typeof value === 'string') return Buffer.from(value)
    if (typeof value === 'boolean') return Buffer.of(value ? 1 : 0)
    const whole = Buffer.alloc(4)
    whole.writeInt32BE(value)
    return whole
  }
  const parts = values.map((value, place) =>
    Buffer.concat([Buffer.of(tagOf(name, value)), sized(Buffer.from(place === 0 ? name : '')), sized(bytes(value))]),
  )
  return Buffer.concat(parts)
}
/** An IPP answer of attribute groups, each with its tag. */
export function ippAnswer(status: number, groups: [tag: number, attributes: Record<string, readonly Value[]>][] = []): Buffer {
  const body = groups.map(([tag, attributes]) =>
    Buffer.concat([Buffer.of(tag), ...Object.entries(attributes).map(([name, values]) => attribute(name, values))]),
  )
  return Buffer.concat([Buffer.of(2, 0, status >> 8, status & 255, 0, 0, 0, 1), ...body, Buffer.of(3)])
}

/** Where the attributes of a request end and its document begins. */
function endOfAttributes(bytes: Buffer): number {
  let at = 8
  for (;;) {
    const tag = bytes[at++]!
    if (tag === 3) return at
    if (tag < 0x10) continue
    at += 2 + bytes.readUInt16BE(at)
    at += 2 + bytes.readUInt16BE(at)
  }
}

export async function startTestPrinter(): Promise<TestPrinter> {
  const jobs: Job[] = []
  const calls: number[] = []
  const settings: TestPrinter['settings'] = {
    begin: 9,
    reasons: ['none'],
    formats: ['application/pdf'],
    media: ['iso_a4_210x297mm', 'iso_a6_105x148mm'],
    accepting: true,
    refuse: new Map(),
    loseAnswers: new Set(),
    away: false,
    path: '/ipp/print',
  }
  const facts = (job: Job) => ({
    'job-id': [job.id],
    'job-name': [job.name],
    'job-state': [job.state],
    'job-state-message': [job.message],
    'job-impressions-completed': [job.sheets],
  })
  function answer(bytes: Buffer): Buffer {
    const { status: operation, groups } = decodeAnswer(bytes)
    calls.push(operation)
    const refused = settings.refuse.get(operation)
    if (refused !== undefined) return ippAnswer(refused, [[1, { 'status-message': ['told to refuse'] }]])
    const given = Object.fromEntries(groups.flatMap(({ attributes }) => [...attributes].map(([name, values]) => [name, values[0]])))
    const job = jobs.find((one) => one.id === given['job-id'])
    switch (operation) {
      case operations.getPrinterAttributes:
        return ippAnswer(0, [
          [
            4,
            {
              'document-format-supported': settings.formats,
              'media-supported': settings.media,
              'operations-supported': [operations.printJob, operations.validateJob],
              'printer-is-accepting-jobs': [settings.accepting],
              'printer-state-reasons': settings.reasons,
              'printer-state': [3],
            },
          ],
        ])
      case operations.printJob: {
        const document = bytes.subarray(endOfAttributes(bytes))
        const made = {
          id: jobs.length + 1,
          name: String(given['job-name']),
          state: settings.begin,
          message: '',
          sheets: 0,
          document,
          attributes: given,
        }
        jobs.push(made)
        return ippAnswer(0, [[2, facts(made)]])
      }
      case operations.getJobs:
        return ippAnswer(
          0,
          jobs.filter((one) => one.state < 7 === (given['which-jobs'] === 'not-completed')).map((one) => [2, facts(one)]),
        )
      case operations.getJobAttributes:
        return job === undefined ? ippAnswer(0x0406) : ippAnswer(0, [[2, facts(job)]])
      case operations.cancelJob:
        if (job !== undefined) job.state = 7
        return ippAnswer(0)
      default:
        return ippAnswer(0)
    }
  }
  const server = createServer((request, response: ServerResponse) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (settings.away) return request.socket.destroy()
      if (request.url !== settings.path) return response.writeHead(404).end()
      const bytes = Buffer.concat(parts)
      const content = answer(bytes)
      if (settings.loseAnswers.has(bytes.readUInt16BE(2))) return request.socket.destroy()
      return response.writeHead(200, { 'content-type': 'application/ipp' }).end(content)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server on TCP has an address.
  const { port } = server.address() as AddressInfo
  return {
    address: `127.0.0.1:${port}`,
    jobs,
    calls,
    settings,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
