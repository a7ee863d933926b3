/**
 * The host program's server: the player at http://localhost:PORT/player/, everything it says passed on, and the machine for it alone
 * (docs/signage.md). It listens to this machine only; who asks the machine for something has to be the page, and know the token in it.
 */
import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { diskUse, memoryUse, networkAddress, readKept, run, systemName, writeKept, type Given } from './machine.ts'
import { createPageCopy } from './page-copy.ts'
import { passOn, passUpgrade } from './pass-on.ts'
import { commandNames, type CommandName, type Settings } from './settings.ts'
import { createSoftware, Refused, wantedOf } from './software.ts'

/** A page that is asked for waits so long for a new one. */
const renewMs = 3000
const renewEveryMs = 600_000
const bodyMost = 1000

export interface Host {
  url: string
  stop(): Promise<void>
}

export async function startHost({ server, port, data, display, commands }: Settings, version: string): Promise<Host> {
  let kept = readKept(data)
  const { mac, token } = kept
  const copy = createPageCopy(server, data)
  const software =
    commands.update &&
    createSoftware({
      server,
      data,
      command: commands.update,
      installed: (now) => {
        kept = { ...kept, software: now }
        writeKept(data, kept)
      },
    })
  let origins: string[] = []

  const facts = async () => ({
    mac,
    ...display,
    version,
    system: systemName(),
    memory: memoryUse(),
    disk: await diskUse(data),
    ip: networkAddress(),
    software: kept.software?.ver ?? null,
    can: Object.fromEntries(commandNames.map((name) => [name, commands[name] !== undefined])),
  })
  const isOurs = ({ headers }: IncomingMessage) => origins.includes(`http://${headers.host ?? ''}`)
  /** Other pages of the browser may not speak to this one's addresses. */
  const isSameOrigin = ({ headers }: IncomingMessage) =>
    (headers.origin === undefined || origins.includes(headers.origin)) &&
    ['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string)
  const hasToken = ({ headers }: IncomingMessage) => {
    const given = Buffer.from(String(headers['x-endcap-host'] ?? ''))
    const wanted = Buffer.from(token)
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const [path = ''] = (request.url ?? '').split('?')
    if (!isOurs(request)) return say(response, 421, 'This address is not the player’s.')
    if (path.startsWith('/host/')) {
      if (!isSameOrigin(request) || !hasToken(request)) return say(response, 403, 'The player alone may ask for this.')
      return perform(path.slice('/host/'.length), request, response)
    }
    if (path.startsWith('/api/player/'))
      return isSameOrigin(request) ? passOn(server, request, response) : say(response, 403, 'Another page asks.')
    if (path === '/' || path === '/player') return response.writeHead(302, { location: '/player/' }).end()
    if (path.startsWith('/player/') && request.method === 'GET') return givePage(path.slice('/player/'.length), response)
    return say(response, 404, 'There is nothing here.')
  }

  async function givePage(name: string, response: ServerResponse) {
    if (name === '' || name === 'index.html') await Promise.race([copy.renew(), new Promise((resolve) => setTimeout(resolve, renewMs))])
    const file = copy.file(name)
    if (file === undefined && name === '')
      return response.writeHead(503, { 'content-type': 'text/html; charset=utf-8', refresh: '5' }).end(waiting(server))
    if (file === undefined) return say(response, 404, 'The player has no such file.')
    const content = Buffer.from(file.content, 'base64')
    const caching = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
    response.writeHead(200, { ...file.headers, 'cache-control': caching })
    // The page knows by this who it speaks to, and says it back.
    return response.end(
      name === '' || name === 'index.html'
        ? content.toString().replace('<head>', `<head><meta name="endcap-host" content="${token}" />`)
        : content,
    )
  }

  async function perform(what: string, request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    if (what === 'facts' && request.method === 'GET') return json(response, 200, await facts())
    const command = commands[what as CommandName]
    if (command === undefined) return say(response, 404, 'This machine was not told how to do that.')
    try {
      if (what === 'screenshot')
        return response.writeHead(200, { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' }).end(await run(command))
      if (request.method !== 'POST') return say(response, 405, 'This is done by POST.')
      if (what === 'update') await update(request)
      else await run(command, what === 'reboot' ? {} : givenFor(what as Setting, await bodyOf(request)))
      return json(response, 200, {})
    } catch (error) {
      return say(response, error instanceof Refused ? error.status : 500, error instanceof Error ? error.message : String(error))
    }
  }
  /** It goes on, also when the page that has asked for it is gone. */
  async function update(request: IncomingMessage): Promise<void> {
    const wanted = await bodyOf(request).then(wantedOf, () => wantedOf(undefined))
    const { authorization = '' } = request.headers
    if (!/^Bearer [\w-]{1,200}$/.test(authorization)) throw new Refused(401, 'The display’s token is missing.')
    await software?.install(wanted, authorization)
  }

  const listener = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  listener.on('upgrade', (request, socket, head) => {
    const [path] = (request.url ?? '').split('?')
    if (path === '/player/push' && isOurs(request) && isSameOrigin(request)) passUpgrade(server, request, socket, head)
    else socket.destroy()
  })
  listener.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  const own = (listener.address() as AddressInfo).port
  origins = [`http://localhost:${own}`, `http://127.0.0.1:${own}`]
  void copy.renew()
  const timer = setInterval(() => void copy.renew(), renewEveryMs)
  return {
    url: `http://localhost:${own}/player/`,
    stop: async () => {
      clearInterval(timer)
      listener.close()
      listener.closeAllConnections()
      await once(listener, 'close')
    },
  }
}

const json = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(body))
const say = (response: ServerResponse, status: number, message: string) => json(response, status, { message })

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const part of request) {
    text += String(part)
    if (text.length > bodyMost) throw new Error('This is too long.')
  }
  return JSON.parse(text) as unknown
}
type Setting = Exclude<CommandName, 'reboot' | 'screenshot' | 'update'>
/** A name or an address of the network, which no program takes for an option. */
const address = /^[a-z\d](?:[a-z\d.:-]{0,198}[a-z\d])?$/i
/** All that of what others say ever comes near a command: whole percent, on or off, a name of the network. */
function givenFor(what: Setting, body: unknown): Given {
  const said = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  if (what === 'bluetooth' || what === 'nfc' || what === 'autorun') {
    if (typeof said.on !== 'boolean') throw new Error('`on` must be true or false.')
    return { state: said.on ? 'on' : 'off' }
  }
  if (what === 'timeserver') {
    if (typeof said.address !== 'string' || !address.test(said.address))
      throw new Error('`address` must be a name or an address of the network.')
    return { address: said.address }
  }
  const part = 'part' in said ? Number(said.part) : Number.NaN
  if (!(part >= 0 && part <= 1)) throw new Error('`part` must be a number of 0 to 1.')
  return { percent: Math.round(part * 100) }
}

const waiting = (server: URL) =>
  `<!doctype html><meta charset="utf-8"><title>Endcap player</title><body style="margin:0;height:100vh;display:grid;place-items:center;background:#0e1116;color:#97a0ad;font:20px sans-serif">${server.host}`
