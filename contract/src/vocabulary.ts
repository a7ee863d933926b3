/** The words of the field as schemas: identifiers, states and times that several domains share. */
import * as z from 'zod'

/** A store's code: letters, digits and `_ . -`; it is part of topics, paths and file names. */
export const storeCode = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,31}$/, 'must be a store code: letters, digits, _ . -')
/** A gateway's hardware address: 12 hexadecimal digits, separators are dropped. */
export const gwMac = z
  .string()
  .transform((text) => text.replaceAll(/[:-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^[0-9A-F]{12}$/, 'must be a gateway MAC: 12 hexadecimal digits'))
/**
 * A tag's id: 16 hexadecimal digits, printed on the tag as its barcode and used as its radio address.
 * The ninth digit tells the screen size (specification 1 §9).
 */
export const tagMac = z
  .string()
  .transform((text) => text.replaceAll(/[:-]/g, '').trim().toUpperCase())
  .pipe(z.string().regex(/^[0-9A-F]{16}$/, 'must be a tag id: 16 hexadecimal digits'))
/** A product code as the retailer's files have it; opaque to us, without control characters. */
export const prCode = z
  .string()
  .trim()
  .min(1)
  .max(64)
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  .regex(/^[^\u0000-\u001f\u007f]+$/, 'must not contain control characters')
/** A task's id: digits. Requests carry -1 as the placeholder for a new task (specification 1 §9). */
export const taskId = z.string().regex(/^\d{1,19}$/)
export const newTaskId = z.union([z.literal(-1), z.literal('-1'), taskId]).optional()
/** Seconds since 1970 UTC. */
export const epochSeconds = z.int()
export const email = z.string().trim().toLowerCase().max(200).pipe(z.email())

export const nodeStatus = z.enum(['NORMAL', 'ALARM', 'OFFLINE'])
export type NodeStatus = z.infer<typeof nodeStatus>

/** Specification 1 §3; derived by the engine as docs/engine.md tells. */
export const tagStatus = z.enum(['OK', 'NG', 'UPDATE', 'DEASSIGN', 'MISSING', 'REQ_ONLY', 'REQ_ONLY2', 'WIP'])
export type TagStatus = z.infer<typeof tagStatus>
/** Specification 1 §4: what the dashboards call in progress and error; GOOD is the rest. */
export const inProgressStatuses = ['WIP', 'UPDATE'] as const satisfies readonly TagStatus[]
export const errorStatuses = ['NG', 'MISSING', 'REQ_ONLY', 'REQ_ONLY2'] as const satisfies readonly TagStatus[]

export const taskType = z.enum(['UPDATE', 'LAYOUT', 'ASSIGN', 'DEASSIGN', 'LED', 'PAGE', 'STATUS_CHECK'])
export type TaskType = z.infer<typeof taskType>

/** Where the life of one operation stands: three open states and four ends (docs/engine.md). */
export const deliveryState = z.enum(['QUEUED', 'RENDERED', 'SENT', 'SHOWN', 'SAME', 'SUPERSEDED', 'FAILED'])
export type DeliveryState = z.infer<typeof deliveryState>
export const openDeliveryStates = ['QUEUED', 'RENDERED', 'SENT'] as const satisfies readonly DeliveryState[]

export const failureReason = z.enum([
  'render-overflow',
  'render-missing-glyph',
  'render-error',
  'no-layout',
  'unknown-model',
  'gateway-offline',
  'gateway-refused',
  'tag-silent',
  'tag-refused',
  'transfer-timeout',
  'retries-exhausted',
  'unsupported',
  'cancelled',
  'decorator-error',
])
export type FailureReason = z.infer<typeof failureReason>

/** What one delivery wants from its tag. */
export const operationKind = z.enum(['SHOW', 'BLANK', 'LED', 'PAGE', 'STATUS_CHECK'])
export type OperationKind = z.infer<typeof operationKind>

export const languages = ['en_US', 'ja_JP', 'ko_KR'] as const
export type Language = (typeof languages)[number]

/** Every answer to a failed call: `code` is stable and translated by the console, `message` is the English sentence. */
export const errorAnswer = z.object({
  code: z.string(),
  message: z.string(),
  /** The field or file line that was wrong, where one can be named. */
  field: z.string().optional(),
  /** Several faults at once, such as the bad lines of a file. */
  error: z.array(z.string()).optional(),
})
export type ErrorAnswer = z.infer<typeof errorAnswer>
