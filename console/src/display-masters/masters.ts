/** What displays of the v1 line are called, and what of their settings cannot be set, and why. */
import { masterBright, masterVolume, type MasterConfig, type DisplayMaster } from '@endcap/contract/display-masters'

/** A display by its name, by its code, or else by its address. */
export const masterName = ({ name, code, mac }: Pick<DisplayMaster, 'name' | 'code' | 'mac'>): string => name || code || mac

/** Names for a question: the first of them, and how many more there are. */
const named = 6
export const masterNames = (devices: readonly Pick<DisplayMaster, 'name' | 'code' | 'mac'>[]): string =>
  devices.slice(0, named).map(masterName).join(', ') + (devices.length > named ? ' …' : '')

/** `player 1.4.0, host 2.0.1` */
export const versionText = (version: DisplayMaster['version']): string =>
  Object.entries(version)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')

/** Specification 3 §5: a volume that is none becomes 0, a brightness that is none becomes 10. */
export function within(value: unknown, { max, otherwise }: { max: number; otherwise: number }): number {
  const number = typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  return Number.isInteger(number) && number >= 0 && number <= max ? number : otherwise
}
export const asVolume = (value: unknown): number => within(value, masterVolume)
export const asBright = (value: unknown): number => within(value, masterBright)

/** What a display cannot do is grey, with the reason: the key of its words below `displayMasters.cannot`. */
export function refusals(caps: DisplayMaster['caps']): Partial<Record<keyof MasterConfig, string>> {
  const { brightness, screenshot, update, bluetooth, nfc, autorun, timeserver } = caps
  return {
    ...(!brightness && { bright: 'brightness' }),
    ...(!screenshot && { screenInterval: 'screenshot' }),
    ...(!update && { autoupdate: 'update' }),
    ...(!bluetooth && { bt: 'command' }),
    ...(!nfc && { nfc: 'command' }),
    ...(!timeserver && { timeserver: 'command' }),
    ...(!autorun && { autorun: 'command' }),
    // Players have no camera; the setting is kept for programs that read it.
    cameraInterval: 'camera',
  }
}
const clockPattern = /^(([01]\d|2[0-3]):[0-5]\d|24:00)?$/
export type ConfigProblem = 'clock' | 'interval' | 'pin'
/** Why settings cannot be saved: the field, and the key of the reason. */
export function configProblem(config: MasterConfig): { field: keyof MasterConfig; problem: ConfigProblem } | undefined {
  const clock = (['opentime', 'closetime'] as const).find((field) => !clockPattern.test(config[field]))
  if (clock !== undefined) return { field: clock, problem: 'clock' }
  const interval = (['screenInterval', 'cameraInterval'] as const).find((field) => {
    const value = config[field]
    return !Number.isInteger(value) || value < 0 || value > 86_400
  })
  if (interval !== undefined) return { field: interval, problem: 'interval' }
  const pin = (['adminPwd', 'managerPwd'] as const).find((field) => config[field] !== null && !/^(\d{4,12})?$/.test(config[field]))
  return pin && { field: pin, problem: 'pin' }
}
