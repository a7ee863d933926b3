/** What is said of access points: problems, figures, times. */
import { signCharge, defaultSignPort, defaultSignSeconds, type AccessPointOptions, type Bridge } from '@endcap/contract/access-points'
import type { TFunction } from 'i18next'
import { uptimeText, formatBytes, formatNumber } from '../ui/format.ts'
import { deviceText } from '../ui/device-text.ts'

/** What the server says where nothing can be found out; all else comes from the bridge as a sentence. */
const ownProblems = ['bridge-away', 'bridge-silent']
export const problemWords = (problem: string, t: TFunction): string =>
  ownProblems.includes(problem) ? t(`accessPoints.problem.${problem}`) : deviceText(problem, t)

const units: Readonly<Record<string, (value: number, t: TFunction) => string>> = {
  heap: formatBytes,
  psfree: formatBytes,
  littlefsfree: formatBytes,
  rssi: (dbm) => `${dbm} dBm`,
  uptime: (seconds, t) => uptimeText(seconds, (count) => t('gateways.days', { count })),
  maxsleep: (minutes, t) => t('accessPoints.minutes', { count: minutes }),
}
/** Figures that devices of our families tell, by the names that their drivers give them. */
const known = new Set([...Object.keys(units), 'tags', 'signs', 'silent', 'calls', 'panels', 'reached'])
/** The name and the value of a figure that a device tells; one that is not known stands as the device has it. */
export function figureWords(key: string, value: number, t: TFunction): { name: string; known: boolean; text: string } {
  const text = units[key]?.(value, t) ?? (Number.isInteger(value) ? formatNumber(value) : value.toFixed(2))
  return { name: known.has(key) ? t(`accessPoints.figure.${key}`) : key, known: known.has(key), text }
}

export const everyWords = (seconds: number, t: TFunction): string => {
  // The usual time is a second short, so that calls do not all come on the minute.
  const whole = seconds === defaultSignSeconds ? defaultSignSeconds + 1 : seconds
  if (whole % 3600 === 0) return t('accessPoints.everyHours', { count: whole / 3600 })
  return whole % 60 === 0 ? t('accessPoints.everyMinutes', { count: whole / 60 }) : t('accessPoints.everySeconds', { count: whole })
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
export const nightMinutes = (night: AccessPointOptions['night']): number =>
  night === undefined ? 0 : (minutesOf(night.to) - minutesOf(night.from) + 1440) % 1440

/** Days that a sign's battery lasts, about: by the seconds between two calls, and the minutes of each day that it sleeps through. */
export function batteryDays(seconds: number, asleep = 0): number {
  const calls = Math.max(1, ((1440 - asleep) * 60) / seconds)
  return Math.round(signCharge.battery / (signCharge.dayOfSleep + signCharge.wake * calls))
}

/** How long a battery lasts with this time between two calls: days up to two months, months above. */
export function batteryWords(seconds: number, night: AccessPointOptions['night'], t: TFunction): string {
  const days = batteryDays(seconds, nightMinutes(night))
  return days < 61 ? t('accessPoints.batteryDays', { count: days }) : t('accessPoints.batteryMonths', { count: Math.round(days / 30.4) })
}

/** Addresses that a sign in the shop can reach: what lies behind a router shows another one to the server. */
const inShop = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.)/
const nobodysHost = /^(localhost|127\.|\[?::1)/
const hostOf = (address: string): string => address.replace(/^::ffff:/, '')

/**
 * Where signs of a store are pointed at. The host is left open (null) where it is not known from here: on the server's own machine, and of
 * a bridge behind a router.
 */
export function signAddress(
  bridge: Pick<Bridge, 'own' | 'seenIp' | 'signPort'> | undefined,
  storeCode: string,
  pageHost: string,
): { host: string | null; rest: string } {
  const rest = `:${bridge?.signPort ?? defaultSignPort}/${storeCode}`
  if (bridge?.own === true) return { host: nobodysHost.test(pageHost) ? null : pageHost, rest }
  const seen = hostOf(bridge?.seenIp ?? '')
  return { host: inShop.test(seen) ? seen : null, rest }
}
