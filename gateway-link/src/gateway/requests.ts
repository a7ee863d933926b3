/**
 * What a gateway does when it is asked: it answers, restarts, sends its logs, takes its settings. Asked twice, it answers twice and does it
 * once. Its log is what really happened to it, in two files: gmp.log of its line and its operations, grm.log of its radio.
 */
import { logPartBytes, maxLogParts, type DownMessage, type UpMessage } from '../messages.ts'
import type { GatewayState } from './state.ts'

/** What it is set to; kept over restarts, as in flash. */
export interface GatewaySettings extends Omit<DownMessage<'config'>, 'checkin'> {
  ip: string
  dataChannel: number
  eventChannel: number
  channelGroupIndex: number
  /** Seconds between two check-ins that it asks of its tags; undefined while it leaves them theirs. */
  checkin: number | undefined
}
export interface LogFile {
  /** A name without a path. */
  name: string
  content: Uint8Array
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
type LogName = 'gmp' | 'grm'

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

/** Lines kept of each log. */
const maxLines = 4000
/** Answers remembered, so that what is asked twice is done once. */
const maxAnswers = 200
/** The name its settings are kept under. */
const kept = 'settings'

export function createAttendant(parts: Parts): Attendant {
  const { ip, now, abilities, reply, sendLog, changed, state } = parts
  const fresh: GatewaySettings = { version: 0, ip, dataChannel: 11, eventChannel: 26, channelGroupIndex: 0, checkin: undefined }
  let settings: GatewaySettings = { ...fresh, ...(state.setting(kept) as Partial<GatewaySettings> | undefined) }
  const logs: Record<LogName, string[]> = { gmp: [], grm: [] }
  const answers = new Map<string, UpMessage<'reply'>>()
  const scans = new Map<string, { tags: number; until: number }>()

  function note(file: LogName, text: string) {
    const lines = logs[file]
    lines.push(`${new Date(now()).toISOString()} ${file} ${text}\n`)
    if (lines.length > maxLines) lines.splice(0, lines.length - maxLines)
  }

  function answer(message: UpMessage<'reply'>) {
    answers.set(message.request, message)
    for (const key of answers.keys()) {
      if (answers.size <= maxAnswers) break
      answers.delete(key)
    }
    reply(message)
  }
  const refuse = (request: string, detail: string) => answer({ request, ok: false, detail })

  function sendFiles(request: string, files: readonly LogFile[]) {
    // Every part counts towards what one request may bring: of what is longer the end is sent.
    let left = maxLogParts
    for (const { name, content } of files) {
      const room = Math.max(0, Math.min(content.byteLength, left * logPartBytes))
      const tail = content.subarray(content.byteLength - room)
      const count = Math.max(1, Math.ceil(tail.byteLength / logPartBytes))
      left -= count
      for (let part = 0; part < count; part++) {
        const slice = Buffer.from(tail.subarray(part * logPartBytes, (part + 1) * logPartBytes))
        sendLog({ request, file: name, modifiedAt: Math.floor(now() / 1000), part, parts: count, content: slice.toString('base64') })
      }
    }
    // Not remembered: asked again, it sends all of it again.
    reply({ request, ok: true, files: files.length })
  }
  function sendLogs(request: string) {
    const own = (['gmp', 'grm'] as const).map((name) => ({ name: `${name}.log`, content: Buffer.from(logs[name].join('')) }))
    if (abilities.logs === undefined) {
      sendFiles(request, own)
      return
    }
    void abilities
      .logs()
      .catch((error: unknown) => {
        note('gmp', `other logs cannot be had: ${error instanceof Error ? error.message : String(error)}`)
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
      state.keepSetting(kept, settings)
      const { version, ...values } = message
      const told = Object.entries(values).map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
      note('gmp', `settings ${version}: ${told.join(' ')}`)
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
