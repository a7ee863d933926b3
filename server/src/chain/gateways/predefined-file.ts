/** The file of predefined gateways: a header row, a gateway a line; empty lines and lines with # are skipped (specification 1 §5). */
import { channels } from '@endcap/contract/gateways'
import { gwMac, storeCode } from '@endcap/contract/schemas'
import { gatewayIpForm } from '@endcap/contract/vocabulary'
import type { UploadedFile } from '@endcap/contract/endpoint'
import { parse } from 'csv-parse'
import * as z from 'zod'
import { invalid } from '../../platform/base/errors.ts'
import { wordsOf } from '../../platform/http/check-request.ts'
import { drained } from '../../platform/http/uploads.ts'
import { decodeText, type TextReading } from '../../platform/text-files/decode.ts'
import { FileProblem } from '../../platform/text-files/file-problem.ts'

/** Whole numbers; what is left out is undefined. */
const whole = (min: number, max: number) => {
  const range = `must be ${min} to ${max}`
  return z.union([z.literal('').transform(() => undefined), z.coerce.number(range).int(range).min(min, range).max(max, range)]).optional()
}
const channel = whole(channels.first, channels.lastOutband)

const row = z.object({
  storeCode,
  gwMac,
  gwIndex: whole(0, 9999),
  ip: z.union([z.literal(''), z.string().regex(gatewayIpForm, 'must be an IPv4 address with port 8080')]).default(''),
  dataChannel: channel,
  eventChannel: channel,
  channelGroupIndex: whole(0, 255),
})
export type PredefinedLine = z.output<typeof row>

export interface ReadFile {
  lines: { line: number; gateway: PredefinedLine }[]
  /** What is wrong, each with its line. */
  errors: string[]
}

/** 400 "Invalid file format" for anything but .csv and .txt. */
export async function readPredefined(file: Pick<UploadedFile, 'name' | 'stream'>, text: TextReading): Promise<ReadFile> {
  if (!/\.(csv|txt)$/i.test(file.name)) throw invalid('Invalid file format', 'file')
  const lines: ReadFile['lines'] = []
  const errors: string[] = []
  const seen = new Set<string>()
  const parser = parse({
    bom: true,
    columns: true,
    trim: true,
    comment: '#',
    comment_no_infix: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: 100_000,
  })
  // An upload is read to its end, also when the parser has given up.
  const feed = (async () => {
    for await (const piece of decodeText(file.stream, text))
      if (!parser.destroyed && piece !== '' && !parser.write(piece)) await drained(parser)
    parser.end()
  })()
  feed.catch((error: Error) => parser.destroy(error))
  // What `info: true` makes of a line; the library types its stream as any.
  const rows: AsyncIterable<{ record: Record<string, string>; info: { lines: number } }> = parser
  try {
    for await (const { record, info } of rows) {
      const checked = row.safeParse(record, { error: wordsOf })
      if (!checked.success)
        errors.push(...checked.error.issues.map((issue) => `line ${info.lines}: ${issue.path.join('.')} ${issue.message}`))
      else if (seen.has(checked.data.gwMac)) errors.push(`line ${info.lines}: gateway ${checked.data.gwMac} stands twice in the file`)
      else {
        seen.add(checked.data.gwMac)
        lines.push({ line: info.lines, gateway: checked.data })
      }
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^(CSV_|INVALID_)/.test(String(error.code))) errors.push(error.message)
    else if (error instanceof FileProblem) errors.push(error.message)
    else throw error
  }
  await feed.catch((error: unknown) => {
    if (!(error instanceof FileProblem)) throw error
  })
  return { lines, errors }
}
