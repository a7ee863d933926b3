/** What a gateway can be set to in the console, and what is wrong with what was typed (specification 2 §3, §5). */
import { channels, defaultChannelRow, type GatewayConfig, type GatewayConfigChange } from '@endcap/contract/gateways'
import { recordOf } from '@endcap/contract/typed-object'
import { gatewayIpForm, ipv4Form } from '@endcap/contract/vocabulary'

export const configFields = [
  'gwIndex',
  'channelGroupIndex',
  'dataChannel',
  'eventChannel',
  'ip',
  'netmask',
  'defaultGateway',
  'dns',
  'eslServerPort',
] as const
export type ConfigField = (typeof configFields)[number]
/** As it is typed. */
export type ConfigTexts = Record<ConfigField, string>

/** Whole numbers; those that may be left out are empty then. */
const numbers: Partial<Record<ConfigField, { min: number; max: number; empty?: true }>> = {
  gwIndex: { min: 0, max: 9999 },
  channelGroupIndex: { min: 0, max: 255 },
  eslServerPort: { min: 1, max: 65_535, empty: true },
}
const addresses = new Set<ConfigField>(['netmask', 'defaultGateway', 'dns'])
export const isNumber = (field: ConfigField): boolean => field in numbers

export const channelsOf = (outband: boolean): number[] => {
  const last = outband ? channels.lastOutband : channels.last
  return Array.from({ length: last - channels.first + 1 }, (_, index) => channels.first + index)
}

export function toTexts(config: GatewayConfig): ConfigTexts {
  return recordOf(configFields, (field) => (config[field] === null ? '' : String(config[field])))
}

export interface Problem {
  field: ConfigField
  /** Key of the words `gateways.wrong.<word>`; numbers and addresses are named by their field. */
  word: 'number' | 'ip' | 'address' | 'same'
}

/** The first thing that is wrong with each field. An address may be empty: it stays as the gateway has it. */
export function problemsOf(texts: ConfigTexts): Problem[] {
  const found: Problem[] = []
  for (const field of configFields) {
    const text = texts[field].trim()
    const range = numbers[field]
    if (
      range !== undefined &&
      !(text === '' && range.empty) &&
      !(/^\d+$/.test(text) && Number(text) >= range.min && Number(text) <= range.max)
    )
      found.push({ field, word: 'number' })
    if (field === 'ip' && text !== '' && !gatewayIpForm.test(text)) found.push({ field, word: 'ip' })
    if (addresses.has(field) && text !== '' && !ipv4Form.test(text)) found.push({ field, word: 'address' })
  }
  if (texts.dataChannel === texts.eventChannel) found.push({ field: 'eventChannel', word: 'same' })
  return found
}

/** What was changed, as the server takes it; undefined when nothing was. */
export function changeOf(config: GatewayConfig, texts: ConfigTexts): GatewayConfigChange | undefined {
  const before = toTexts(config)
  const changed = configFields.filter((field) => texts[field].trim() !== before[field])
  if (changed.length === 0) return undefined
  const valueOf = (field: ConfigField) => {
    const text = texts[field].trim()
    if (field === 'eslServerPort') return text === '' ? null : Number(text)
    return isNumber(field) || field === 'dataChannel' || field === 'eventChannel' ? Number(text) : text
  }
  return { gwMac: config.gwMac, ...Object.fromEntries(changed.map((field) => [field, valueOf(field)])) }
}

export interface ChannelRow {
  gwIndex: string
  dataChannel: number
  eventChannel: number
}
/** Specification 1 §3: a new row has the index 0, data channel 11 and event channel 26. */
export const newChannelRow = (): ChannelRow => ({
  gwIndex: String(defaultChannelRow.gwIndex),
  dataChannel: defaultChannelRow.dataChannel,
  eventChannel: defaultChannelRow.eventChannel,
})

export interface ChannelConflict {
  /** Places of the rows. */
  rows: number[]
  /** Key of the words `gateways.conflict.<word>`. */
  word: 'index' | 'number' | 'same' | 'shared'
  values: { index?: string; channel?: number; indexes?: string }
  /** Cannot be saved so; else it is only told. */
  wrong: boolean
}

/** Rows that cannot stand beside each other, and channels that several indexes share: their gateways would disturb each other. */
export function conflictsOf(rows: readonly ChannelRow[]): ChannelConflict[] {
  const found: ChannelConflict[] = []
  const places = <K>(keyOf: (row: ChannelRow) => K) =>
    [...Map.groupBy(rows.keys(), (place) => keyOf(rows[place]!))].map(([key, group]) => ({ key, rows: group }))
  for (const [place, row] of rows.entries()) {
    const index = Number(row.gwIndex)
    if (!/^\d{1,4}$/.test(row.gwIndex.trim()) || index > 9999) found.push({ rows: [place], word: 'number', values: {}, wrong: true })
    if (row.dataChannel === row.eventChannel)
      found.push({ rows: [place], word: 'same', values: { index: row.gwIndex, channel: row.dataChannel }, wrong: true })
  }
  for (const { key, rows: same } of places((row) => row.gwIndex.trim()))
    if (same.length > 1) found.push({ rows: same, word: 'index', values: { index: key }, wrong: true })
  for (const { key, rows: same } of places((row) => row.dataChannel))
    if (same.length > 1 && new Set(same.map((place) => rows[place]!.gwIndex.trim())).size > 1)
      found.push({
        rows: same,
        word: 'shared',
        values: { channel: key, indexes: same.map((place) => rows[place]!.gwIndex).join(', ') },
        wrong: false,
      })
  return found
}

/** The reason phrases of HTTP, for "status text and code" (specification 1 §8). */
const reasons: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Payload Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}
export const statusLine = (status: number): string => `${reasons[status] ?? ''} ${status}`.trim()
