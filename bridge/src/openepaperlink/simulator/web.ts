/** The calls of a simulated access point, and how they answer: nearly always with 200. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBytes } from '../bytes.ts'
import type { TagType } from '../codec/records.ts'
import type { Air } from './air.ts'
import { decodeJpeg } from './glass.ts'

/** An answer is cut when it has grown to this, which holds 12 or 13 tags. */
const pageBytes = 5000
const maxUpload = 8_000_000
/** A clock is not set to what lies before. */
const minEpoch = 1_600_000_000

export interface WebSetup {
  air: Air
  types: Map<number, TagType>
  mac: string
  psram: boolean
  /** Drops all connections and is away for a moment. */
  restart(why: 'reboot' | 'crash'): void
  system(): void
}
interface Call {
  query: URLSearchParams
  request: IncomingMessage
  json(value: unknown): void
  text(status: number, text: string): void
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const body = await readBytes(request, maxUpload)
  if (body === undefined) throw new Error('too large')
  return body
}
const formOf = async (request: IncomingMessage) => new URLSearchParams((await bodyOf(request)).toString())

/** Reads the parts in their order, as they come in: a file that comes before its `mac` is for no tag. */
export function readUpload(type: string, body: Buffer): { fields: Map<string, string>; file: Buffer | undefined } {
  const fields = new Map<string, string>()
  const boundary = Buffer.from(`--${/boundary=([^;]+)/.exec(type)?.[1] ?? ''}`)
  let file: Buffer | undefined
  for (let at = body.indexOf(boundary); at >= 0;) {
    const next = body.indexOf(boundary, at + boundary.length)
    if (next < 0) break
    const part = body.subarray(at + boundary.length + 2, next - 2)
    const split = part.indexOf('\r\n\r\n')
    const head = part.toString('latin1', 0, Math.max(0, split))
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? ''
    const content = part.subarray(split + 4)
    if (!/filename=/.test(head)) fields.set(name, content.toString())
    else if (fields.has('mac')) file = content
    at = next
  }
  return { fields, file }
}

/** Its tags from a position on, as many as an answer holds, and where the next answer begins. */
function pageFrom(air: Air, position: number) {
  const all = [...air.tags.values()].filter((tag) => tag.known).map((tag) => tag.entry)
  const tags: unknown[] = []
  // The position is kept in 8 bits.
  for (let index = position & 255; index < all.length; index++) {
    tags.push(all[index])
    if (JSON.stringify({ tags }).length > pageBytes) return { tags, continu: index + 1 }
  }
  return { tags }
}
/** The tag that a call names; undefined where the access point has no record of it. */
function knownTag(air: Air, form: URLSearchParams) {
  const tag = air.tags.get((form.get('mac') ?? '').toUpperCase().padStart(16, '0'))
  return tag?.known === true ? tag : undefined
}

/** What is asked for, by its path. */
function createGets({ air, mac, psram }: WebSetup): Record<string, (call: Call) => unknown> {
  return {
    '/get_db': ({ query, json }) => {
      if (!query.has('mac')) return json(pageFrom(air, Number.parseInt(query.get('pos') ?? '0', 10) || 0))
      const tag = knownTag(air, query)
      return json({ tags: tag === undefined ? [] : [tag.entry] })
    },
    '/sysinfo': ({ json }) =>
      json({
        alias: air.settings.alias,
        env: 'simulated_AP',
        buildtime: '1',
        buildversion: '2.91',
        sha: '0',
        psramsize: psram ? 8_388_608 : 0,
        flashsize: 16_777_216,
        rollback: false,
        ap_version: 31,
        hasC6: 1,
        hasH2: 0,
        hasTslr: 0,
        hasFlasher: 0,
      }),
    '/get_ap_config': ({ json }) => json({ C6: '1', savespace: '0', hasBLE: '0', apstate: '1', ...air.settings, preview: 1, discovery: 0 }),
    '/get_wifi_config': ({ json }) => json({ ssid: 'shop', pw: 'the-wifi-password', ip: '', mask: '', gw: '', dns: '', mac }),
    '/led_flash': ({ query, text }) => {
      const tag = knownTag(air, query)
      if (tag === undefined) return text(400, 'parameters are missing')
      const pattern = query.get('pattern') ?? ''
      if (!/^[0-9a-fA-F]{24}$/.test(pattern)) return text(400, 'Error: expects 12 hex bytes in pattern')
      air.command(tag.entry.mac, pattern)
      return text(200, 'ok, request transmitted')
    },
    '/edit': ({ query, text }) => (query.get('download') === 'log.txt' ? text(200, '2026-11-02 09:00:00 started\n') : text(404, '')),
  }
}

/** What it is told to do, by its path. */
function createPosts({ air, restart, system }: WebSetup): Record<string, (call: Call) => Promise<unknown>> {
  return {
    '/imgupload': async ({ request, text }) => {
      const { fields, file } = readUpload(request.headers['content-type'] ?? '', await bodyOf(request))
      const tag = knownTag(air, new URLSearchParams([['mac', fields.get('mac') ?? '']]))
      if (tag !== undefined && file !== undefined && air.state.running)
        air.upload(tag.entry.mac, fields, await decodeJpeg(file), file.byteLength)
      return text(200, '')
    },
    '/tag_cmd': async ({ request, text }) => {
      const form = await formOf(request)
      const tag = knownTag(air, form)
      if (tag === undefined) return text(400, 'Error: mac not found')
      const command = form.get('cmd') ?? ''
      if (command === 'refresh') air.refresh(tag.entry.mac)
      if (command === 'clear') air.clear(tag.entry.mac)
      if (command === 'del') air.tags.delete(tag.entry.mac)
      return text(200, 'Ok, done')
    },
    '/save_apcfg': async ({ request, text }) => {
      const form = await formOf(request)
      if (form.has('sleeptime1') && !form.has('sleeptime2')) return restart('crash')
      const { settings } = air
      for (const name of ['channel', 'maxsleep', 'stopsleep', 'lock', 'sleeptime1', 'sleeptime2'] as const)
        if (form.has(name)) settings[name] = Number(form.get(name)) & 255
      if (form.has('alias')) settings.alias = (form.get('alias') ?? '').slice(0, 31)
      return text(200, 'Ok, saved')
    },
    '/set_time': async ({ request, text }) => {
      const epoch = Number((await formOf(request)).get('epoch') ?? 0)
      if (!(epoch > minEpoch)) return text(400, 'invalid epoch')
      air.setTime(epoch)
      system()
      return text(200, 'ok')
    },
    '/reboot': async () => restart('reboot'),
  }
}

/** Answers calls as an access point does. Rejects where a call breaks. */
export function createWeb(setup: WebSetup) {
  const gets = createGets(setup)
  const posts = createPosts(setup)
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://access-point')
    const answer = (status: number, type: string, body: string) => {
      response.writeHead(status, { 'content-type': type, 'access-control-allow-origin': '*', connection: 'close' }).end(body)
    }
    const call: Call = {
      query: searchParams,
      request,
      json: (value) => answer(200, 'application/json', JSON.stringify(value)),
      text: (status, text) => answer(status, 'text/plain', text),
    }
    const type = /^\/tagtypes\/([0-9A-F]{2})\.json$/.exec(pathname)?.[1]
    const handler = request.method === 'GET' ? gets[pathname] : request.method === 'POST' ? posts[pathname] : undefined
    if (request.method === 'GET' && type !== undefined) {
      const known = setup.types.get(Number.parseInt(type, 16))
      if (known === undefined) call.text(404, '')
      else call.json(definitionOf(known))
    } else if (handler === undefined) call.text(404, '')
    else await handler(call)
  }
}

function definitionOf({ name, width, height, inks }: TagType) {
  const colortable = Object.fromEntries(inks.map((ink) => [ink.name, [ink.colour >> 16, (ink.colour >> 8) & 255, ink.colour & 255]]))
  return { version: 1, name, width, height, rotatebuffer: 0, bpp: 2, colortable }
}
