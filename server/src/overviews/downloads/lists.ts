/** The lists that can be downloaded: which columns they have, and their rows in slices from the first to the last. */
import { downloadTypes, type DownloadStart, type FileOutput } from '@endcap/contract/downloads'
import type { PlayGroup } from '@endcap/contract/plays'
import { prInfoSlots, type Product } from '@endcap/contract/products'
import type { StoreStatus } from '@endcap/contract/stores'
import type { Tag } from '@endcap/contract/tags'
import { modelOf } from '@endcap/label/models'
import { sql, type RawBuilder } from 'kysely'
import { listAliases, meantAliases, nameSlot } from '../../catalogue/aliases/aliases.service.ts'
import type { Context } from '../../platform/context.ts'
import { invalid } from '../../platform/base/errors.ts'
import { dayByDay, readPlays, readSums, sumQuery, type KeyedPlay, type KeyedSum } from '../../signage/plays/plays.service.ts'
import { countProducts, productTagType, readProducts, toProduct } from '../../catalogue/products/products.service.ts'
import type { Session } from '../../platform/http/session.ts'
import { findStore, readStores } from '../../chain/stores/stores.service.ts'
import { countTags, readTags } from '../../labels/tags/tags.service.ts'

/** A time stands for itself until the writer knows how the file shows it. */
export type Cell = string | number | null | { time: number }

export interface FileTable {
  headings: string[]
  /** Slices of rows; reading stops between two of them when the signal says so. */
  rows: (signal: AbortSignal) => AsyncGenerator<Cell[][]>
  /** How many rows there will be; null when that is only known at the end. */
  total: () => Promise<number | null>
  /** IANA name: times are shown on this clock. */
  timeZone: string
}

/** Rows read in one statement: some 20 ms, so that others get their turn. */
const sliceRows = 1000
/** Tags named in one statement of a download by barcodes. */
const barcodesPerStatement = 5000

type Columns<Row> = Record<string, (row: Row) => Cell>
type Read<Row> = (slice: { after: string | undefined; limit: number }) => Promise<Row[]>

const time = (seconds: number | null): Cell => (seconds === null ? null : { time: seconds })

const tagColumns: Columns<Tag> = {
  barcode: (tag) => tag.barcode,
  tagMac: (tag) => tag.tagMac,
  prCode: (tag) => tag.prCode,
  prName: (tag) => tag.prName,
  countByPrCode: (tag) => tag.countByPrCode,
  tagType: (tag) => tag.tagType,
  size: (tag) => modelOf(tag.tagType)?.size ?? 'UNKNOWN',
  gwMac: (tag) => tag.gwMac,
  gwIp: (tag) => tag.gwIp,
  operationName: (tag) => tag.operationName,
  operation: (tag) => tag.operation,
  status: (tag) => tag.status,
  confirmed: (tag) => (tag.confirmed === null ? null : String(tag.confirmed)),
  battStatus: (tag) => tag.battStatus,
  version: (tag) => tag.version,
  rssi: (tag) => tag.rssi,
  battery: (tag) => tag.battery,
  temperature: (tag) => tag.temperature,
  updatedAt: (tag) => time(tag.updatedAt),
  respondedAt: (tag) => time(tag.respondedAt),
}

const storeColumns: Columns<StoreStatus> = {
  storeCode: (store) => store.storeCode,
  storeName: (store) => store.storeName,
  address: (store) => store.address,
  latitude: (store) => store.position?.latitude ?? null,
  longitude: (store) => store.position?.longitude ?? null,
  timeZone: (store) => store.timeZone,
  status: (store) => store.status,
  gwCount: (store) => store.gwCount,
  normal: (store) => store.normal,
  offline: (store) => store.offline,
  alarm: (store) => store.alarm,
  total: (store) => store.total,
  success: (store) => store.success,
  inprogress: (store) => store.inprogress,
  error: (store) => store.error,
  productCount: (store) => store.productCount,
  todayUpdated: (store) => store.todayUpdated,
  updatedAt: (store) => time(store.updatedAt),
}

/** Every slot of prInfo can be asked for; those that have a name stand in the file by themselves. */
const productColumns: Columns<Product> = {
  prCode: (product) => product.prCode,
  ...Object.fromEntries(
    Array.from({ length: prInfoSlots }, (_, slot) => [`prInfo${slot}`, (product: Product) => product.prInfo[slot] ?? null]),
  ),
  layoutId: (product) => product.layoutId,
  nfc: (product) => product.nfc,
  tagCount: (product) => product.tagCount,
  tagType: (product) => product.tagType.join(' '),
  updatedAt: (product) => time(product.updatedAt),
}

/** As people count them, and as the console shows them. */
const areaNumber = ({ area }: { area: number | null }): Cell => (area === null ? null : area + 1)

const playColumns: Columns<KeyedPlay> = {
  mac: (play) => play.mac,
  name: (play) => play.name,
  content: (play) => play.content,
  contentName: (play) => play.contentName,
  area: areaNumber,
  from: (play) => time(play.from),
  to: (play) => time(play.to),
  seconds: (play) => play.seconds,
}

const playSumColumns: Columns<KeyedSum> = {
  day: (sum) => sum.day,
  mac: (sum) => sum.mac,
  name: (sum) => sum.name,
  content: (sum) => sum.content,
  contentName: (sum) => sum.contentName,
  area: areaNumber,
  plays: (sum) => sum.plays,
  devices: (sum) => sum.devices,
  seconds: (sum) => sum.seconds,
}
/** Columns of what the sums are by; the others are of every sum. */
const playSumGroups: Partial<Record<string, PlayGroup>> = {
  day: 'day',
  mac: 'display',
  name: 'display',
  content: 'content',
  contentName: 'content',
  area: 'area',
}

/** What a download of a list writes; undefined for downloads that are no lists. Refuses fields that the list does not have. */
export async function fileTable(context: Context, request: DownloadStart, stores: Session['stores']): Promise<FileTable | undefined> {
  switch (request.type) {
    case downloadTypes.stores:
      return storeTable(context, request, stores)
    case downloadTypes.products:
      return productTable(context, request)
    case downloadTypes.tags: {
      const { barcode } = request.filter
      if (barcode === undefined) return tagTable(context, request, [undefined])
      const parts = Array.from({ length: Math.ceil(barcode.length / barcodesPerStatement) }, (_, place) => {
        const some = barcode.toSorted().slice(place * barcodesPerStatement, (place + 1) * barcodesPerStatement)
        return sql<boolean>`t.barcode = any(${some}::text[])`
      })
      return tagTable(context, request, parts)
    }
    case downloadTypes.filteredTags:
      return tagTable(context, request, [request.filter.noProduct ? sql<boolean>`t.pr_code is null` : undefined])
    case downloadTypes.plays:
      return playTable(context, request)
    case downloadTypes.playSums:
      return playSumTable(context, request)
    default:
      return undefined
  }
}

type ListRequest<T> = Extract<DownloadStart, { type: T }>

async function storeTable({ db, clock }: Context, { storeCode, filter }: ListRequest<2>, stores: Session['stores']): Promise<FileTable> {
  const some = storeCode ? [storeCode] : stores
  return {
    ...shape(storeColumns, filter, Object.keys(storeColumns)),
    rows: pick(storeColumns, filter, Object.keys(storeColumns), (signal) =>
      slices(
        (slice) => readStores(db, some, clock.now(), filter.list, slice),
        (store) => store.storeCode,
        signal,
      ),
    ),
    total: async () => null,
    timeZone: filter.timeZone ?? (await zoneOf(db, storeCode)),
  }
}

async function tagTable(
  { db }: Context,
  { storeCode, filter }: ListRequest<3> | ListRequest<5>,
  parts: readonly (RawBuilder<boolean> | undefined)[],
): Promise<FileTable> {
  const slot = nameSlot(await listAliases(db))
  const whole = parts.length === 1 && parts[0] === undefined && isUnfiltered(filter.list)
  async function* read(signal: AbortSignal) {
    for (const part of parts)
      yield* slices(
        (slice) => readTags(db, { storeCode, nameSlot: slot, part }, filter.list, slice),
        (tag) => tag.tagMac,
        signal,
      )
  }
  return {
    ...shape(tagColumns, filter, Object.keys(tagColumns)),
    rows: pick(tagColumns, filter, Object.keys(tagColumns), read),
    total: async () => (whole ? (await countTags(db, storeCode)).total : null),
    timeZone: filter.timeZone ?? (await zoneOf(db, storeCode)),
  }
}

async function productTable({ db }: Context, { storeCode, filter }: ListRequest<4>): Promise<FileTable> {
  const aliases = await listAliases(db)
  const names = new Map(aliases.filter(({ key }) => !key).map(({ index, name }) => [`prInfo${index}`, name]))
  const defaultFields = Object.keys(productColumns).filter((field) => !field.startsWith('prInfo') || names.has(field))
  const { name, price, listPrice } = meantAliases(aliases)
  const slot = (alias?: { index: number }) => (product: Product) => (alias === undefined ? null : (product.prInfo[alias.index] ?? null))
  // As the list shows them; a file has prices as they are stored.
  const columns: Columns<Product> = {
    ...productColumns,
    name: slot(name),
    price: slot(price),
    listPrice: slot(listPrice),
    labels: ({ tagCount }) => tagCount,
  }
  const read: Read<Product> = async (slice) =>
    (await readProducts(db, { storeCode, aliases }, filter.list, slice)).map((row) => toProduct(row, productTagType))
  return {
    ...shape(columns, filter, defaultFields, (field) => names.get(field) ?? field),
    rows: pick(columns, filter, defaultFields, (signal) => slices(read, (product) => product.prCode, signal)),
    total: async () => (isUnfiltered(filter.list) ? countProducts(db, storeCode) : null),
    timeZone: filter.timeZone ?? (await zoneOf(db, storeCode)),
  }
}

async function playTable({ db }: Context, { storeCode, filter }: ListRequest<6>): Promise<FileTable> {
  const defaultFields = Object.keys(playColumns)
  const read: Read<KeyedPlay> = (slice) => readPlays(db, storeCode, filter.list, slice)
  return {
    ...shape(playColumns, filter, defaultFields),
    rows: pick(playColumns, filter, defaultFields, (signal) => slices(read, (play) => play.key, signal)),
    total: async () => null,
    timeZone: filter.timeZone ?? (await zoneOf(db, storeCode)),
  }
}

async function playSumTable(context: Context, { storeCode, filter }: ListRequest<7>): Promise<FileTable> {
  const { timeZone, query } = await sumQuery(context, storeCode, filter)
  const defaultFields = Object.keys(playSumColumns).filter((field) => {
    const group = playSumGroups[field]
    return group === undefined || query.by.includes(group)
  })
  async function* read(signal: AbortSignal) {
    for (const part of dayByDay(query))
      yield* slices(
        (slice) => readSums(context.db, storeCode, part, slice),
        (sum) => sum.key,
        signal,
      )
  }
  return {
    ...shape(playSumColumns, filter, defaultFields),
    rows: pick(playSumColumns, filter, defaultFields, read),
    total: async () => null,
    timeZone,
  }
}

const isUnfiltered = ({ filters, search, startDate, endDate, statusStartDate, statusEndDate }: ListRequest<5>['filter']['list']) =>
  Object.keys(filters).length === 0 && [search, startDate, endDate, statusStartDate, statusEndDate].every((one) => one === undefined)

async function zoneOf(db: Context['db'], storeCode: string | undefined): Promise<string> {
  return (storeCode ? (await findStore(db, storeCode))?.time_zone : undefined) ?? 'UTC'
}

function shape(columns: Columns<never>, { fields }: FileOutput, defaultFields: readonly string[], nameOf = (field: string) => field) {
  const unknown = fields?.find(({ field }) => !Object.hasOwn(columns, field))
  if (unknown !== undefined) throw invalid(`There is no column ${unknown.field}.`, 'filter.fields')
  return { headings: fields?.map(({ heading }) => heading) ?? defaultFields.map(nameOf) }
}

function pick<Row>(
  columns: Columns<Row>,
  { fields }: FileOutput,
  defaultFields: readonly string[],
  read: (signal: AbortSignal) => AsyncGenerator<Row[]>,
): FileTable['rows'] {
  const chosen = (fields?.map(({ field }) => field) ?? defaultFields).flatMap((field) => columns[field] ?? [])
  return async function* (signal) {
    for await (const rows of read(signal)) yield rows.map((row) => chosen.map((cell) => cell(row)))
  }
}

/** Reads a list to its end, each slice behind the last key of the one before: nothing is held in between, nothing comes twice. */
async function* slices<Row>(read: Read<Row>, keyOf: (row: Row) => string, signal: AbortSignal): AsyncGenerator<Row[]> {
  let after: string | undefined
  for (;;) {
    signal.throwIfAborted()
    const rows = await read({ after, limit: sliceRows })
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < sliceRows) return
    after = keyOf(last)
  }
}
