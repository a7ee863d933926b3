/** What the values in paths must look like: by the parameter's name, everywhere the same. */
import * as z from 'zod'
import { allGroups, rootGroup } from './contents.ts'
import { plusMac } from './display-address.ts'
import { signageKinds } from './signage-stores.ts'
import { displaySoftwareKinds, mediaFileKinds, mediaKinds, mediaUses } from './media.ts'
import { madeKinds } from './playlists.ts'
import { epochSeconds, gwMac, sensorMac, storeCode, tagMac } from './schemas.ts'
import type { Schema } from './endpoint.ts'
import { storeType } from './stores.ts'
import { scriptKinds } from './scripts.ts'
import { allRowsLimit } from './table.ts'
import { exceptionKinds, notificationKeys } from './vocabulary.ts'

const opaque = z
  .string()
  .min(1)
  .max(200)
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  .regex(/^[^\u0000-\u001f\u007f]+$/, 'must not contain control characters')
/** Rows of a page, in an address. */
const pageRows = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a number of rows')
  .refine((rows) => Number(rows) <= allRowsLimit, `must be at most ${allRowsLimit}`)
const whole = z.string().regex(/^\d{1,19}$/, 'must be a number')

const rules: Record<string, Schema> = {
  storeCode,
  /** The specification writes an empty store code for the shared scope. */
  storeCodeOrShared: z.union([z.literal(''), storeCode]),
  gwMac,
  tagMac,
  sensorMac,
  taskId: whole,
  pageRows,
  plusMac,
  plusKind: z.enum(signageKinds),
  mediaFileKind: z.enum(mediaFileKinds),
  mediaKind: z.enum(mediaKinds),
  displaySoftware: z.enum(displaySoftwareKinds),
  mediaUse: z.enum(mediaUses),
  scheduleId: whole,
  contentId: whole,
  /** `all`, `root` or the number of a folder. */
  contentGroup: z.union([z.literal(allGroups), z.literal(rootGroup), whole]),
  showId: whole,
  setId: whole,
  timelineId: whole,
  madeKind: z.enum(madeKinds),
  madeId: whole,
  slot: whole,
  cardSize: z.string().regex(/^\d{1,4}x\d{1,4}$/, 'must be a size such as 320x158'),
  auditId: whole,
  promotionId: whole,
  storeType,
  webhookId: whole,
  runId: whole,
  tokenId: whole,
  bridgeId: whole,
  appId: whole,
  fileId: whole,
  rolloutId: whole,
  historyId: whole,
  updateId: whole,
  deliveryId: whole,
  roleId: z.string().regex(/^\d{1,9}$/, 'must be the number of a role'),
  line: z.string().regex(/^\d{1,9}$/, 'must be a line number'),
  script: z.enum(scriptKinds),
  scriptVersion: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a version')
    .transform(Number),
  exception: z.enum(exceptionKinds),
  notification: z.enum(notificationKeys),
  resumableId: z.string().regex(/^[0-9a-f]{32}$/, 'must be the name of an upload'),
  hash: z.string().regex(/^[0-9a-f]{64}$/, 'must be a content hash'),
  at: z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number)
    .pipe(epochSeconds),
}

/** The schema of a path parameter; names without a rule of their own are short texts without control characters. */
export function paramSchema(name: string): Schema {
  return rules[name] ?? opaque
}
