/**
 * What a virtual gateway does when it is asked: it answers, restarts, sends its logs, takes its settings. Its logs are what really happened
 * to it, in two files as real ones have them: gmp.log of its line and its operations, grm.log of its radio.
 */
import { logPartBytes, type DownMessage, type UpMessage } from '@endcap/gateway-link/messages'
import { createUpgrader, type Versions } from './upgrade.ts'

/** What it is set to; kept over restarts, as in flash. */
export interface GatewaySettings extends Omit<DownMessage<'config'>, 'checkin'> {
  ip: string
  dataChannel: number
  eventChannel: number
  channelGroupIndex: number
  /** Seconds between two check-ins that it asks of its tags; undefined while it leaves them theirs. */
  checkin: number | undefined
}
interface Parts {
  ip: string
  /** Milliseconds. */
  now(): number
  /** True while it hears nothing of what it is asked. */
  isDeaf(): boolean
  reply(message: UpMessage<'reply'>): void
  sendLog(message: UpMessage<'log'>): void
  /** Takes its power away for a moment; `upgraded`: to start with another program. */
  reboot(upgraded?: boolean): void
  fetchUpgrade(sha256: string): Promise<Uint8Array>
  upgradeFault(kind: 'upgrade-fails' | 'upgrade-reverts'): boolean
  /** It is set anew: what it reports of itself is different now. */
  changed(): void
  /** Calls every tag it ever heard; answers how many, and when they must have answered (milliseconds). */
  scan(): { tags: number; until: number }
}
type LogName = 'gmp' | 'grm'

export interface Attendant {
  settings(): Readonly<GatewaySettings>
  versions(): Readonly<Versions>
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

export function createAttendant(parts: Parts): Attendant {
  const { ip, now, isDeaf, reply, sendLog, reboot, changed, scan } = parts
  let settings: GatewaySettings = { version: 0, ip, dataChannel: 11, eventChannel: 26, channelGroupIndex: 0, checkin: undefined }
  const logs: Record<LogName, string[]> = { gmp: [], grm: [] }
  const answers = new Map<string, UpMessage<'reply'>>()
  const scans = new Map<string, ReturnType<Parts['scan']>>()
  const upgrader = createUpgrader({
    fetchUpgrade: parts.fetchUpgrade,
    fault: parts.upgradeFault,
    answer: (request, detail) => answer({ request, ok: detail === undefined, ...(detail !== undefined && { detail }) }),
    note: (text) => note('gmp', text),
    reboot: () => reboot(true),
  })

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

  function sendLogs(request: string) {
    const files = (['gmp', 'grm'] as const).map((name) => ({ name, content: Buffer.from(logs[name].join('')) }))
    for (const { name, content } of files) {
      const parts = Math.max(1, Math.ceil(content.byteLength / logPartBytes))
      for (let part = 0; part < parts; part++) {
        const slice = content.subarray(part * logPartBytes, (part + 1) * logPartBytes)
        sendLog({ request, file: `${name}.log`, modifiedAt: Math.floor(now() / 1000), part, parts, content: slice.toString('base64') })
      }
    }
    // Not remembered: asked again, it sends all of it again.
    reply({ request, ok: true, files: files.length })
  }

  return {
    settings: () => settings,
    versions: () => upgrader.versions(),
    note,
    request({ request, kind, params }) {
      if (isDeaf()) return
      const known = answers.get(request)
      if (known !== undefined) {
        reply(known)
        return
      }
      note('gmp', `asked for ${kind} (${request})`)
      switch (kind) {
        case 'link-check':
          answer({ request, ok: true })
          break
        case 'reboot':
          answer({ request, ok: true })
          note('gmp', 'restarting')
          reboot()
          break
        case 'log':
          sendLogs(request)
          break
        case 'upgrade':
          upgrader.take(request, params)
          break
        case 'collect':
          if (!scans.has(request)) scans.set(request, scan())
          break
        default:
          answer({ request, ok: false, detail: `${kind} is not known here` })
      }
    },
    configure(message) {
      if (isDeaf()) return
      settings = { ...settings, ...message, checkin: message.checkin ?? settings.checkin }
      const { version, ...values } = message
      const told = Object.entries(values).map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
      note('gmp', `settings ${version}: ${told.join(' ')}`)
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
      upgrader.started()
      note('gmp', `started, session ${session}`)
    },
  }
}
