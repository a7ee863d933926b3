/** A store's configuration as its form shows it, part by part, and what is wrong with what was typed (specification 2 §3, §5, §9). */
import type { StoreConfig, StoredConfig } from '@endcap/contract/stores'
import { checkDays, storeDefaults, defaultStoreType } from '@endcap/contract/vocabulary'

export type Draft = Record<string, string | boolean>
export interface Field {
  name: string
  kind: 'text' | 'code' | 'number' | 'check' | 'day' | 'zone'
  required?: true
  min?: number
  max?: number
  /** Also 0 (of numbers that must otherwise be more). */
  fromZero?: true
  whole?: true
}
const required = { required: true } as const
const seconds = { kind: 'number', max: 86_400, ...required } as const

export const configParts: readonly { name: string; fields: readonly Field[] }[] = [
  {
    name: 'shop',
    fields: [
      { name: 'storeCode', kind: 'code', ...required },
      { name: 'storeName', kind: 'text', ...required },
      { name: 'address', kind: 'text' },
      { name: 'storeType', kind: 'code', ...required },
      { name: 'latitude', kind: 'number', min: -90, max: 90 },
      { name: 'longitude', kind: 'number', min: -180, max: 180 },
    ],
  },
  {
    name: 'labels',
    fields: [
      { name: 'timeZone', kind: 'zone', ...required },
      { name: 'locale', kind: 'code', ...required },
      { name: 'currency', kind: 'code', ...required },
    ],
  },
  {
    name: 'console',
    fields: [
      { name: 'showMac', kind: 'check' },
      { name: 'hideLed', kind: 'check' },
      { name: 'notAutoRtnPage', kind: 'check' },
      { name: 'applyGoodLines', kind: 'check' },
    ],
  },
  {
    name: 'check',
    fields: [
      { name: 'enableTagStatusCheck', kind: 'check' },
      { name: 'tagStatusCheckDay', kind: 'day' },
      { name: 'baseTimeout', ...seconds },
      { name: 'timeoutTag', ...seconds },
    ],
  },
  {
    name: 'radio',
    fields: [
      { name: 'totalDuration', ...seconds },
      { name: 'eventDuration', ...seconds },
      { name: 'cpDuration', ...seconds },
      { name: 'nfRandomPercent', kind: 'number', max: 100, fromZero: true, ...required },
      { name: 'nfRetryCnt', kind: 'number', max: 1000, fromZero: true, whole: true, ...required },
      { name: 'nfBasicSleep', ...seconds },
      { name: 'nfDeepSleepDuration', ...seconds },
      { name: 'oneChannelEnable', kind: 'check' },
      { name: 'channelMaskEnable', kind: 'check' },
      { name: 'outbandEnable', kind: 'check' },
      { name: 'eventLedCtrl', kind: 'check' },
    ],
  },
  {
    name: 'time',
    fields: [
      { name: 'timeServerIp', kind: 'code' },
      { name: 'timeServerPort', kind: 'number', min: 1, max: 65_535, whole: true, ...required },
    ],
  },
]
const all = configParts.flatMap((part) => part.fields)
export { checkDays }

/** What a new store begins with (specification 2 §9); its clock and language are those of who creates it, until they say otherwise. */
export function newDraft({ timeZone, locale, currency }: { timeZone: string; locale: string; currency: string }): Draft {
  return toDraft({
    ...storeDefaults,
    storeCode: '',
    storeName: '',
    address: '',
    position: null,
    storeType: defaultStoreType,
    timeZone,
    locale,
    currency,
    oneChannelEnable: false,
    channelMaskEnable: false,
    outbandEnable: false,
    notAutoRtnPage: false,
    showMac: false,
    hideLed: false,
    eventLedCtrl: false,
    applyGoodLines: false,
    enableTagStatusCheck: false,
    timeServerIp: '',
  })
}

export function toDraft({ position, ...config }: Omit<StoreConfig, never> | StoredConfig): Draft {
  const values: Record<string, unknown> = { ...config, latitude: position?.latitude ?? '', longitude: position?.longitude ?? '' }
  return Object.fromEntries(
    all.map(({ name }) => {
      const value = values[name]
      return [name, typeof value === 'boolean' ? value : String(value)]
    }),
  )
}

/** The configuration as the call takes it; only for a draft in which nothing is wrong. */
export function toConfig(draft: Draft): StoreConfig {
  const values = Object.fromEntries(
    all.map(({ name, kind }) => {
      const typed = draft[name]
      return [name, typeof typed !== 'string' ? typed : kind === 'number' ? Number(typed) : typed.trim()]
    }),
  )
  const { latitude, longitude, ...config } = values
  const position = String(draft.latitude).trim() === '' ? null : { latitude, longitude }
  // Every field of the form is a field of the configuration.
  return { ...config, position } as unknown as StoreConfig
}

export interface Wrong {
  /** `storeConfig.wrong.<word>` */
  word: 'enter' | 'number' | 'above' | 'between' | 'both'
  min?: number
  max?: number
}

/** What is wrong, by field; what only the server can judge (codes, names of zones and machines) it says itself. */
export function wrongOf(draft: Draft): Record<string, Wrong> {
  const wrong: Record<string, Wrong> = {}
  for (const { name, kind, required: must, min, max, fromZero, whole } of all) {
    const typed = draft[name]
    if (typeof typed !== 'string') continue
    const text = typed.trim()
    if (text === '') {
      if (must) wrong[name] = { word: 'enter' }
      continue
    }
    if (kind !== 'number') continue
    const number = Number(text)
    const isNumber = /^-?\d+(\.\d+)?$/.test(text) && (!whole || Number.isInteger(number))
    if (!isNumber) wrong[name] = { word: 'number' }
    else if (max !== undefined && (number > max || number < (min ?? 0))) wrong[name] = { word: 'between', min: min ?? 0, max }
    else if (min === undefined && !fromZero && number === 0) wrong[name] = { word: 'above' }
  }
  const [latitude, longitude] = [String(draft.latitude).trim(), String(draft.longitude).trim()]
  if ((latitude === '') !== (longitude === '')) wrong[latitude === '' ? 'latitude' : 'longitude'] = { word: 'both' }
  return wrong
}

/** The place that the fields name; undefined while they name none. */
export function spotOf({ latitude, longitude }: Draft): { latitude: number; longitude: number } | undefined {
  const [north, east] = [latitude, longitude].map((typed) => {
    const text = String(typed ?? '').trim()
    return text === '' ? Number.NaN : Number(text)
  })
  return north !== undefined && east !== undefined && Math.abs(north) <= 90 && Math.abs(east) <= 180
    ? { latitude: north, longitude: east }
    : undefined
}

type Parts = readonly { fields: readonly Field[] }[]
const standard = newDraft({ timeZone: '', locale: '', currency: '' })

/** The values that a new store begins with, for the fields of some parts. */
export const standardOf = (parts: Parts): Draft =>
  Object.fromEntries(parts.flatMap(({ fields }) => fields.map(({ name }) => [name, standard[name] ?? ''])))

export const isStandard = (draft: Draft, parts: Parts): boolean =>
  Object.entries(standardOf(parts)).every(([name, value]) => draft[name] === value)
