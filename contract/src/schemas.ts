/** Checks of what several domains share: identifiers, times, states, the error answer. */
import * as z from 'zod'
import { fileReading, fileReason } from './file-reasons.ts'
import { isNfcAddress, maxNfc, nfcProblem } from './nfc.ts'
import * as words from './vocabulary.ts'

/** A store's code: letters, digits and `_ . -`; it is part of topics, paths and file names. */
export const storeCode = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,31}$/, 'must be a store code: letters, digits, _ . -')
/** A gateway's hardware address: 12 hexadecimal digits, separators are dropped. */
export const gwMac = z
  .string()
  .transform((text) => text.replaceAll(/[:-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^[0-9A-F]{12}$/, 'must be a gateway MAC: 12 hexadecimal digits'))
/** The specification's sentence for what must be given, where nothing was; another kind of value is told as such. */
export const orSay = (sentence: string) => (issue: z.core.$ZodRawIssue) =>
  issue.input === undefined || issue.input === null || issue.input === '' ? sentence : undefined
const enterTag = 'Enter Tag ID, Please!'
/**
 * A tag's id: 16 hexadecimal digits, printed on the tag as its barcode and used as its radio address.
 * The ninth digit tells the screen size (specification 1 §9).
 */
export const tagMac = z
  .string({ error: orSay(enterTag) })
  .refine((text) => text.trim() !== '', { error: enterTag, abort: true })
  .transform(words.normaliseTagMac)
  .pipe(z.string().regex(words.tagMacForm, 'must be a tag id: 16 hexadecimal digits'))
/** A model of tags: the specification's features and size, such as `B5`, or the id of another family's, such as `oepl-33`. */
export const tagType = z
  .string()
  .max(40)
  .regex(
    /^(?:[0-9A-Fa-f]{2}|[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+)$/,
    'must be a tag type: two hexadecimal digits, or an id such as oepl-33',
  )
  .transform((text) => (text.length === 2 ? text.toUpperCase() : text.toLowerCase()))
/** A size as products name those of their tags: `R266`; `800x480` where its inches are not known. */
export const sizeCode = z.string().regex(/^(R\d{3,4}N?|\d{1,4}x\d{1,4}|UNKNOWN)$/, 'must be a size such as R266')
/** A sensor's id: 16 hexadecimal digits, printed on it, as a tag's. */
export const sensorMac = z
  .string()
  .transform(words.normaliseTagMac)
  .pipe(z.string().regex(words.tagMacForm, 'must be a sensor id: 16 hexadecimal digits'))
/** A product code; `sentence` is said where there is none. */
export const prCodeOr = (sentence: string) =>
  z
    .string({ error: orSay(sentence) })
    .trim()
    .min(1, sentence)
    .max(64)
    // oxlint-disable-next-line no-control-regex -- control characters are what is refused
    .regex(/^[^\u0000-\u001f\u007f]+$/, 'must not contain control characters')
/** A product code as the retailer's files have it; opaque to us, without control characters. */
export const prCode = prCodeOr('Enter Product Code, Please!')
/** A task's id: digits. Requests carry -1 as the placeholder for a new task (specification 1 §9). */
export const taskId = z.string().regex(/^\d{1,19}$/, 'must be the id of a task')
const newTaskId = z.union([z.literal(-1), z.literal('-1'), z.int().nonnegative().transform(String), taskId]).optional()
/** What calls that begin a task carry. */
export const forNewTask = { taskId: newTaskId, priorTaskId: newTaskId, storeCode }
/** The id of something that the server numbers. */
export const numberId = z.string().regex(/^\d{1,18}$/, 'must be a number')
/** The years 1 to 9999: what a calendar, JavaScript and every database can say. In seconds since 1970 UTC. */
export const earliestEpoch = -62_135_596_800
export const latestEpoch = 253_402_300_799
/** Seconds since 1970 UTC. */
export const epochSeconds = z.int().min(earliestEpoch).max(latestEpoch)
/** The same in an address. */
export const secondsQuery = z
  .string()
  .regex(/^\d{1,11}$/, 'must be epoch seconds')
  .transform(Number)
  .optional()
/** Percent in use, of memory and of a disk, as gateways and servers tell it (specification 1 §3). */
export const memoryUse = z.object({ percent: z.number() })
export const diskUse = z.object({ path: z.string(), percent: z.number() })
/** Samples of the time asked for. */
export const samplesQuery = z.object({ start: secondsQuery, end: secondsQuery })
export const samples = <Sample extends z.core.$ZodType>(sample: Sample) =>
  z.object({ start: epochSeconds, end: epochSeconds, data: z.array(sample) })
const enterEmail = 'Enter Email, please!'
export const email = z
  .string({ error: orSay(enterEmail) })
  .trim()
  .toLowerCase()
  .min(1, enterEmail)
  .max(200)
  .pipe(z.email())

/** The answer of a write that has nothing else to tell; its words are for the dialog (specification 1 §8: `Complete!`). */
export const done = z.object({ message: z.string() })

export const nodeStatus = z.enum(words.nodeStatuses)
export const tagStatus = z.enum(words.tagStatuses)
export const taskType = z.enum(words.taskTypes)
export const deliveryState = z.enum(words.deliveryStates)
export const failureReason = z.enum(words.failureReasons)
export const operationKind = z.enum(words.operationKinds)

/** Every answer to a failed call: `code` is stable and translated by the console, `message` is the English sentence. */
export const errorAnswer = z.object({
  code: z.string(),
  message: z.string(),
  /** The field or file line that was wrong, where one can be named. */
  field: z.string().optional(),
  /** Several faults at once, such as the bad lines of a file. */
  error: z.array(z.string()).optional(),
  /** Those of them that can be said in any language. */
  reasons: z.array(fileReason).optional(),
  /** Of a file whose encoding is not certain: how it reads in each that could be meant. */
  readings: z.array(fileReading).optional(),
  /** What the console fills into its own sentence for the code. */
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** Of a sign-in whose password was right: what its second step presents. */
  challenge: z.string().optional(),
})
export type ErrorAnswer = z.infer<typeof errorAnswer>
/** The answer of a removal of several that leaves what is in use: with the names of those that use it. */
export const removedSome = done.extend({
  deleted: z.array(z.string()),
  inUse: z.array(z.object({ id: z.string(), name: z.string(), users: z.array(z.string()) })),
})

/** What a phone opens that is held to the tag. */
export const nfcInput = z.string().trim().max(maxNfc).refine(isNfcAddress, nfcProblem)
