/** The host program as a process of its own, between a server and a page that the test plays. */
import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, request, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hardwareAddresses, run } from './machine.ts'
import { readSettings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'endcap-host-'))
const at = (name: string) => join(folder, name)
const children: ChildProcess[] = []
let server: Server
let port: number
const heard: { url: string; headers: IncomingHttpHeaders; body: string }[] = []
let page = 1
/** Software that the server gives, by its sha256; how much of it before it falls silent, or is cut off, once. */
const software = new Map<string, Buffer>()
let [holdAt, cutAt] = [Infinity, Infinity]
let held: (() => void)[] = []

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
  let [output, errors] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  return { url: /http:\S+\/player\//.exec(output)?.[0]?.replace('/player/', '') ?? '', child, error: () => errors }
}
/** A piece of software, with its range, as the server answers. */
function giveSoftware(content: Buffer, range: string, response: ServerResponse) {
  const [start = 0, end = 0] = range.replace('bytes=', '').split('-').map(Number)
  const piece = content.subarray(start, end + 1)
  response.writeHead(206, { 'content-range': `bytes ${start}-${end}/${content.length}`, 'content-length': piece.length })
  const stopAt = Math.min(holdAt, cutAt) - start
  if (stopAt < 0 || stopAt >= piece.length) return response.end(piece)
  response.write(piece.subarray(0, stopAt), () => {
    if (cutAt < holdAt) {
      cutAt = Infinity
      setTimeout(() => response.destroy(), 50)
    } else held.push(() => response.end(piece.subarray(stopAt)))
  })
  return response
}

/** As a browser or another program asks; `host` is what the request says it wants. */
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
        '/player/worker.js': 'worker',
        '/player/frame.html': 'frame',
      }
      const content = software.get(url.split('/').at(-1) ?? '')
      if (content !== undefined) giveSoftware(content, String(request.headers.range), response)
      else if (files[url] !== undefined)
        response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': 'policy' }).end(files[url])
      else if (url.includes('/content/')) response.writeHead(404).end('{"message":"Your plan does not name this content."}')
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
    reboot: noting('rebooted'),
    brightness: noting('brightness', 'set', '{percent}%'),
    bluetooth: noting('radio', '{state}'),
    nfc: noting('reader', '{state}'),
    autorun: noting('start', '--{state}'),
    timeserver: noting('time', 'from', '{address}'),
    volume: [process.execPath, '-e', 'console.error("no sound card"); process.exit(3)'],
    screenshot: [process.execPath, '-e', 'process.stdout.write("picture")'],
  }
  writeFileSync(at('settings.json'), JSON.stringify({ mac: '02:ec:d1:00:00:77', name: 'Till', commands }))
})
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

/** A token as long as this one, that is surely another. */
const otherThan = (token: string) => token.replace(/.$/, token.endsWith('-') ? '_' : '-')

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

  test('tells the player of the machine, and does what it was configured to do; from outside come numbers, on and off, and names of the network alone', async () => {
    const { url } = await startHost()
    const headers = { 'x-endcap-host': await tokenOf(url) }
    const facts = JSON.parse((await ask(`${url}/host/facts`, { headers })).body) as Record<string, { used: number; total: number }>
    expect(facts).toMatchObject({
      mac: '02:ec:d1:00:00:77',
      name: 'Till',
      can: { reboot: true, brightness: true, volume: true, bluetooth: true, timeserver: true, screenshot: true, update: false },
    })
    for (const use of [facts.memory, facts.disk]) expect(use?.total).toBeGreaterThan(use?.used ?? Infinity)
    const post = (what: string, body: object) => ask(`${url}/host/${what}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect((await post('reboot', {})).status).toBe(200)
    expect((await post('brightness', { part: 0.426 })).status).toBe(200)
    expect(readFileSync(at('rebooted'), 'utf8')).toBe('[]\n')
    expect(readFileSync(at('brightness'), 'utf8')).toBe('["set","43%"]\n')
    for (const part of ['1; reboot', 2, null]) expect((await post('brightness', { part: part ?? 'x' })).status).toBe(500)
    expect(readFileSync(at('brightness'), 'utf8').split('\n')).toHaveLength(2)
    for (const [what, file, argument] of [
      ['bluetooth', 'radio', 'on'],
      ['nfc', 'reader', 'on'],
      ['autorun', 'start', '--on'],
    ] as const) {
      expect((await post(what, { on: true })).status).toBe(200)
      for (const on of ['on', 1, null, 'x; reboot']) expect((await post(what, { on })).status).toBe(500)
      expect(readFileSync(at(file), 'utf8')).toBe(`["${argument}"]\n`)
    }
    for (const address of ['', '-s', '--help', 'a b', '$(reboot)', 'time.example;reboot', 'a\nb', 'x'.repeat(300), 7, null])
      expect((await post('timeserver', { address })).status).toBe(500)
    for (const address of ['ntp.shop.example', '10.0.0.123', '2001:db8::1'])
      expect((await post('timeserver', { address })).status).toBe(200)
    expect(readFileSync(at('time'), 'utf8')).toBe('["from","ntp.shop.example"]\n["from","10.0.0.123"]\n["from","2001:db8::1"]\n')
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
    expect(await post({ 'x-endcap-host': otherThan(token) })).toBe(403)
    expect(await post({ 'x-endcap-host': token, origin: 'http://evil.example' })).toBe(403)
    expect(await post({ 'x-endcap-host': token, origin: 'null', 'sec-fetch-site': 'cross-site' })).toBe(403)
    // A foreign name that leads to this machine.
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

describe('software', () => {
  const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
  const authorization = 'Bearer display-token_1'
  let number = 0
  /** A host program with a folder of its own, whose command for updates copies the file to `installed` there, and notes with what it was run. */
  async function startWith(update?: string[], launches = false) {
    const data = at(`data-${++number}`)
    mkdirSync(data)
    const script = `const fs = require('fs'); const [file] = process.argv.slice(1)
      fs.copyFileSync(file, ${JSON.stringify(join(data, 'installed'))})
      fs.appendFileSync(${JSON.stringify(join(data, 'runs'))}, JSON.stringify(process.argv.slice(1)) + '\\n')`
    const command = update ?? [process.execPath, '-e', script, '--', '{file}.deb', 'and $HOME; more']
    writeFileSync(
      join(data, 'settings.json'),
      JSON.stringify({ mac: '02:ec:d1:00:00:78', commands: { update: command, ...(launches && { launcher: command }) } }),
    )
    const start = () => startHost(['--data', data])
    const host = await start()
    const runs = () => (existsSync(join(data, 'runs')) ? readFileSync(join(data, 'runs'), 'utf8').trim().split('\n') : [])
    const left = () => (existsSync(join(data, 'software')) ? readdirSync(join(data, 'software')) : [])
    return { ...host, data, start, runs, left, headers: { 'x-endcap-host': await tokenOf(host.url), authorization } }
  }
  type Started = Awaited<ReturnType<typeof startWith>>
  const newSoftware = (bytes: number, ver = '2.0') => {
    const content = Buffer.alloc(bytes, `${++number} of this software. `)
    const requested = { sha256: sha256(content), bytes, ver }
    software.set(requested.sha256, content)
    return { content, requested }
  }
  const update = async (
    { url, headers }: Pick<Started, 'url' | 'headers'>,
    requested: object,
    more: Record<string, string> = {},
    installer = 'update',
  ) => {
    const { status, body } = await ask(`${url}/host/${installer}`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify(requested),
    })
    return { status, ...(JSON.parse(Buffer.from(body, 'latin1').toString()) as { message?: string }) }
  }
  const factsOf = async ({ url, headers }: Pick<Started, 'url' | 'headers'>) =>
    JSON.parse((await ask(`${url}/host/facts`, { headers })).body) as { software: string | null; can: { update: boolean } }
  const rangesOf = (hash: string) => heard.filter(({ url }) => url.endsWith(hash)).map(({ headers }) => headers.range)
  const sizeOf = (path: string) => (existsSync(path) ? statSync(path).size : 0)
  const reset = () => {
    for (const go of held) go()
    held = []
    holdAt = cutAt = Infinity
  }

  test('is loaded in pieces with the display’s token, checked, installed by what the settings say, and its version is kept', async () => {
    const host = await startWith()
    const { content, requested } = newSoftware(8_388_608 + 5)
    const readState = () => JSON.parse(readFileSync(join(host.data, 'host.json'), 'utf8')) as Record<string, object>
    const before = readState()
    expect(await factsOf(host)).toMatchObject({ software: null, can: { update: true } })
    expect(await update(host, { ...requested, ver: '2.0 $(reboot)' })).toEqual({ status: 200 })
    expect(rangesOf(requested.sha256)).toEqual(['bytes=0-8388607', 'bytes=8388608-8388612'])
    expect(heard.filter(({ url }) => url.endsWith(requested.sha256)).map(({ headers }) => headers.authorization)).toEqual([
      authorization,
      authorization,
    ])
    expect(readFileSync(join(host.data, 'installed')).equals(content)).toBe(true)
    expect(host.runs()).toEqual([JSON.stringify([join(host.data, 'software', `${requested.sha256}.deb`), 'and $HOME; more'])])
    expect(host.left()).toEqual([])
    const installed = { ver: '2.0 $(reboot)', sha256: requested.sha256, at: expect.stringMatching(/^\d{4}-.*Z$/) as string }
    expect(readState()).toEqual({ ...before, token: host.headers['x-endcap-host'], software: installed })
    expect(await factsOf(host)).toMatchObject({ software: '2.0 $(reboot)' })
    host.child.kill('SIGKILL')
    expect(await factsOf({ ...host, ...(await host.start()) })).toMatchObject({ software: '2.0 $(reboot)' })
  })

  test('goes on where it was after a lost connection, and after the program was killed', async () => {
    const host = await startWith()
    const first = newSoftware(50_000)
    cutAt = 10_000
    expect(await update(host, first.requested)).toEqual({ status: 200 })
    expect(rangesOf(first.requested.sha256)).toEqual(['bytes=0-49999', 'bytes=10000-49999'])

    const second = newSoftware(60_000, '3.0')
    holdAt = 20_000
    const asked = update(host, second.requested).catch(() => 'gone')
    const part = join(host.data, 'software', `${second.requested.sha256}.part`)
    await expect.poll(() => sizeOf(part)).toBe(20_000)
    host.child.kill('SIGKILL')
    expect(await asked).toBe('gone')
    reset()
    const again = { ...host, ...(await host.start()) }
    expect(await factsOf(again)).toMatchObject({ software: '2.0' })
    expect(await update(again, second.requested)).toEqual({ status: 200 })
    expect(rangesOf(second.requested.sha256)).toEqual(['bytes=0-59999', 'bytes=20000-59999'])
    expect(readFileSync(join(host.data, 'installed')).equals(second.content)).toBe(true)
    expect(await factsOf(again)).toMatchObject({ software: '3.0' })
  })

  test('with another checksum is not run and not kept; the version stays what it was', async () => {
    const host = await startWith()
    await update(host, newSoftware(500, '1.0').requested)
    const { content, requested } = newSoftware(400)
    software.set(requested.sha256, Buffer.alloc(400, 'something else'))
    expect(await update(host, requested)).toEqual({ status: 500, message: expect.stringContaining('The file is damaged') as string })
    expect([host.runs().length, host.left()]).toEqual([1, []])
    expect(await factsOf(host)).toMatchObject({ software: '1.0' })
    // What was there of it before was damaged, too: all of it is loaded anew.
    software.set(requested.sha256, content)
    writeFileSync(join(host.data, 'software', `${requested.sha256}.part`), 'x'.repeat(100))
    expect((await update(host, requested)).message).toContain('The file is damaged')
    expect(await update(host, requested)).toEqual({ status: 200 })
    expect(rangesOf(requested.sha256)).toEqual(['bytes=0-399', 'bytes=100-399', 'bytes=0-399'])
    // A server that knows another size of it.
    const other = newSoftware(300)
    expect((await update(host, { ...other.requested, bytes: 299 })).message).toContain('another piece')
  })

  test('that its program refuses is not noted, and not loaded again for the next try', async () => {
    const data = at('refused')
    mkdirSync(data)
    const fails = `console.error('dpkg is locked'); process.exit(require('fs').existsSync(${JSON.stringify(join(data, 'free'))}) ? 0 : 100)`
    const host = await startWith([process.execPath, '-e', fails, '--', '{file}'])
    const { requested } = newSoftware(100)
    expect(await update(host, requested)).toEqual({
      status: 500,
      message: expect.stringContaining('ended with 100: dpkg is locked') as string,
    })
    expect([await factsOf(host), host.left()]).toMatchObject([{ software: null }, [requested.sha256]])
    writeFileSync(join(data, 'free'), '')
    expect(await update(host, requested)).toEqual({ status: 200 })
    expect(rangesOf(requested.sha256)).toHaveLength(1)
    // What was kept of another one goes.
    rmSync(join(data, 'free'))
    await update(host, newSoftware(110).requested)
    const last = newSoftware(120).requested
    await update(host, last)
    expect(host.left()).toEqual([last.sha256])
  })

  test('a launcher goes the same way by the command of its name, and never while software is installed', async () => {
    const host = await startWith(undefined, true)
    const { content, requested } = newSoftware(700, '5.0')
    expect(await factsOf(host)).toMatchObject({ launcher: null, can: { update: true, launcher: true } })
    expect(await update(host, requested, {}, 'launcher')).toEqual({ status: 200 })
    expect(readFileSync(join(host.data, 'installed')).equals(content)).toBe(true)
    expect(host.runs()).toEqual([JSON.stringify([join(host.data, 'launcher', `${requested.sha256}.deb`), 'and $HOME; more'])])
    expect(await factsOf(host)).toMatchObject({ launcher: '5.0', software: null })
    host.child.kill('SIGKILL')
    const again = { ...host, ...(await host.start()) }
    expect(await factsOf(again)).toMatchObject({ launcher: '5.0' })
    const large = newSoftware(5000, '6.0')
    holdAt = 1000
    const first = update(again, large.requested, {}, 'launcher')
    await expect.poll(() => held.length).toBe(1)
    expect((await update(again, newSoftware(10).requested)).status).toBe(409)
    reset()
    expect(await first).toEqual({ status: 200 })
    const without = await startWith()
    expect((await update(without, requested, {}, 'launcher')).status).toBe(404)
  })

  test('is installed one at a time', async () => {
    const host = await startWith()
    const { requested } = newSoftware(5000)
    holdAt = 1000
    const first = update(host, requested)
    await expect.poll(() => held.length).toBe(1)
    expect(await update(host, newSoftware(10).requested)).toEqual({ status: 409, message: 'Software is being installed already.' })
    reset()
    expect(await first).toEqual({ status: 200 })
    expect(host.runs()).toHaveLength(1)
  })

  test('is installed for the player’s page alone, and only as it has to be asked for', async () => {
    const host = await startWith()
    const { requested } = newSoftware(100)
    const page = host.headers['x-endcap-host']
    expect((await update(host, requested, { 'x-endcap-host': otherThan(page) })).status).toBe(403)
    expect((await update(host, requested, { origin: 'http://evil.example' })).status).toBe(403)
    expect((await update(host, requested, { host: 'evil.example' })).status).toBe(421)
    for (const other of ['', 'Basic YTpi', 'Bearer a b']) expect((await update(host, requested, { authorization: other })).status).toBe(401)
    for (const [wrong, name] of [
      [{ sha256: '../../../../etc/passwd' }, 'sha256'],
      [{ sha256: requested.sha256.toUpperCase() }, 'sha256'],
      [{ bytes: 0 }, 'bytes'],
      [{ bytes: 1.5 }, 'bytes'],
      [{ bytes: 1_000_000_001 }, 'bytes'],
      [{ ver: '' }, 'ver'],
      [{ ver: 3 }, 'ver'],
    ] as const)
      expect(await update(host, { ...requested, ...wrong })).toMatchObject({
        status: 400,
        message: expect.stringContaining(`\`${name}\``) as string,
      })
    expect((await ask(`${host.url}/host/update`, { method: 'POST', headers: host.headers, body: '{' })).status).toBe(400)
    expect((await ask(`${host.url}/host/update`, { headers: host.headers })).status).toBe(405)
    expect(rangesOf(requested.sha256)).toEqual([])
    expect(host.runs()).toEqual([])
    // What the plan does not name.
    expect((await update(host, { ...requested, sha256: '0'.repeat(64) })).message).toBe(
      'The server answers 404: Your plan does not name this content.',
    )
    const without = await startHost()
    const headers = { ...host.headers, 'x-endcap-host': await tokenOf(without.url) }
    expect((await factsOf({ ...without, headers })).can.update).toBe(false)
    expect((await update({ ...without, headers }, requested)).status).toBe(404)
  })

  test.skipIf(!existsSync('/dev/full'))('says when the disk is full', async () => {
    const host = await startWith()
    const { requested } = newSoftware(100)
    mkdirSync(join(host.data, 'software'))
    symlinkSync('/dev/full', join(host.data, 'software', `${requested.sha256}.part`))
    expect(await update(host, requested)).toEqual({ status: 500, message: 'The disk of this machine is full.' })
    expect(host.runs()).toEqual([])
  })

  test('settings have to say where its file stands', () => {
    const settings = (...update: string[]) => {
      writeFileSync(at('u.json'), JSON.stringify({ server: 'http://a', commands: { update } }))
      return () => readSettings(['--data', folder, '--settings', at('u.json')])
    }
    expect(settings('apt-get', 'install')).toThrow('must say where the file stands')
    expect(settings('{file}')).toThrow('must say where the file stands')
    expect(settings('a', '{file}.deb', '{file}.rpm')).toThrow('must say where the file stands')
    expect(settings('a', '{file}', '--log={file}')().commands.update).toHaveLength(3)
  })

  test('a program is over when it has ended, though what it has started goes on', async () => {
    const starts = "require('child_process').spawn('sleep', ['30'], { stdio: 'inherit', detached: true }).unref(); console.log('started')"
    const began = Date.now()
    expect((await run([process.execPath, '-e', starts])).toString()).toBe('started\n')
    expect(Date.now() - began).toBeLessThan(15_000)
  })
})
