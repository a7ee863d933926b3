/** What needs a person today, by cause and ranked by harm: above the dashboard's charts, and as lists of labels to walk to. */
import * as z from 'zod'
import { chosenStores } from './dashboard.ts'
import { endpoint } from './endpoint.ts'
import { epochSeconds } from './schemas.ts'

/** Causes in the order of the harm that they do. */
export const causeKinds = [
  'wrong-price',
  'store-offline',
  'files-refused',
  'promotions-empty',
  'gateway-offline',
  'displays-offline',
  'approvals',
  'low-battery',
  'access-points',
] as const
export type CauseKind = (typeof causeKinds)[number]
/** Causes whose labels a person walks to. */
export const walkKinds = ['wrong-price', 'low-battery'] as const
export type WalkKind = (typeof walkKinds)[number]

/** Examples that a cause names; its count tells how many there are. */
export const namedExamples = 5
/** Failed labels whose prices are compared, those that failed last first: what an answer costs is bounded. */
export const comparedLabels = 2000
/** A refused file is told of for this many days, or until a later one of its kind is taken in. */
export const refusedFileDays = 7
/** Labels of a walking list. */
export const walkedLabels = 500
/** A screen asks at most once in this time. */
export const todayRestMs = 10_000

const place = z.object({
  storeCode: z.string(),
  storeName: z.string(),
  /** The clock that its times are told by. */
  timeZone: z.string(),
})
const label = place.extend({
  tagMac: z.string(),
  prCode: z.string().nullable(),
  /** What its product is called; empty where it has no name. */
  prName: z.string(),
  /** The gateway that it is reached through: where in the store it hangs. */
  gwMac: z.string().nullable(),
  gwIndex: z.int().nullable(),
  /** As labels say it: on the glass, and what it should be; empty in lists that are not about prices. */
  priceOnGlass: z.string(),
  price: z.string(),
  /** What the glass asks too much (above 0) or too little, in percent of the right price; null where one is no amount above 0. */
  percent: z.number().nullable(),
  /** When its last update failed, or it was heard last. */
  since: epochSeconds.nullable(),
})
export interface WalkLabel extends z.infer<typeof label> {}

const counted = {
  /** Of what the cause is about: labels, stores, gateways, files. */
  count: z.int(),
  stores: z.int(),
}
const cause = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('wrong-price'),
    ...counted,
    /** There are more failed labels than were compared: it may be more. */
    orMore: z.boolean(),
    examples: z.array(label),
  }),
  z.object({
    kind: z.literal('store-offline'),
    ...counted,
    examples: z.array(
      place.extend({
        /** Since when none of its gateways is on line. */
        since: epochSeconds,
        gateways: z.int(),
        labels: z.int(),
        /** Those of the labels that show a wrong price; null for accounts that may not read tags. */
        wrong: z.int().nullable(),
        /** Its gateways fell silent within a minute: the line or the power is the cause. */
        together: z.boolean(),
      }),
    ),
  }),
  z.object({
    kind: z.literal('files-refused'),
    ...counted,
    examples: z.array(place.extend({ fileId: z.string(), fileName: z.string(), since: epochSeconds, errorCount: z.int() })),
  }),
  /** Promotions that run and change no label. `since`: by the clock of the store where each began first. */
  z.object({
    kind: z.literal('promotions-empty'),
    ...counted,
    examples: z.array(place.extend({ name: z.string(), storeType: z.string(), since: epochSeconds })),
  }),
  z.object({
    kind: z.literal('gateway-offline'),
    ...counted,
    examples: z.array(place.extend({ gwMac: z.string(), since: epochSeconds, labels: z.int() })),
  }),
  /** Displays that do not answer, in stores whose outage is not told of already. */
  z.object({
    kind: z.literal('displays-offline'),
    ...counted,
    examples: z.array(place.extend({ mac: z.string(), name: z.string(), since: epochSeconds })),
  }),
  z.object({
    kind: z.literal('approvals'),
    ...counted,
    gateways: z.int(),
    displays: z.int(),
    /** The store that it names; null where it names none. */
    examples: z.array(
      z.object({
        device: z.enum(['gateway', 'display']),
        mac: z.string(),
        storeCode: z.string().nullable(),
        address: z.string(),
        since: epochSeconds,
      }),
    ),
  }),
  z.object({ kind: z.literal('low-battery'), ...counted, examples: z.array(place.extend({ labels: z.int() })) }),
  z.object({
    kind: z.literal('access-points'),
    ...counted,
    examples: z.array(place.extend({ gwMac: z.string(), name: z.string(), since: epochSeconds, labels: z.int() })),
  }),
])
export type Cause = z.infer<typeof cause>

export const today = {
  causes: endpoint('GET', '/stats/today', {
    access: 'dashboard.read',
    store: 'account',
    summary: 'What needs a person in the account’s stores, or in those named in `stores`: by cause, the worst first.',
    query: z.object({ stores: chosenStores }),
    response: z.object({ at: epochSeconds, causeList: z.array(cause) }),
  }),
  walk: endpoint('GET', '/stats/today/walk', {
    access: 'tag.read',
    store: 'account',
    summary: 'The labels of a cause, store by store and gateway by gateway, in the order in which a person walks to them.',
    query: z.object({ kind: z.enum(walkKinds).default('wrong-price'), stores: chosenStores }),
    response: z.object({
      labelList: z.array(label),
      /** There are, or may be, more labels than these. */
      more: z.boolean(),
      /** More labels have failed than were compared: `comparedLabels`, those that failed last. */
      orMore: z.boolean(),
    }),
  }),
}
