/** The fields of the server configuration as the form shows them, section by section, and what is wrong with what was typed (specification 2 §3, §5). */
import type { StoredServerConfig } from '@endcap/contract/settings'
import { communicationModes, settingBounds } from '@endcap/contract/vocabulary'

export type Draft = Record<string, string | boolean>
interface Field {
  name: string
  /** Which part of the configuration it stands in; the chain's own unless said otherwise. */
  part?: 'system' | 'passwords' | 'prices'
  kind: 'text' | 'number' | 'port' | 'page' | 'check' | 'select'
  required?: true
  options?: readonly string[]
  /** Changed by administrators alone. */
  administrators?: true
  /** Begins a line of the form. */
  first?: true
  /** Values typed as they are read. */
  mono?: true
  inputType?: 'email' | 'tel'
}

const required = { required: true } as const
export const sections: readonly { name: string; fields: readonly Field[] }[] = [
  {
    name: 'histories',
    fields: [
      { name: 'historyRetentionDays', kind: 'number', ...required },
      { name: 'updateHistoryRetentionDays', kind: 'number', ...required },
      { name: 'auditRetentionDays', kind: 'number', administrators: true, ...required },
    ],
  },
  {
    name: 'gateways',
    fields: [
      { name: 'panId', kind: 'text', mono: true, ...required },
      { name: 'communicationMode', kind: 'select', options: communicationModes, ...required },
      { name: 'gatewayStatusCheckInterval', kind: 'number', ...required },
      { name: 'timeServerIp', kind: 'text', mono: true, first: true },
      { name: 'timeServerPort', kind: 'port', ...required },
      { name: 'retailServerIp', kind: 'text', mono: true, first: true },
      { name: 'retailServerPort', kind: 'port', ...required },
    ],
  },
  {
    name: 'displays',
    fields: [
      { name: 'tagDisplayRefreshDays', kind: 'number', ...required },
      { name: 'mainFromPage', kind: 'page', ...required },
      { name: 'mainFromMac', kind: 'text', mono: true },
      { name: 'imageBaseUpdate', part: 'system', kind: 'check' },
    ],
  },
  {
    name: 'features',
    fields: [
      { name: 'site', part: 'system', kind: 'select', options: ['', 'edion', 'croma', 'nec', 'coop'] },
      { name: 'familyProductItemCount', part: 'system', kind: 'number', ...required },
      { name: 'enableProductUpdateHistory', part: 'system', kind: 'check' },
      { name: 'enableTagUpdateHistory', part: 'system', kind: 'check' },
      { name: 'enableTagStatusCheck', part: 'system', kind: 'check' },
    ],
  },
  {
    name: 'prices',
    fields: [
      { name: 'risePercent', part: 'prices', kind: 'number', ...required },
      { name: 'fallPercent', part: 'prices', kind: 'number', ...required },
    ],
  },
  {
    name: 'passwords',
    fields: [
      { name: 'maxAgeDays', part: 'passwords', kind: 'number', ...required },
      { name: 'requireSecondFactor', part: 'passwords', kind: 'check', administrators: true },
    ],
  },
  {
    name: 'contact',
    fields: [
      { name: 'email', kind: 'text', inputType: 'email' },
      { name: 'mobile', kind: 'text', inputType: 'tel' },
    ],
  },
]
const all = sections.flatMap((section) => section.fields)

const placeOf = (config: object, { part }: Field): Record<string, unknown> =>
  (part === undefined ? config : (config as Record<string, unknown>)[part]) as Record<string, unknown>

export function toDraft(config: StoredServerConfig): Draft {
  return Object.fromEntries(
    all.map((field) => {
      const value = placeOf(config, field)[field.name]
      return [field.name, typeof value === 'boolean' ? value : String(value)]
    }),
  )
}

const isNumber = ({ kind }: Field) => kind === 'number' || kind === 'port' || kind === 'page'

/** The body of the call; only for a draft in which nothing is wrong. */
export function toBody(draft: Draft): Record<string, unknown> {
  const body = { system: {}, passwords: {}, prices: {} }
  for (const field of all) {
    const typed = draft[field.name]
    placeOf(body, field)[field.name] = isNumber(field) ? Number(typed) : typeof typed === 'string' ? typed.trim() : typed
  }
  return body
}

export interface Wrong {
  /** `settings.wrong.<word>` */
  word: 'enter' | 'between'
  min?: number
  max?: number
}
const boundsOf = (field: Field): { min: number; max: number } => {
  if (field.kind === 'port') return { min: 1, max: 65_535 }
  if (field.kind === 'page') return { min: 0, max: 15 }
  return settingBounds[field.name as keyof typeof settingBounds]
}

/** What is wrong, by field; what only the server can judge (names of machines, addresses) it says itself. */
export function wrongOf(draft: Draft): Record<string, Wrong> {
  const wrong: Record<string, Wrong> = {}
  for (const field of all) {
    const typed = draft[field.name]
    if (typeof typed !== 'string') continue
    if (field.required && typed.trim() === '') wrong[field.name] = { word: 'enter' }
    else if (isNumber(field)) {
      const { min, max } = boundsOf(field)
      if (!/^\s*\d{1,9}\s*$/.test(typed) || Number(typed) < min || Number(typed) > max) wrong[field.name] = { word: 'between', min, max }
    }
  }
  return wrong
}
