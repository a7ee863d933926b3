/**
 * What a gateway does when it is asked: it answers, restarts, sends its logs, takes its settings. Asked twice, it answers twice and does it
 * once. Its log is what really happened to it, in two files: gmp.log of its line and its operations, grm.log of its radio.
 */
import { config, type DownMessage, type UpMessage } from '../messages.ts'
import { createLogs, logMessages, type LogFile, type LogName } from './logs.ts'
import type { GatewayState } from './state.ts'
import { messageOf } from './thrown.ts'

/** What it is set to; kept over restarts, as in flash. */
export interface GatewaySettings extends Omit<DownMessage<'config'>, 'checkin'> {
  ip: string
  dataChannel: number
  eventChannel: number
  channelGroupIndex: number
  /** Seconds between two check-ins that it asks of its tags; undefined while it leaves them theirs. */
  checkin: number | undefined
}
/** What the owner of the gateway can do beside answering; what is missing is refused with a reason. */
export interface Abilities {
  /** Starts anew, once the answer had time to get out. */
  reboot?(): void
  /** Calls every tag it ever heard; answers how many, and when they must have answered (milliseconds). */
  scan?(): { tags: number; until: number }
  /** Ends a scan. */
  stop?(): void
  /** Takes another program; `answer` with why it did not, or nothing. */
  upgrade?(request: string, params: unknown, answer: (detail?: string) => void): void
  /** Logs beside its own. */
  logs?(): Promise<LogFile[]>
  /** It is set to this: what differs is to be carried out. */
  configured?(settings: Readonly<GatewaySettings>, told: DownMessage<'config'>): void
}
interface Parts {
  ip: string
  state: Pick<GatewayState, 'setting' | 'keepSetting'>
  /** Milliseconds. */
  now(): number
  abilities: Abilities
  reply(message: UpMessage<'reply'>): void
  sendLog(message: UpMessage<'log'>): void
  /** It is set anew: what it reports of itself is different now. */
  changed(): void
}

export interface Attendant {
  settings(): Readonly<GatewaySettings>
  /** A line into one of its logs. */
  note(file: LogName, text: string): void
  request(message: DownMessage<'request'>): void
  configure(message: DownMessage<'config'>): void
  /** Answers for scans that are over. */
  flush(): void
  /** Power on: what it was asked before is forgotten, its settings and logs are not. */
  started(session: string): void
}

/** Answers remembered, so that what is asked twice is done once. */
const maxAnswers = 200
/** The name its settings are kept under. */
const settingsKey = 'settings'
const storedSettings = config.partial()

/** Answers what a gateway is asked, with the settings that its state kept. */
export function createAttendant(parts: Parts): Attendant {
  const { ip, now, abilities, reply, sendLog, changed, state } = parts
  const fresh: GatewaySettings = { version: 0, ip, dataChannel: 11, eventChannel: 26, channelGroupIndex: 0, checkin: undefined }
  let settings: GatewaySettings = { ...fresh, ...storedSettings.safeParse(state.setting(settingsKey)).data }
  const logs = createLogs(now)
  const { note } = logs
  const answers = new Map<string, UpMessage<'reply'>>()
  const scans = new Map<string, { tags: number; until: number }>()

  function answer(message: UpMessage<'reply'>) {
    remember(answers, message)
    reply(message)
  }
  const refuse = (request: string, detail: string) => answer({ request, ok: false, detail })

  function sendFiles(request: string, files: readonly LogFile[]) {
    for (const message of logMessages(request, files, Math.floor(now() / 1000))) sendLog(message)
    // Not remembered: asked again, it sends all of it again.
    reply({ request, ok: true, files: files.length })
  }
  function sendLogs(request: string) {
    const own = logs.files()
    if (abilities.logs === undefined) {
      sendFiles(request, own)
      return
    }
    void abilities
      .logs()
      .catch((error: unknown) => {
        note('gmp', `other logs cannot be had: ${messageOf(error)}`)
        return []
      })
      .then((more) => sendFiles(request, [...own, ...more]))
  }

  function carryOut({ request, kind, params }: DownMessage<'request'>) {
    const { reboot, scan, stop, upgrade } = abilities
    switch (kind) {
      case 'link-check':
        return answer({ request, ok: true })
      case 'reboot':
        if (reboot === undefined) break
        answer({ request, ok: true })
        note('gmp', 'restarting')
        return reboot()
      case 'log':
        return sendLogs(request)
      case 'upgrade':
        if (upgrade === undefined) break
        return upgrade(request, params, (detail) => answer({ request, ok: detail === undefined, ...(detail !== undefined && { detail }) }))
      case 'collect':
        if (scan === undefined) break
        if (!scans.has(request)) scans.set(request, scan())
        return undefined
      case 'stop':
        if (stop === undefined) break
        scans.clear()
        stop()
        return answer({ request, ok: true })
    }
    return refuse(request, `${kind} is not known here`)
  }

  return {
    settings: () => settings,
    note,
    request(message) {
      const known = answers.get(message.request)
      if (known !== undefined) {
        reply(known)
        return
      }
      note('gmp', `asked for ${message.kind} (${message.request})`)
      carryOut(message)
    },
    configure(message) {
      settings = { ...settings, ...message, checkin: message.checkin ?? settings.checkin }
      state.keepSetting(settingsKey, settings)
      const { version, ...values } = message
      const described = Object.entries(values).map(
        ([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`,
      )
      note('gmp', `settings ${version}: ${described.join(' ')}`)
      abilities.configured?.(settings, message)
      changed()
    },
    flush() {
      for (const [request, { tags, until }] of scans) {
        if (until > now()) continue
        scans.delete(request)
        answer({ request, ok: true, detail: String(tags) })
      }
    },
    started(session) {
      answers.clear()
      scans.clear()
      note('gmp', `started, session ${session}`)
    },
  }
}

/** Of more than `maxAnswers` the oldest are forgotten. */
function remember(answers: Map<string, UpMessage<'reply'>>, message: UpMessage<'reply'>) {
  answers.set(message.request, message)
  for (const key of answers.keys()) {
    if (answers.size <= maxAnswers) break
    answers.delete(key)
  }
}
