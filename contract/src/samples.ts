/** Sample products: what a new store tries its labels with, until they are taken away again. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { storeCode, taskId } from './schemas.ts'

/**
 * Their codes mark them, so that they can be taken away exactly. They are bar codes with the GS1 prefix 952, which GS1 keeps for
 * demonstrations and examples: no product that is sold has one.
 */
export const sampleCodes = [
  '9520000000011',
  '9520000000028',
  '9520000000035',
  '9520000000042',
  '9520000000059',
  '9520000000066',
  '9520000000073',
  '9520000000080',
  '9520000000097',
  '9520000000103',
  '9520000000110',
  '9520000000127',
  '9520000000134',
  '9520000000141',
  '9520000000158',
  '9520000000165',
  '9520000000172',
  '9520000000189',
  '9520000000196',
  '9520000000202',
] as const
export type SampleCode = (typeof sampleCodes)[number]

export const samples = {
  state: endpoint('GET', '/samples/store/:storeCode', {
    access: 'product.read',
    store: 'params.storeCode',
    summary: 'The sample products that a store has, and what taking them away would do.',
    response: z.object({
      prCodeList: z.array(z.enum(sampleCodes)),
      /** In what they are made: the language and currency of the store. */
      locale: z.string(),
      currency: z.string(),
      /** Those of them that a family holds: they stay. */
      held: z.int(),
      /** Labels that show one that goes: they turn blank. */
      tagCount: z.int(),
      /** Those of these labels that show other products beside it. */
      sharedCount: z.int(),
    }),
  }),
  remove: endpoint('POST', '/samples/remove', {
    access: 'product.write',
    store: 'body.storeCode',
    summary:
      'Takes the sample products of a store away, all at once: labels that show one lose their products and turn blank, which needs tag.write; what a family holds stays.',
    body: z.strictObject({ storeCode }),
    response: z.object({
      removed: z.int(),
      /** Labels that turn blank. */
      tagCount: z.int(),
      /** The task that blanks them; null without one. */
      taskId: taskId.nullable(),
      message: z.string(),
    }),
  }),
}
