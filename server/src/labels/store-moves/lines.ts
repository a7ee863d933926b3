/** The lines of a store's file: what each kind holds, and what it must look like. */
import { isNfcAddress, nfcProblem } from '@endcap/contract/nfc'
import { prCode, tagMac, tagType, gwMac } from '@endcap/contract/schemas'
import { storeConfig } from '@endcap/contract/stores'
import * as z from 'zod'

export const fileFormat = 'endcap-store'
export const fileVersion = 1
/** Kinds in the order in which they stand in a file: what others refer to comes first. */
export const kinds = ['store', 'config', 'gateway', 'product', 'family', 'secondCode', 'tag', 'end'] as const
export type Kind = (typeof kinds)[number]

const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'must be text')
const optional = text(200).nullable()
const count = z.int().min(0).max(1_000_000)

export const schemas = {
  store: z.object({
    format: z.literal(fileFormat, `must be ${fileFormat}`),
    version: z.literal(fileVersion, `must be ${fileVersion}`),
    storeCode: text(40),
  }),
  config: z.object({ config: storeConfig.omit({ storeCode: true }) }),
  gateway: z.object({
    gwMac,
    gwIndex: count,
    ip: text(64),
    dataChannel: z.int().min(11).max(31),
    eventChannel: z.int().min(11).max(31),
    channelGroupIndex: count,
    config: z.record(z.string(), z.union([z.string().max(64), z.number()])),
  }),
  product: z.object({
    prCode,
    prInfo: z.array(text(1000)).max(255),
    layoutId: optional,
    nfc: text(2000).refine(isNfcAddress, nfcProblem).nullable(),
  }),
  family: z.object({
    fmPrCode: prCode,
    prCodeList: z.array(prCode).min(1).max(20),
    layoutId: text(100).min(1),
    nfc: text(2000).refine(isNfcAddress, nfcProblem).nullable(),
  }),
  secondCode: z.object({
    secondCode: prCode,
    prCode,
    articleCode: text(200),
    saleCode: text(200),
    saleTypeCode: text(200),
    insertionDate: text(40),
    cessationDate: text(40),
    deletionDate: text(40),
    acquisitionDate: text(40),
    modificationDate: text(40),
    programName: text(200),
    operatorName: text(200),
    dbTrigger: z.boolean(),
  }),
  tag: z.object({
    tagMac,
    barcode: text(40).min(1),
    tagType,
    layoutId: optional,
    nfc: text(2000).refine(isNfcAddress, nfcProblem).nullable(),
    fmPrCode: prCode.nullable(),
    prCodeList: z.array(prCode).max(20),
  }),
  end: z.object({ lines: z.int() }),
} as const satisfies Record<Kind, z.core.$ZodType>
export type LineOf<K extends Kind> = z.infer<(typeof schemas)[K]>
export type Line = { [K in Kind]: { kind: K; data: LineOf<K> } }[Kind]

/** Answers the line, or what is wrong with it. */
export function readLine(content: string): Line | string {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    return 'is not JSON'
  }
  const kind = kinds.find((one) => typeof value === 'object' && value !== null && 'kind' in value && value.kind === one)
  if (kind === undefined) return `has no kind: one of ${kinds.join(', ')}`
  return readers[kind](value)
}

const reader =
  <K extends Kind, Data>(kind: K, schema: z.ZodType<Data>) =>
  (value: unknown): { kind: K; data: Data } | string => {
    const checked = schema.safeParse(value)
    if (checked.success) return { kind, data: checked.data }
    const [issue] = checked.error.issues
    return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}`
  }
const readers = {
  store: reader('store', schemas.store),
  config: reader('config', schemas.config),
  gateway: reader('gateway', schemas.gateway),
  product: reader('product', schemas.product),
  family: reader('family', schemas.family),
  secondCode: reader('secondCode', schemas.secondCode),
  tag: reader('tag', schemas.tag),
  end: reader('end', schemas.end),
} satisfies Record<Kind, (value: unknown) => Line | string>
