/** All lines of a product file that are wrong, as a CSV file: of one that is sent for it, and of one that was received. */
import { createReadStream } from 'node:fs'
import { PassThrough } from 'node:stream'
import { csvLine, csvStart } from '@endcap/contract/csv'
import type { ColumnMapping } from '@endcap/contract/file-columns'
import type { FileAnswer } from '@endcap/contract/endpoint'
import { sayFileReason, wrongLineHeads } from '@endcap/contract/file-reason-words'
import type { Language } from '@endcap/contract/vocabulary'
import { invalid, notFound, unknownStore } from '../../platform/base/errors.ts'
import type { Context } from '../../platform/context.ts'
import type { Session } from '../../platform/http/session.ts'
import { drained } from '../../platform/http/uploads.ts'
import type { TextReading } from '../../platform/text-files/decode.ts'
import { storeLanguages } from '../../platform/text-files/languages.ts'
import { isTextFile, shownName, type FileToReceive } from '../file-imports/receive.ts'
import { allowsGoodLines, findFile } from './product-files.queries.ts'
import { readProducts, refuseUnfitMapping, textOfReceived, type Bringer } from './product-files.service.ts'
import type { WrongProduct } from './read-file.ts'
import { requireBlob } from '../../platform/blobs/require-blob.ts'

interface Source {
  storeCode: string
  name: string
  content: () => AsyncIterable<Uint8Array>
  text: TextReading
  /** Its good lines may be applied without the wrong ones. */
  goodAlone: boolean
  language: Language
  wholeChain: boolean
  mapping: ColumnMapping | undefined
}

/** Of a file that is sent: nothing of it is kept. It is received first, for many clients read no answer before they have sent everything. */
export async function findWrongLines(
  context: Context,
  { storeCode, language }: { storeCode: string; language: Language },
  { name, stream, encoding }: FileToReceive['file'],
  { wholeChain, mapping }: Pick<Bringer, 'wholeChain' | 'mapping'>,
): Promise<FileAnswer> {
  const { db, blobs } = context
  if (!isTextFile(name)) throw invalid('Invalid file format', 'file')
  const goodAlone = await allowsGoodLines(db, storeCode)
  if (goodAlone === undefined) throw unknownStore(storeCode, 'storeCode')
  await refuseUnfitMapping(context, storeCode, mapping)
  const text = { languages: await storeLanguages(db, storeCode), encoding }
  const received = await blobs.receive(stream)
  const content = () => createReadStream(received.path)
  return listWrongLines(context, { storeCode, name, content, text, goodAlone, language, wholeChain, mapping }, () => received.drop())
}

/** Of a file in the history. */
export async function findReceivedWrongLines(
  context: Context,
  { stores }: Session,
  { fileId, language }: { fileId: string; language: Language },
): Promise<FileAnswer> {
  const { db, blobs } = context
  const found = await findFile(db, stores, fileId, ['product'])
  if (found === undefined) throw notFound('There is no such product file.')
  const { upload, blob, mapping } = found
  if (blob === null) throw notFound('The file is not there any more.')
  await requireBlob(blobs, blob)
  const { storeCode, fileName: name, leftOutCount } = upload
  const text = await textOfReceived(db, upload)
  const content = () => blobs.read(blob)
  const source = { storeCode, name, content, text, goodAlone: leftOutCount > 0, language, wholeChain: stores === 'all', mapping }
  return listWrongLines(context, source)
}

/** The lines are written while they are found, as fast as they are read. */
function listWrongLines(context: Context, source: Source, done: () => Promise<void> = async () => undefined): FileAnswer {
  const out = new PassThrough()
  const write = async (lines: string) => {
    if (out.destroyed) throw new Error('The client has left.')
    if (!out.write(lines)) await drained(out)
  }
  const work = async () => {
    await write(csvStart + csvLine(wrongLineHeads[source.language]))
    await readWrongLines(context, source, (wrong) => write(wrong.map((one) => csvLine(cellsOf(one, source.language))).join('')))
  }
  void work()
    .then(() => void out.end())
    .catch((error: Error) => void out.destroy(error))
    .finally(() => void done().catch(() => undefined))
  return { name: `${shownName(source.name).replace(/\.\w+$/, '')}.wrong-lines.csv`, type: 'text/csv; charset=utf-8', content: out }
}

async function readWrongLines(
  context: Context,
  { storeCode, name, content, text, goodAlone, wholeChain, mapping }: Source,
  onWrong: (wrong: readonly WrongProduct[]) => Promise<void>,
): Promise<void> {
  const common = { storeCode, name, content, text, goodAlone, wholeChain, mapping, real: false, onRows: async () => undefined }
  // Whether a line stands beside a wrong one is known at the end of the file.
  const { besideWrong } = goodAlone ? await readProducts(context, common) : {}
  await readProducts(context, { ...common, onWrong, ...(besideWrong !== undefined && { besideWrong }) })
}

const cellsOf = ({ line, text, field, reason }: WrongProduct, language: Language) => [
  line ?? null,
  field,
  typeof reason === 'string' ? reason : sayFileReason(reason, language),
  text ?? '',
]
