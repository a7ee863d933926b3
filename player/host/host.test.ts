/** The host program as a process of its own, between a server and a page that the test plays. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hardwareAddresses } from './machine.ts'
import { readSettings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'endcap-host-'))
const at = (name: string) => join(folder, name)
const children: ChildProcess[] = []
let server: Server
let port: number
const heard: { url: string; headers: IncomingHttpHeaders; body: string }[] = []
let page = 1

/** A program that writes down what it was called with. */
const noting = (name: string, ...args: string[]) => [
  process.execPath,
  '-e',
  `require('fs').appendFileSync(${JSON.stringify(at(name))}, JSON.stringify(process.argv.slice(1)) + '\\n')`,
  '--',
  ...args,
]

async function startHost(more: string[] = []): Promise<{ url: string; child: ChildProcess; error: () => string }> {
  const script = fileURLToPath(new URL('main.ts', import.meta.url))
  const args = ['--server', `http://127.0.0.1:${port}`, '--port', '0', '--data', folder, ...more]
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let [said, errors] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  return { url: /http:\S+\/player\//.exec(said)?.[0]?.replace('/player/', '') ?? '', child, error: () => errors }
}
/** As a browser or somebody else asks; `host` is what the request says it wants. */
function ask(
  url: string,
  { method = 'GET', headers = {}, body = '' } = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(url.replace('localhost', '127.0.0.1'), { method, headers: { host: new URL(url).host, ...headers } }, (answer) => {
      let text = ''
      answer.setEncoding('latin1').on('data', (part: string) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }))
    })
    asked.on('error', reject).end(body)
  })
}
const tokenOf = async (url: string) => /name="endcap-host" content="([\w-]+)"/.exec((await ask(`${url}/player/`)).body)?.[1] ?? ''

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const url = request.url ?? ''
      heard.push({ url, headers: request.headers, body })
      const files: Record<string, string> = {
        '/player/': `<html><head><script src="/player/assets/index-${page}.js"></script></head></html>`,
        [`/player/assets/index-${page}.js`]: `play(${page})`,
        ...{ '/player/worker.js': 'worker', '/player/frame.html': 'frame' },
      }
      if (files[url] !== undefined)
        response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': 'policy' }).end(files[url])
      else if (url.startsWith('/api/player/'))
        response.writeHead(206, { 'content-range': 'bytes 2-3/9', 'x-more': 'yes' }).end(`answer to ${body}`)
      else response.writeHead(404).end()
    })
  })
  server.on('upgrade', (request, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n')
    socket.on('data', (part: Buffer) => socket.write(`echo ${part.toString()} of ${request.headers.host}`)).on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  const commands = {
    ...{ reboot: noting('rebooted'), brightness: noting('brightness', 'set', '{percent}%') },
    ...{
      volume: [process.execPath, '-e', 'console.error("no sound card"); process.exit(3)'],
      screenshot: [process.execPath, '-e', 'process.stdout.write("picture")'],
    },
  }
  writeFileSync(at('settings.json'), JSON.stringify({ mac: '02:ec:d1:00:00:77', name: 'Till', commands }))
})
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

describe('the host program', () => {
  test('serves the player with its policy and passes on what it says, requests and WebSocket', async () => {
    const { url } = await startHost()
    const given = await ask(`${url}/player/`)
    expect(given).toMatchObject({ status: 200, headers: { 'content-security-policy': 'policy' } })
    expect(given.body).toContain('/player/assets/index-1.js')
    expect((await ask(`${url}/player/assets/index-1.js`)).body).toBe('play(1)')
    const passed = await ask(`${url}/api/player/v1/events`, {
      method: 'POST',
      headers: { authorization: 'Bearer t', origin: url, cookie: 'c', 'x-endcap-host': 'h' },
      body: '{"seq":1}',
    })
    expect(passed).toMatchObject({ status: 206, body: 'answer to {"seq":1}', headers: { 'content-range': 'bytes 2-3/9', 'x-more': 'yes' } })
    expect(heard.at(-1)).toMatchObject({ url: '/api/player/v1/events', headers: { authorization: 'Bearer t', host: `127.0.0.1:${port}` } })
    expect(Object.keys(heard.at(-1)?.headers ?? {})).not.toEqual(expect.arrayContaining(['cookie']))
    expect(heard.at(-1)?.headers['x-endcap-host']).toBeUndefined()

    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const wait = async () => String((await once(socket, 'data'))[0])
    socket.write(
      `GET /player/push HTTP/1.1\r\nhost: ${new URL(url).host}\r\nconnection: Upgrade\r\nupgrade: websocket\r\norigin: ${url}\r\n\r\n`,
    )
    expect(await wait()).toContain('101 Switching Protocols')
    socket.write('hello')
    expect(await wait()).toBe(`echo hello of 127.0.0.1:${port}`)
    socket.destroy()
  })

  test('tells the player of the machine, and does what it was configured to do, with numbers alone from outside', async () => {
    const { url } = await startHost()
    const headers = { 'x-endcap-host': await tokenOf(url) }
    const facts = JSON.parse((await ask(`${url}/host/facts`, { headers })).body) as Record<string, { used: number; total: number }>
    expect(facts).toMatchObject({
      mac: '02:ec:d1:00:00:77',
      name: 'Till',
      can: { reboot: true, brightness: true, volume: true, screenshot: true },
    })
    for (const use of [facts.memory, facts.disk]) expect(use?.total).toBeGreaterThan(use?.used ?? Infinity)
    const post = (what: string, body: object) => ask(`${url}/host/${what}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect((await post('reboot', {})).status).toBe(200)
    expect((await post('brightness', { part: 0.426 })).status).toBe(200)
    expect(readFileSync(at('rebooted'), 'utf8')).toBe('[]\n')
    expect(readFileSync(at('brightness'), 'utf8')).toBe('["set","43%"]\n')
    for (const part of ['1; reboot', 2, null]) expect((await post('brightness', { part: part ?? 'x' })).status).toBe(500)
    expect(readFileSync(at('brightness'), 'utf8').split('\n')).toHaveLength(2)
    expect(JSON.parse((await post('volume', { part: 1 })).body)).toEqual({ message: expect.stringContaining('no sound card') as string })
    expect((await ask(`${url}/host/screenshot`, { headers })).body).toBe('picture')
  })

  test('answers the player’s page alone', async () => {
    const { url } = await startHost()
    const token = await tokenOf(url)
    const rebooted = () => (existsSync(at('rebooted')) ? readFileSync(at('rebooted'), 'utf8').length : 0)
    const before = rebooted()
    const post = async (headers: Record<string, string>, path = '/host/reboot') =>
      (await ask(`${url}${path}`, { method: 'POST', headers, body: '{}' })).status
    expect(await post({})).toBe(403)
    expect(await post({ 'x-endcap-host': token.replace(/.$/, '-') })).toBe(403)
    expect(await post({ 'x-endcap-host': token, origin: 'http://evil.example' })).toBe(403)
    expect(await post({ 'x-endcap-host': token, origin: 'null', 'sec-fetch-site': 'cross-site' })).toBe(403)
    // A name of somebody else that leads to this machine.
    expect(await post({ 'x-endcap-host': token, host: 'evil.example' })).toBe(421)
    expect(await post({ origin: 'http://evil.example' }, '/api/player/v1/events')).toBe(403)
    expect(await post({}, '/api/stores')).toBe(404)
    expect(rebooted()).toBe(before)
    expect((await ask(`${url}/player/`)).headers['access-control-allow-origin']).toBeUndefined()
  })

  test('takes over a new player as a whole, and starts with the last one when the server is gone', async () => {
    const first = await startHost()
    const token = await tokenOf(first.url)
    page = 2
    expect((await ask(`${first.url}/player/`)).body).toContain('index-2.js')
    first.child.kill('SIGTERM')
    expect(await once(first.child, 'exit')).toEqual([0, null])
    const gone = await startHost(['--server', 'http://127.0.0.1:9'])
    expect((await ask(`${gone.url}/player/`)).body).toContain('index-2.js')
    expect((await ask(`${gone.url}/player/assets/index-2.js`)).body).toBe('play(2)')
    expect((await ask(`${gone.url}/api/player/v1/manifest`)).status).toBe(502)
    // The page in the browser still knows it.
    expect(await tokenOf(gone.url)).toBe(token)
  })

  test('says what is wrong with its settings, and does not start', async () => {
    writeFileSync(at('wrong.json'), JSON.stringify({ commands: { reboot: 'systemctl reboot' } }))
    const { url, error } = await startHost(['--settings', at('wrong.json')])
    expect([url, error()]).toEqual(['', expect.stringContaining('"reboot" must be a list')])
    const settings = (value: unknown) => {
      writeFileSync(at('s.json'), JSON.stringify(value))
      return () => readSettings(['--data', folder, '--settings', at('s.json')])
    }
    expect(settings({})).toThrow('Name the server')
    expect(settings({ server: 'ftp://a' })).toThrow('is no address')
    expect(settings({ server: 'http://a', colour: 1 })).toThrow('there is no setting "colour"')
    expect(settings({ server: 'http://a', commands: { explode: ['x'] } })).toThrow('there is no command "explode"')
    expect(settings({ server: 'http://a', port: 1, commands: { reboot: ['r'] } })()).toMatchObject({ port: 1, commands: { reboot: ['r'] } })
  })

  test('knows the machine’s hardware addresses', () => {
    for (const mac of hardwareAddresses()) expect(mac).toMatch(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/)
  })
})
