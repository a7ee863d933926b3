/** The calls that the bridge makes to an access point. */
import { formatDeviceMessage } from '@endcap/contract/device-words'
import { formBody, multipartBody } from './codec/forms.ts'
import {
  ownMacOf,
  parseConfig,
  parsePage,
  parseSystemInfo,
  parseTagType,
  type AccessPointConfig,
  type SystemInfo,
  type TagRecord,
  type TagType,
} from './codec/records.ts'
import { CallError, type Http } from './http.ts'

/** Its log files are rings of 10 KB. */
const maxLog = 64_000
/** A position in its list has 8 bits: what stands behind cannot be asked for page by page. */
const positions = 256
const uploadMs = 60_000

export type Link = ReturnType<typeof createLink>

/** The calls by name, on `http`; each rejects with a CallError, unless it says something else. */
export function createLink(http: Http) {
  /** What it says is read by `read`; what cannot be read is its fault, in plain words. */
  async function asked<T>(path: string, read: (value: unknown) => T): Promise<T> {
    const value = await http.json(path)
    try {
      return read(value)
    } catch (error) {
      throw new CallError(error instanceof Error ? error.message : 'Its answer cannot be read', 'nonsense')
    }
  }

  return {
    describe: (): Promise<SystemInfo> => asked('/sysinfo', parseSystemInfo),
    config: (): Promise<AccessPointConfig> => asked('/get_ap_config', parseConfig),
    /** Its own MAC. The answer holds the Wi-Fi password too: nothing else of it leaves this function, not even in an error. */
    async ownMac(): Promise<string | undefined> {
      try {
        return ownMacOf(await http.json('/get_wifi_config', 10_000))
      } catch {
        return undefined
      }
    },
    /**
     * All tags that can be asked for page by page. `more`: there are some behind, which position 256 would not reach: it begins anew there.
     */
    async tags(): Promise<{ tags: TagRecord[]; dropped: number; more: boolean }> {
      const tags = new Map<string, TagRecord>()
      let dropped = 0
      for (let position = 0; ;) {
        const page = await asked(`/get_db?pos=${position}`, parsePage)
        dropped += page.dropped
        const [first] = page.tags
        // It began anew: nothing new comes.
        if (first !== undefined && tags.has(first.mac)) return { tags: [...tags.values()], dropped, more: true }
        for (const tag of page.tags) tags.set(tag.mac, tag)
        if (page.next === undefined || page.next <= position) return { tags: [...tags.values()], dropped, more: false }
        position = page.next
        if (position >= positions) return { tags: [...tags.values()], dropped, more: true }
      }
    },
    /** undefined: it does not know the tag. */
    async tag(mac: string): Promise<TagRecord | undefined> {
      const { tags } = await asked(`/get_db?mac=${mac}`, parsePage)
      return tags.find((tag) => tag.mac === mac)
    },
    /** Fields that an upload does not set stay as the last program set them. It answers 200 whatever it did. */
    async upload(mac: string, content: Uint8Array): Promise<void> {
      const fields = { mac, contentmode: 24, dither: 0, ttl: 0, rotate: 0, lut: 0, invert: 0 }
      const { type, body } = multipartBody(fields, { name: 'label.jpg', type: 'image/jpeg', content })
      const { status } = await http.call('/imgupload', { method: 'POST', type, body, limit: 10_000, timeoutMs: uploadMs })
      if (status >= 400) throw new CallError(formatDeviceMessage('answersStatus', { status }), 'refused')
    },
    /** Makes it forget what it believes the tag shows, so that the next picture is sent whatever it is. */
    forget: async (mac: string): Promise<void> => void (await http.post('/tag_cmd', formBody({ mac, cmd: 'refresh' }))),
    async flash(mac: string, pattern: string): Promise<void> {
      const { status } = await http.call(`/led_flash?mac=${mac}&pattern=${pattern}`, { limit: 10_000 })
      if (status !== 200) throw new CallError(formatDeviceMessage('answersStatus', { status }), 'refused')
    },
    setTime: async (epoch: number): Promise<void> => void (await http.post('/set_time', formBody({ epoch: Math.floor(epoch) }))),
    /** undefined: it has no definition of that type, and cannot draw for it. */
    async tagType(hwType: number): Promise<TagType | undefined> {
      const path = `/tagtypes/${hwType.toString(16).toUpperCase().padStart(2, '0')}.json`
      const { status, body } = await http.call(path, { limit: 200_000 })
      if (status === 404) return undefined
      if (status !== 200) throw new CallError(formatDeviceMessage('answersStatus', { status }), 'refused')
      try {
        return parseTagType(JSON.parse(body.toString()))
      } catch {
        return undefined
      }
    },
    /** With both hours of its sleep: with one of them alone it crashes. */
    async setChannel(channel: number, { sleeptime1 = 0, sleeptime2 = 0 }: AccessPointConfig): Promise<void> {
      await http.post('/save_apcfg', formBody({ channel, sleeptime1, sleeptime2 }))
    },
    /** It drops the connection in most cases before it has answered. */
    async reboot(): Promise<void> {
      await http.post('/reboot', '').catch((error: unknown) => {
        if (!(error instanceof CallError && error.kind === 'offline')) throw error
      })
    },
    async log(name: string): Promise<Uint8Array | undefined> {
      const { status, body } = await http.call(`/edit?download=${name}`, { limit: maxLog })
      return status === 200 ? body : undefined
    },
  }
}
