/**
 * The host program's server: the player at http://localhost:PORT/player/, everything it says passed on, and the machine for it alone
 * (docs/signage.md). It listens to this machine only; who asks the machine for something has to be the page, and know the token in it.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { answerMessage } from './answers.ts'
import { createCallers } from './callers.ts'
import { diskUse, memoryUse, networkAddress, readState, systemName, writeState } from './machine.ts'
import { createPageCopy, type PageCopy } from './page-copy.ts'
import { passOn, passUpgrade } from './pass-on.ts'
import { perform } from './perform.ts'
import { commandNames, type Settings } from './settings.ts'
import { createInstallers } from './software.ts'

/** A page that is asked for waits so long for a new one. */
const renewMs = 3000
const renewEveryMs = 600_000

export interface Host {
  url: string
  stop(): Promise<void>
}

export async function startHost({ server, port, data, display, commands }: Settings, version: string): Promise<Host> {
  let state = readState(data)
  const { mac, token } = state
  const copy = createPageCopy(server, data)
  const software = createInstallers({
    server,
    data,
    commands,
    installed: (what, now) => {
      state = { ...state, [what]: now }
      writeState(data, state)
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
    software: state.software?.ver ?? null,
    launcher: state.launcher?.ver ?? null,
    can: Object.fromEntries(commandNames.map((name) => [name, commands[name] !== undefined])),
  })
  const { isOurs, isSameOrigin, hasToken } = createCallers({ token, origins: () => origins })
  const page = { server, copy, token }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const [path = ''] = (request.url ?? '').split('?')
    if (!isOurs(request)) return answerMessage(response, 421, 'This address is not the player’s.')
    if (path.startsWith('/host/')) {
      if (!isSameOrigin(request) || !hasToken(request)) return answerMessage(response, 403, 'The player alone may ask for this.')
      return perform(path.slice('/host/'.length), { commands, software, facts }, request, response)
    }
    if (path.startsWith('/api/player/'))
      return isSameOrigin(request) ? passOn(server, request, response) : answerMessage(response, 403, 'Another page asks.')
    if (path === '/' || path === '/player') return response.writeHead(302, { location: '/player/' }).end()
    if (path.startsWith('/player/') && request.method === 'GET') return givePage(path.slice('/player/'.length), page, response)
    return answerMessage(response, 404, 'There is nothing here.')
  }

  const listener = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  listener.on('upgrade', (request, socket, head) => {
    const [path] = (request.url ?? '').split('?')
    if (path === '/player/push' && isOurs(request) && isSameOrigin(request)) passUpgrade(server, request, socket, head)
    else socket.destroy()
  })
  listener.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  const own = portOf(listener)
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

function portOf(listener: Server): number {
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('The host program listens on no port.')
  return address.port
}

/** A file of the player; `name`: its path below /player/. */
async function givePage(
  name: string,
  { server, copy, token }: { server: URL; copy: PageCopy; token: string },
  response: ServerResponse,
): Promise<ServerResponse> {
  if (name === '' || name === 'index.html') await Promise.race([copy.renew(), new Promise((resolve) => setTimeout(resolve, renewMs))])
  const file = copy.file(name)
  if (file === undefined && name === '')
    return response.writeHead(503, { 'content-type': 'text/html; charset=utf-8', refresh: '5' }).end(waiting(server))
  if (file === undefined) return answerMessage(response, 404, 'The player has no such file.')
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

const waiting = (server: URL) =>
  `<!doctype html><meta charset="utf-8"><title>Endcap player</title><body style="margin:0;height:100vh;display:grid;place-items:center;background:#0e1116;color:#97a0ad;font:20px sans-serif">${server.host}`
