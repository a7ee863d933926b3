/** The logs of a gateway: gmp.log of its line and its operations, grm.log of its radio; and how log files are cut into messages. */
import { logPartBytes, maxLogParts, type UpMessage } from '../messages.ts'

export type LogName = 'gmp' | 'grm'
export interface LogFile {
  /** A name without a path. */
  name: string
  content: Uint8Array
}
export interface Logs {
  /** A line into one of them. */
  note(file: LogName, text: string): void
  files(): LogFile[]
}

/** Lines kept of each log. */
const maxLines = 4000

/** Empty logs; `now` in milliseconds. */
export function createLogs(now: () => number): Logs {
  const logs: Record<LogName, string[]> = { gmp: [], grm: [] }
  return {
    note(file, text) {
      const lines = logs[file]
      lines.push(`${new Date(now()).toISOString()} ${file} ${text}\n`)
      if (lines.length > maxLines) lines.splice(0, lines.length - maxLines)
    },
    files: () => (['gmp', 'grm'] as const).map((name) => ({ name: `${name}.log`, content: Buffer.from(logs[name].join('')) })),
  }
}

/** The messages that bring these files for a request. Every part counts towards what one request may bring: of what is longer the end is sent. */
export function* logMessages(request: string, files: readonly LogFile[], modifiedAt: number): Generator<UpMessage<'log'>> {
  let left = maxLogParts
  for (const { name, content } of files) {
    const room = Math.max(0, Math.min(content.byteLength, left * logPartBytes))
    const tail = content.subarray(content.byteLength - room)
    const parts = Math.max(1, Math.ceil(tail.byteLength / logPartBytes))
    left -= parts
    for (let part = 0; part < parts; part++) {
      const slice = Buffer.from(tail.subarray(part * logPartBytes, (part + 1) * logPartBytes))
      yield { request, file: name, modifiedAt, part, parts, content: slice.toString('base64') }
    }
  }
}
