/**
 * Software of the gateways (specification 2 §2, §3, §7, §9): upgrade files are taken in, and rolled out in stages: to one gateway first, to
 * the rest when that one works.
 */
import * as z from 'zod'
import { endpoint, file, upload } from './endpoint.ts'
import { done, epochSeconds, gwMac, nodeStatus, storeCode } from './schemas.ts'
import { readTable, tableEndpoint, tableFields } from './table.ts'
import { components } from './upgrade-file.ts'

/** Files that wait to be taken in at one time (specification 2 §9). */
export const upgradeQueueLength = 10
export const upgradeMaxBytes = 500_000_000
/** Bytes of one part of a file that is sent in parts: what a lost connection may cost. */
export const uploadPartBytes = 2_000_000

/** FIRST: the first gateway is to show that it works. REST: the others, some at a time. */
export const rolloutStates = ['FIRST', 'REST', 'STOPPED', 'DONE'] as const
export type RolloutState = (typeof rolloutStates)[number]
export const stopReasons = ['first-failed', 'too-many-failed', 'person'] as const
export type StopReason = (typeof stopReasons)[number]
/**
 * WAITING: its turn has not come, or it is offline. LOADING: it was asked to load the file. RESTARTING: it has it and starts anew. CHECKING: it
 * is back with the new version and is to stay well. SKIPPED: it needs nothing, or must not get it. UNTOUCHED: the roll-out was ended before.
 */
export const upgradeStates = ['WAITING', 'LOADING', 'RESTARTING', 'CHECKING', 'DONE', 'FAILED', 'SKIPPED', 'UNTOUCHED'] as const
export type UpgradeState = (typeof upgradeStates)[number]
export const upgradeReasons = [
  ...(['refused', 'load-timeout', 'not-back', 'old-version', 'went-away', 'restarts-again', 'unwell', 'removed'] as const),
  ...(['has-it', 'below-minimum'] as const),
] as const
export type UpgradeReason = (typeof upgradeReasons)[number]

const component = z.enum(components)
export const upgradeFile = z.object({
  fileId: z.string(),
  fileName: z.string(),
  component,
  version: z.string(),
  minimumVersion: z.string().nullable(),
  notes: z.string(),
  /** Of the image that gateways load. */
  bytes: z.int(),
  sha256: z.string(),
  uploadedBy: z.string(),
  updatedAt: epochSeconds,
})
export interface UpgradeFile extends z.infer<typeof upgradeFile> {}

const rollout = z.object({
  rolloutId: z.string(),
  component,
  version: z.string(),
  state: z.enum(rolloutStates),
  paused: z.boolean(),
  stopReason: z.enum(stopReasons).nullable(),
  /** The gateway that goes first; null until one is chosen. */
  firstGateway: z.string().nullable(),
  concurrency: z.int(),
  watchSeconds: z.int(),
  maxFailedPercent: z.int(),
  total: z.int(),
  /** Gateways by where they are; all of them together are `total`. */
  counts: z.record(z.enum(upgradeStates), z.int()),
  startedBy: z.string(),
  startedAt: epochSeconds,
  finishedAt: epochSeconds.nullable(),
})
export interface Rollout extends z.infer<typeof rollout> {}

const upgradedGateway = z.object({
  storeCode: z.string(),
  storeName: z.string(),
  gwMac: z.string(),
  first: z.boolean(),
  state: z.enum(upgradeStates),
  reason: z.enum(upgradeReasons).nullable(),
  /** What the gateway itself said of it. */
  detail: z.string(),
  fromVersion: z.string(),
  /** What it reports now. */
  nowVersion: z.string(),
  online: z.boolean(),
  updatedAt: epochSeconds,
})
export interface UpgradedGateway extends z.infer<typeof upgradedGateway> {}

/** Versions of one program on the gateways of the account's stores. */
const versionCount = z.object({ component, version: z.string(), gateways: z.int() })
export interface VersionCount extends z.infer<typeof versionCount> {}

/** Gateways and stores named in one roll-out at most. */
const named = 10_000
/** A gateway that a roll-out may be begun to. */
const candidate = z.object({
  storeCode: z.string(),
  storeName: z.string(),
  gwMac: z.string(),
  gmpVersion: z.string(),
  grmVersion: z.string(),
  status: nodeStatus,
})
export interface UpgradeCandidate extends z.infer<typeof candidate> {}
export const candidateFilters = ['storeCode', 'storeName', 'gwMac', 'gmpVersion', 'grmVersion', 'status'] as const

const start = z.strictObject({
  fileId: z.string().regex(/^\d{1,18}$/, 'must be the number of a file'),
  /** Both empty: all gateways of the account. */
  storeCodes: z.array(storeCode).max(named).default([]),
  gwMacs: z.array(gwMac).max(named).default([]),
  /** The one that goes first; a well one is chosen where it is left out. */
  first: gwMac.optional(),
  /** Gateways that are under way at the same time after the first one. */
  concurrency: z.int().min(1).max(500).default(5),
  /** How long a gateway must be well with its new version before it counts. */
  watchSeconds: z.int().min(0).max(3600).default(60),
  /** The roll-out is stopped when more of its gateways have failed. */
  maxFailedPercent: z.int().min(0).max(100).default(10),
  /** It is known that gateways get an older version than they have. */
  downgrade: z.boolean().default(false),
})
export type StartRollout = z.input<typeof start>

const read = { access: 'server_config.read', store: 'account' } as const
const write = { access: 'server_config.write', store: 'account' } as const
const forChain = { access: 'server_config.write', store: 'none' } as const

export const software = {
  files: endpoint('GET', '/upgrade/file', {
    access: 'server_config.read',
    store: 'none',
    summary: 'The upgrade files, newest first.',
    response: z.object({ fileList: z.array(upgradeFile) }),
  }),
  upload: upload('/upgrade/file', {
    ...forChain,
    summary: 'Takes in an upgrade file in one piece; all of it is checked before anything is kept. For accounts of the whole chain.',
    fields: z.object({}),
    maxBytes: upgradeMaxBytes,
    response: done.extend({ file: upgradeFile }),
  }),
  uploadState: endpoint('GET', '/upgrade/upload/:uploadKey', {
    ...forChain,
    summary: 'How many bytes of a file that is sent in parts are here: the next part begins there.',
    response: z.object({ received: z.int() }),
  }),
  uploadPart: upload('/upgrade/upload/:uploadKey', {
    ...forChain,
    writes: false,
    summary:
      'One part of a file, under a key that the sender chooses; 409 `upload-offset` when it does not begin where the last one ended.',
    fields: z.object({
      offset: z
        .string()
        .regex(/^\d{1,12}$/, 'must be a number of bytes')
        .transform(Number),
      /** Of the whole file. */
      bytes: z
        .string()
        .regex(/^\d{1,12}$/, 'must be a number of bytes')
        .transform(Number)
        .pipe(
          z
            .int()
            .min(1)
            .max(upgradeMaxBytes, `must be at most ${upgradeMaxBytes / 1_000_000} MB`),
        ),
    }),
    maxBytes: 4 * uploadPartBytes,
    response: z.object({ received: z.int() }),
  }),
  finishUpload: endpoint('POST', '/upgrade/upload/:uploadKey/finish', {
    ...forChain,
    summary: 'Checks a file whose parts are all here, and takes it in or throws it away. For accounts of the whole chain.',
    body: z.strictObject({ fileName: z.string().min(1).max(200) }),
    response: done.extend({ file: upgradeFile }),
  }),
  cancelUpload: endpoint('DELETE', '/upgrade/upload/:uploadKey', {
    ...forChain,
    writes: false,
    summary: 'Throws the parts of a file away.',
    response: done,
  }),
  remove: endpoint('DELETE', '/upgrade/file/:fileId', {
    ...forChain,
    summary: 'Removes an upgrade file that no open roll-out needs. For accounts of the whole chain.',
    response: done,
  }),
  versions: endpoint('GET', '/upgrade/version', {
    ...read,
    summary: 'How many gateways of the account’s stores report which versions.',
    response: z.object({ versionList: z.array(versionCount) }),
  }),
  candidates: endpoint('POST', '/upgrade/gateway/search', {
    ...read,
    summary: 'The gateways of the account’s stores, to choose those of a roll-out; of some stores, or those named, where they are given.',
    body: z
      .strictObject({
        ...tableFields(candidateFilters),
        storeCodes: z.array(storeCode).max(named).optional(),
        gwMacs: z.array(gwMac).max(named).optional(),
      })
      .transform((wire, context) => ({
        list: readTable(candidateFilters)(wire, context),
        storeCodes: wire.storeCodes,
        gwMacs: wire.gwMacs,
      })),
    response: z.object({ draw: z.int(), recordsTotal: z.int(), recordsFiltered: z.int(), data: z.array(candidate) }),
  }),
  start: endpoint('POST', '/upgrade/rollout', {
    ...write,
    summary:
      'Begins a roll-out: the first gateway alone, the others when it works. 409 `downgrade` asks where gateways have a newer version; 409 `gateway-busy` where one is in another roll-out.',
    body: start,
    response: rollout,
  }),
  search: tableEndpoint('/upgrade/rollout/search', {
    ...read,
    summary: 'Roll-outs that reach the account’s stores; counts are of its own gateways.',
    row: rollout,
    filters: ['component', 'version', 'state'],
  }),
  detail: endpoint('GET', '/upgrade/rollout/:rolloutId', { ...read, summary: 'One roll-out.', response: rollout }),
  gateways: tableEndpoint('/upgrade/rollout/:rolloutId/gateway/search', {
    ...read,
    summary: 'The gateways of a roll-out, and where each is.',
    row: upgradedGateway,
    filters: ['storeCode', 'gwMac', 'state'],
  }),
  control: endpoint('POST', '/upgrade/rollout/:rolloutId', {
    ...write,
    summary: 'Pauses, resumes or ends a roll-out. What is under way at a gateway goes on to its end; no new one begins.',
    body: z.strictObject({ action: z.enum(['pause', 'resume', 'stop']) }),
    response: rollout,
  }),
  /** Asked by gateways: Authorization Basic with the MAC and the secret. */
  image: file('/gw/software/:hash', {
    access: 'gateway',
    store: 'none',
    summary: 'The image of an upgrade by its content hash, for the gateway that must load it.',
  }),
}
