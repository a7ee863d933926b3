/**
 * Answers that several callers get alike: checked and written once for all of them, and compressed once for each way that they take. What is
 * written goes with the answer, as soon as no call and no pace holds it.
 */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A smaller one is sent as it is, as by `@fastify/compress`. */
export const compressedFromBytes = 2048
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const pack = {
  br: (text: Buffer) => promisify(brotliCompress)(text, brotliOptions),
  gzip: (text: Buffer) => promisify(gzip)(text),
}
type Encoding = keyof typeof pack
/** In the order in which they are chosen. */
const encodings: readonly Encoding[] = ['br', 'gzip']

interface Written {
  text?: Buffer
  packed: Map<Encoding, Promise<Buffer>>
}
const shared = new WeakMap<object, Written>()

/** Marks an answer that several calls give: they must not change it. */
export function shareAnswer<T extends object>(answer: T): T {
  shared.set(answer, { packed: new Map() })
  return answer
}

const writtenOf = (answer: unknown) => (typeof answer === 'object' && answer !== null ? shared.get(answer) : undefined)
export const isShared = (answer: unknown): boolean => writtenOf(answer) !== undefined

/** `write`: checks the answer and gives what is written; called once for all that share it. */
export async function sendShared(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { answer, write }: { answer: unknown; write: () => unknown },
): Promise<FastifyReply> {
  const written: Written = writtenOf(answer) ?? { packed: new Map() }
  const text = (written.text ??= Buffer.from(JSON.stringify(write())))
  void reply.type('application/json; charset=utf-8')
  if (text.byteLength < compressedFromBytes) return reply.send(text)
  void reply.header('vary', 'accept-encoding')
  const encoding = chosenOf(headers['accept-encoding'])
  if (encoding === undefined) return reply.send(text)
  const packed = written.packed.get(encoding) ?? pack[encoding](text)
  written.packed.set(encoding, packed)
  return reply.header('content-encoding', encoding).send(await packed)
}

/** The best that the caller takes. */
function chosenOf(header: string | string[] | undefined): Encoding | undefined {
  const taken = String(header ?? '')
    .toLowerCase()
    .split(',')
    .filter((one) => !/;\s*q=0(?:\.0*)?\s*$/.test(one))
    .map((one) => one.split(';', 1)[0]?.trim())
  return encodings.find((encoding) => taken.includes(encoding))
}
