/**
 * File downloads (specification 1 §4, §7): a request starts a task, the client asks for it every second until it has finished, and then
 * fetches the file by the link that the answer carries.
 */
import * as z from 'zod'
import { endpoint, file } from './endpoint.ts'
import { plays, playSumFields } from './plays.ts'
import type { Privilege } from './privileges.ts'
import { products } from './products.ts'
import { epochSeconds, gwMac, storeCode } from './schemas.ts'
import { stores, timeZone } from './stores.ts'
import { readTable, tableFields, tableObject, type TableRequest } from './table.ts'
import { tags } from './tags.ts'
import { tagStatuses, type TagStatus } from './vocabulary.ts'

/** Specification 1 §7. */
export const downloadTypes = {
  serverLog: 0,
  gatewayLog: 1,
  stores: 2,
  tags: 3,
  products: 4,
  filteredTags: 5,
  plays: 6,
  playSums: 7,
} as const
export type DownloadType = (typeof downloadTypes)[keyof typeof downloadTypes]
/** What each type of download may be asked for with, by the number of the type. */
export const downloadPrivileges: readonly Privilege[] = [
  'server.read',
  'store.read',
  'store.read',
  'tag.read',
  'product.read',
  'tag.read',
  'plus.read',
  'plus.read',
]

/** Clients ask for a task this often (specification 1 §4, §9). */
export const downloadPollMs = 1000
/** A finished file is kept for a day. */
export const downloadRetentionSeconds = 86_400
/** A link is good for one fetch within this time. */
export const downloadLinkSeconds = 60
/** Downloads of one account that may be under way at once. */
export const maxOpenDownloads = 10

export const downloadStates = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const
export type DownloadState = (typeof downloadStates)[number]
export const fileFormats = ['csv', 'xlsx'] as const
export type FileFormat = (typeof fileFormats)[number]

const notInErrorFile: readonly TagStatus[] = ['OK', 'WIP', 'DEASSIGN']
/** "The error-tag filter excludes OK and WIP" (specification 1 §4); a tag that carries nothing is no error either. */
export const errorFileStatuses = tagStatuses.filter((status) => !notInErrorFile.includes(status))

const output = {
  format: z.enum(fileFormats).default('csv'),
  /** Of times in the file; the store's own unless given. */
  timeZone: timeZone.optional(),
  /** Which fields, in which order, and what stands above them; all under their own names unless given. */
  fields: z
    .array(z.strictObject({ field: z.string().max(60), heading: z.string().max(200) }))
    .min(1)
    .max(300)
    .optional(),
}
export type FileOutput = z.output<z.ZodObject<typeof output>>
export interface ListFilter<F extends string = string> extends FileOutput {
  list: TableRequest<F>
}

/** The fields of the list's own request, and how the file shall look. Paging and order do not matter: files are in order of the key. */
function listFields<const F extends string>({ filters }: { filters: readonly F[] }) {
  const readList = readTable(filters)
  const shape = { ...tableFields(filters), ...output }
  type Wire = z.output<z.ZodObject<typeof shape>>
  const read = ({ format, timeZone, fields, ...rest }: Wire, context: z.RefinementCtx): ListFilter<F> => ({
    format,
    timeZone,
    fields,
    list: { ...readList(rest, context), start: 0, length: -1, order: [] },
  })
  return { shape, read }
}
/** A filter that is those fields alone. */
function listFilter<const F extends string>(table: { filters: readonly F[] }) {
  return tableObject(table.filters, output).transform(listFields(table).read)
}
const tagFields = listFields(tags.search)

const barcodes = z
  .union([z.string(), z.array(z.string().max(64)).max(100_000)])
  .transform((given) => [...new Set([given].flat().flatMap((text) => text.split(',').map((one) => one.trim())))].filter(Boolean))
  .pipe(z.array(z.string()).min(1, 'must name a tag').max(100_000))

/** A filter that says one thing may be that thing alone. */
const orAlone = <S extends z.core.$ZodType>(name: string, schema: S) =>
  z.preprocess((given) => (typeof given === 'string' || Array.isArray(given) ? { [name]: given } : given), schema)
const anyStore = z.union([z.literal(''), storeCode]).optional()

const start = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal(downloadTypes.serverLog),
    storeCode: anyStore,
    filter: orAlone('serverId', z.strictObject({ serverId: z.string().trim().min(1, 'must name a server').max(200) })),
  }),
  z.strictObject({ type: z.literal(downloadTypes.gatewayLog), storeCode, filter: orAlone('gwMac', z.strictObject({ gwMac })) }),
  z.strictObject({ type: z.literal(downloadTypes.stores), storeCode: anyStore, filter: listFilter(stores.tagOverview).prefault({}) }),
  z.strictObject({
    type: z.literal(downloadTypes.tags),
    storeCode,
    filter: orAlone(
      'barcode',
      // By ids, or by the list's own filter of them.
      z.strictObject({ ...tagFields.shape, barcode: barcodes.optional() }).transform(({ barcode, ...list }, context) => {
        const filter = tagFields.read(list, context)
        if (barcode === undefined && filter.list.filters.barcode === undefined)
          context.addIssue({ code: 'custom', path: ['barcode'], message: 'must name a tag' })
        return { ...filter, barcode }
      }),
    ),
  }),
  z.strictObject({ type: z.literal(downloadTypes.products), storeCode, filter: listFilter(products.search).prefault({}) }),
  z.strictObject({
    type: z.literal(downloadTypes.filteredTags),
    storeCode,
    /** `noProduct`: only tags without a product. */
    filter: z
      .strictObject({ ...tagFields.shape, noProduct: z.boolean().default(false) })
      .transform(({ noProduct, ...list }, context) => ({ ...tagFields.read(list, context), noProduct }))
      .prefault({}),
  }),
  z.strictObject({ type: z.literal(downloadTypes.plays), storeCode, filter: listFilter(plays.search).prefault({}) }),
  z.strictObject({
    type: z.literal(downloadTypes.playSums),
    storeCode,
    filter: z.strictObject({ ...output, ...playSumFields }).prefault({}),
  }),
])
export type DownloadStart = z.output<typeof start>
export type DownloadCall = z.input<typeof start>

export const download = z.object({
  taskId: z.string(),
  type: z.int(),
  storeCode: z.string().nullable(),
  state: z.enum(downloadStates),
  /** Rows written so far, of how many where that is known. */
  rowsDone: z.int(),
  rowsTotal: z.int().nullable(),
  fileName: z.string().nullable(),
  /** Bytes. */
  size: z.int().nullable(),
  createdAt: epochSeconds,
  /** Set when the file is there (specification 1 §4). */
  finishedAt: epochSeconds.nullable(),
  expiresAt: epochSeconds,
})
export interface Download extends z.infer<typeof download> {}

export const downloads = {
  start: endpoint('POST', '/file/download', {
    access: 'session',
    // Nothing changes, but who takes data out is worth knowing.
    writes: true,
    store: 'account',
    summary:
      'Starts a download: 0 server log, 1 gateway log, 2 stores, 3 tags by barcode, 4 products, 5 filtered tags, 6 what displays have shown, 7 sums of that.',
    body: start,
    response: z.object({ taskId: z.string() }),
  }),
  status: endpoint('POST', '/file/download/task/:taskId', {
    access: 'session',
    store: 'account',
    summary: 'A download of the caller; a failed one answers 409 with the reason. Once finished, each call answers a new link.',
    response: download.extend({
      /** Address of the file on this server: for one fetch, within a minute, while the session lasts. Null until it has finished. */
      link: z.string().nullable(),
    }),
  }),
  fetch: file('/file/download/task/:taskId', {
    access: 'public',
    store: 'none',
    summary: 'The file of a finished download, by the link that its status answered.',
    query: z.object({ token: z.string().max(100).default('') }),
  }),
  cancel: endpoint('DELETE', '/file/download/task/:taskId', {
    access: 'session',
    store: 'account',
    summary: 'Ends a download of the caller that is not finished yet.',
    response: download,
  }),
}
