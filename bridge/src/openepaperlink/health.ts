/** How it stands with an access point: what is wrong with it, in plain sentences, and what it says of itself. */
import { formatDeviceMessage } from '@endcap/contract/device-words'
import type { Description, DriverEvents } from '../driver.ts'
import type { AccessPointConfig, SystemFigures, SystemInfo } from './codec/records.ts'

/** With less free on its file system it draws nothing, and does not say so. */
const minFreeBytes = 31_000
/** What its clock may be off by before it is reported. */
const skewSeconds = 30
const longestProblem = 300
/** Operations at it at the same time. Each waits for its tag to call, so there are many; what is sent at once is bounded by its file system. */
const windowSize = 400

/** What an access point has told of itself. */
export interface ReportedFigures {
  info: SystemInfo | undefined
  config: AccessPointConfig | undefined
  mac: string | undefined
}
export type Health = ReturnType<typeof createHealth>

const diskProblem = (bytes: number) => formatDeviceMessage('diskFull', { bytes })
/** What a shop must know of its hours of sleep; undefined where it has none. */
export const sleepNote = ({ sleeptime1 = 0, sleeptime2 = 0 }: Pick<AccessPointConfig, 'sleeptime1' | 'sleeptime2'>): string | undefined =>
  sleeptime1 === sleeptime2 ? undefined : formatDeviceMessage('sleepHours', { from: sleeptime1, to: sleeptime2 })
export const lockNote = formatDeviceMessage('lock')
export const licenceNote = formatDeviceMessage('licence')

/** The health of an access point that was not reached yet. `tell` is called when it changes. */
export function createHealth(reportState: DriverEvents['state']) {
  const problems = new Map<string, string>()
  let figures: SystemFigures = {}
  let link: { up: boolean; nonsense: boolean; problem: string | undefined } = { up: false, nonsense: false, problem: undefined }
  let lastReport = ''

  function set(name: string, text: string | undefined) {
    if (text === undefined) problems.delete(name)
    else problems.set(name, text)
  }
  function report() {
    const all = link.up ? [...problems.values()] : link.problem === undefined ? [] : [link.problem]
    const state = link.up ? (problems.size > 0 ? 'degraded' : 'online') : link.nonsense ? 'degraded' : 'offline'
    const problem = all.join('. ').slice(0, longestProblem)
    if (`${state} ${problem}` === lastReport) return
    lastReport = `${state} ${problem}`
    reportState(state, ...(problem === '' ? [] : [problem]))
  }

  return {
    up() {
      link = { up: true, nonsense: false, problem: undefined }
      report()
    },
    /** `nonsense`: something answers, and not what was expected. */
    down(problem: string, nonsense: boolean) {
      link = { up: false, nonsense, problem }
      report()
    },
    /** Takes its figures in; answers whether its clock is right. */
    take(reported: SystemFigures, now: number): boolean {
      figures = { ...figures, ...reported }
      const { currtime, littlefsfree, apstate } = reported
      const right = currtime === undefined || Math.abs(currtime - now / 1000) <= skewSeconds
      set('clock', right ? undefined : formatDeviceMessage('clockWrong'))
      if (littlefsfree !== undefined) set('disk', littlefsfree <= minFreeBytes ? diskProblem(littlefsfree) : undefined)
      if (apstate !== undefined) set('radio', apstate === 1 ? undefined : formatDeviceMessage('radioNotReady', { state: apstate }))
      if (link.up) report()
      return right
    },
    /** Why it takes no picture of so many bytes now; undefined where it does. */
    refusal(bytes: number): string | undefined {
      if (!link.up) return link.problem ?? formatDeviceMessage('notYet')
      const free = figures.littlefsfree
      return free !== undefined && free - bytes <= minFreeBytes ? diskProblem(free) : undefined
    },
    describe(address: string, tags: number, { info, config, mac }: ReportedFigures): Description {
      const { heap, psfree, littlefsfree, uptime, rssi } = figures
      const numbers = { heap, psfree, littlefsfree, uptime, rssi, tags, maxsleep: config?.maxsleep }
      const psram = info?.psramsize ?? 0
      const sleep = config === undefined ? undefined : sleepNote(config)
      return {
        maker: 'OpenEPaperLink',
        model: info?.env ?? '',
        firmware: info?.buildversion ?? '',
        address,
        confirms: 'delivered',
        can: ['led', 'reboot', 'log', 'clock', 'channel'],
        mac,
        window: windowSize,
        capacity: undefined,
        disk: undefined,
        figures: Object.fromEntries(Object.entries(numbers).filter((entry): entry is [string, number] => entry[1] !== undefined)),
        notes: [licenceNote, formatDeviceMessage('noLogin'), ...(sleep === undefined ? [] : [sleep])],
        memory: psram === 0 || psfree === undefined ? undefined : Math.round(100 * (1 - Math.min(1, psfree / psram))),
        channel: config?.channel ?? 0,
      }
    },
  }
}
