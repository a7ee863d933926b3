/** Sends large files by the tus protocol: they go on after a lost connection, and where they were when the same file is chosen again. */
import { CallError } from '@endcap/contract/client'
import type { ErrorAnswer } from '@endcap/contract/schemas'
import { isRecord } from '@endcap/contract/typed-object'
import type { DetailedError, Upload } from 'tus-js-client'
import { callsOf, type Services } from '../app/services.ts'

/** Larger files are sent so; smaller ones are sent anew as quickly. */
export const resumableBytes = 8_000_000
/** What one request brings: proxies that collect whole requests before they pass them on lose that at most. */
const requestBytes = 64 * 1024 * 1024
/** Without progress for so long, the connection is taken for lost: a pulled cable says nothing. */
const silentMs = 30_000
const longestPauseMs = 5000
/** For as long as an unfinished file stays on the server. */
const pauses = Array.from({ length: 86_400_000 / longestPauseMs }, (_, n) => Math.min(longestPauseMs, n * 1000))

/** Why an upload is stopped: `cancelled` throws away what is on the server; else the same file goes on there later. */
export const cancelled = 'cancelled'

export interface Watched {
  /** 0 to 1. */
  onSent: (part: number) => void
  /** There is no connection, or there is one again. */
  onWaiting: (waiting: boolean) => void
  signal: AbortSignal
}
interface Outgoing extends Watched {
  file: File
  /** Of the calls that take it, below the API. */
  path: string
  /** Besides its name. */
  fields: Record<string, string>
}
/** What the server says of a file of which all is there. */
interface State<T> {
  taken?: T | undefined
  refused?: { status: number; answer: ErrorAnswer } | undefined
}

/** Resolves with what came of the file; rejects with why it was refused. `stateOf` asks the server by the name of the upload. */
export async function sendInParts<T>(
  session: Services['session'],
  outgoing: Outgoing,
  stateOf: (name: string) => Promise<State<T>>,
): Promise<T> {
  const upload = await sendAll(session, outgoing)
  const { taken, refused } = await answered(() => stateOf(nameIn(upload.url)), outgoing)
  if (taken !== undefined) return taken
  throw new CallError(refused?.status ?? 0, refused?.answer ?? { code: 'upload-incomplete', message: 'The file is not complete.' })
}
const nameIn = (url: string | null) => url?.split('/').at(-1) ?? ''

async function sendAll(session: Services['session'], { file, path, fields, onSent, onWaiting, signal }: Outgoing): Promise<Upload> {
  const tus = await import('tus-js-client')
  const { baseUrl, headers, session: signedIn } = callsOf(session)
  const email = signedIn()?.email ?? ''
  const id = JSON.stringify([email, path, fields, file.name, file.size, file.lastModified])
  let moved = Date.now()
  let sent = 0
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const upload = new tus.Upload(file, {
    endpoint: new URL(baseUrl + path, location.href).href,
    headers: { ...headers, 'access-email': email },
    metadata: { filename: file.name, ...fields },
    chunkSize: requestBytes,
    retryDelays: pauses,
    fingerprint: async () => id,
    removeFingerprintOnSuccess: true,
    onProgress: (bytes) => {
      if (bytes === sent) return
      ;[sent, moved] = [bytes, Date.now()]
      onWaiting(false)
      onSent(bytes / file.size)
    },
    onShouldRetry: (error) => {
      const status = statusOf(error)
      onWaiting(status === 0 || status >= 502)
      return mayPass(status, answerOf(error))
    },
    onSuccess: () => resolve(),
    onError: (error) => reject(toCallError(error)),
  })
  const earlier = await upload.findPreviousUploads()
  signal.throwIfAborted()
  if (earlier[0] !== undefined) upload.resumeFromPreviousUpload(earlier[0])
  const stop = () => {
    void upload.abort(signal.reason === cancelled).catch(() => undefined)
    reject(signal.reason)
  }
  signal.addEventListener('abort', stop)
  const watch = setInterval(() => {
    const isAnswerDue = sent === file.size || (sent > 0 && sent % requestBytes === 0)
    if (isAnswerDue || Date.now() - moved < silentMs) return
    moved = Date.now()
    onWaiting(true)
    void upload.abort().then(() => signal.aborted || upload.start())
  }, longestPauseMs)
  try {
    upload.start()
    await promise
    return upload
  } catch (error) {
    // Refused: chosen again, it begins anew.
    if (error instanceof CallError)
      for (const { urlStorageKey } of await upload.findPreviousUploads()) await tus.defaultOptions.urlStorage.removeUpload(urlStorageKey)
    throw error
  } finally {
    clearInterval(watch)
    signal.removeEventListener('abort', stop)
  }
}

/** Asks until there is an answer. */
async function answered<T>(ask: () => Promise<T>, { onWaiting, signal }: Watched): Promise<T> {
  for (;;) {
    signal.throwIfAborted()
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof CallError) || !mayPass(error.status, error.answer)) throw error
      onWaiting(error.status === 0)
      await new Promise((resolve) => setTimeout(resolve, longestPauseMs))
    }
  }
}

const statusOf = (error: Error | DetailedError): number => ('originalResponse' in error ? (error.originalResponse?.getStatus() ?? 0) : 0)
function answerOf(error: Error | DetailedError): ErrorAnswer | undefined {
  if (!('originalResponse' in error)) return undefined
  try {
    const answer: unknown = JSON.parse(error.originalResponse?.getBody() ?? '')
    return isRecord(answer) && typeof answer.message === 'string' ? { code: 'fault', ...answer, message: answer.message } : undefined
  } catch {
    return undefined
  }
}
/** The same may go well in a moment: there was no answer, the server was busy, or a proxy answered in its place. A full disk stays full. */
export const mayPass = (status: number, { code = '' }: Partial<ErrorAnswer> = {}): boolean =>
  !['files-full', 'disk-full'].includes(code) &&
  (status === 0 || status === 423 || status === 429 || status >= 500 || code === 'upload-offset')
const toCallError = (error: Error | DetailedError): CallError =>
  new CallError(statusOf(error), answerOf(error) ?? { code: `http-${statusOf(error)}`, message: error.message })
