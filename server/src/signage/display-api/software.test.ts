/** Software of a store for its displays: which one is for which display, who is told of it, who may load it, and being asked to install it. */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { serveDisplayLine } from '../../testing/display-line.ts'
import { signageOf } from '../../testing/signage.ts'
import { startTestApp } from '../../testing/test-app.ts'

const parts = await startTestApp()
const { api, app, context } = parts
const { newStore, newDisplay, newWriter, send, good, manifestOf, beat, recorded } = signageOf({ ...parts, mark: '95' })

const linux = { versions: JSON.stringify({ player: '1.0.0', host: '1.0.0', os: 'Linux 6.1.0-18' }) }
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')
/** Its content is its version. */
async function upload(storeCode: string, ver: string, { os = 'linux', model = 'IP231A', kind = 'sw' } = {}): Promise<string> {
  context.clock.advance(1)
  const { status, body } = await send(`/plus/store/${storeCode}/${kind}/file`, 'a.deb', Buffer.from(ver), { fields: { os, model, ver } })
  expect([status, body]).toMatchObject([200, { name: 'a.deb' }])
  return String(body._id)
}
const softwareOf = async (token: string) => (await manifestOf(token)).software
const load = (token: string, hash: string, headers: object = {}) =>
  app.inject({ url: `/api/player/v1/content/${hash}`, headers: { authorization: `Bearer ${token}`, ...headers } })

describe('what is for a display', () => {
  test('is the newest of its own store for its system and model, whatever their letters', async () => {
    const [store, other] = [await newStore(), await newStore()]
    const { token } = await newDisplay(store, linux)
    expect(await softwareOf(token)).toBeNull()
    await upload(store, '1.9')
    await upload(store, '2.0', { os: 'LINUX', model: 'ip231a' })
    await upload(store, '3.0', { os: 'linux 5.10' })
    await upload(store, '3.1', { os: 'android' })
    await upload(store, '3.2', { model: 'IP291A' })
    await upload(store, '3.3', { kind: 'launcher' })
    await upload(other, '3.4')
    expect(await softwareOf(token)).toEqual({ ver: '2.0', sha256: sha256('2.0'), bytes: 3, type: 'application/octet-stream' })
    await upload(store, '4.0', { os: 'linux 6.1.0-18' })
    expect(await softwareOf(token)).toMatchObject({ ver: '4.0' })
  })
  test('is a launcher of its own kind beside that, loaded by that display too', async () => {
    const [store, other] = [await newStore(), await newStore()]
    const { token } = await newDisplay(store, linux)
    expect((await manifestOf(token)).launcher).toBeNull()
    await upload(store, 'launcher 1', { kind: 'launcher' })
    await upload(store, 'launcher 2', { kind: 'launcher' })
    await upload(store, 'launcher 3', { kind: 'launcher', os: 'android' })
    await upload(other, 'launcher 4', { kind: 'launcher' })
    const { software, launcher } = await manifestOf(token)
    expect([software, launcher]).toEqual([null, expect.objectContaining({ ver: 'launcher 2', sha256: sha256('launcher 2'), bytes: 10 })])
    expect((await load(token, sha256('launcher 2'))).body).toBe('launcher 2')
    expect((await load(token, sha256('launcher 1'))).statusCode).toBe(404)
    expect((await load((await newDisplay(other, linux)).token, sha256('launcher 2'))).statusCode).toBe(404)
  })
  test('that is put in the place of another is the newest', async () => {
    const store = await newStore()
    const { token } = await newDisplay(store, linux)
    const old = await upload(store, '1.0')
    await upload(store, '2.0')
    context.clock.advance(1)
    const fields = { os: 'linux', model: 'IP231A', ver: '1.1' }
    await send(`/plus/store/${store}/sw/file?id=${old}`, 'b.deb', Buffer.from('1.1'), { fields })
    expect(await softwareOf(token)).toMatchObject({ ver: '1.1', sha256: sha256('1.1') })
  })
  test('is nothing without a host program that tells the system', async () => {
    const store = await newStore()
    await upload(store, '1.0')
    await upload(store, '1.1', { os: 'undefined' })
    expect(await softwareOf((await newDisplay(store)).token)).toBeNull()
  })
  test('is loaded by that display, in ranges too, and by no other caller', async () => {
    const [store, other] = [await newStore(), await newStore()]
    const [own, sibling, stranger] = [
      await newDisplay(store, linux),
      await newDisplay(store, { ...linux, model: 'IP291A' }),
      await newDisplay(other, linux),
    ]
    const hash = sha256('load 2')
    await upload(store, 'load 1')
    await upload(store, 'load 2')
    const whole = await load(own.token, hash)
    expect([whole.statusCode, whole.body]).toEqual([200, 'load 2'])
    const part = await load(own.token, hash, { range: 'bytes=2-3' })
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, 'ad', 'bytes 2-3/6'])
    expect((await load(own.token, sha256('load 1'))).statusCode).toBe(404)
    for (const { token } of [sibling, stranger]) expect((await load(token, hash)).statusCode).toBe(404)
    expect((await load('nobody', hash)).statusCode).toBe(401)
  })
  test('is installed by itself where the v1 settings of the display say so', async () => {
    const store = await newStore()
    const { mac, token } = await newDisplay(store, linux)
    const save = (autoupdate: boolean, line: string) =>
      good(api('POST', '/plus/v1/config', { mac, config: { storeCode: store, autoupdate }, line }))
    const wants = async () => (await manifestOf(token)).settings.autoUpdate
    await save(true, 'v1')
    expect(await wants()).toBe(true)
    await save(false, 'v1')
    expect(await wants()).toBe(false)
    await save(true, 'v0')
    expect(await wants()).toBe(false)
  })
})

describe('who is told', () => {
  const open = serveDisplayLine({ context: context.context, app })
  test('those for whom it is, when it comes and when it goes', async () => {
    const store = await newStore()
    const [own, sibling] = [await newDisplay(store, linux), await newDisplay(store, { ...linux, model: 'IP291A' })]
    const lines = [await open(own.token), await open(sibling.token)] as const
    const revs = () => lines.map(({ heard }) => heard.filter(({ t }) => t === 'rev').length)
    await expect.poll(() => revs()).toEqual([1, 1])
    await upload(store, '1.0')
    await expect.poll(() => revs()).toEqual([2, 1])
    const newer = await upload(store, '2.0')
    await expect.poll(() => revs()).toEqual([3, 1])
    await good(api('DELETE', `/plus/store/${store}/sw/file/${newer}`))
    await expect.poll(() => revs()).toEqual([4, 1])
    expect(await softwareOf(own.token)).toMatchObject({ ver: '1.0' })
    // The sibling hears its changes in their order: what comes first is the one that is for it.
    await upload(store, '1.0', { model: 'IP291A' })
    await expect.poll(() => revs()[1]).toBeGreaterThan(1)
    expect(revs()).toEqual([4, 2])
    for (const { socket } of lines) socket.close()
  })
})

describe('being asked to install it', () => {
  test('reaches displays of the store, all that are named or none, for ten minutes', async () => {
    const [store, other] = [await newStore(), await newStore()]
    const [own, second, stranger] = [await newDisplay(store), await newDisplay(store), await newDisplay(other)]
    const ask = (...devList: string[]) => api('POST', `/plus/store/${store}/device/update`, { devList })
    expect((await ask(own.mac, stranger.mac)).status).toBe(404)
    expect((await beat(own.token)).commands).toEqual([])
    expect((await ask(own.mac, second.mac)).body).toMatchObject({ devices: 2 })
    const [command] = (await beat(own.token)).commands
    expect(command).toMatchObject({ type: 'update', expiresAt: context.clock.now().getTime() + 600_000 })
    expect((await beat(second.token)).commands).toMatchObject([{ type: 'update' }])
    const { id } = command as unknown as { id: string }
    expect((await beat(own.token, { done: [{ id, result: 'failed', detail: '2.0: the disk is full' }] })).commands).toEqual([])
  })
  test('reaches displays of all stores of the account, and is recorded for each', async () => {
    const [store, other] = [await newStore(), await newStore()]
    const [own, second] = [await newDisplay(store), await newDisplay(other)]
    const writer = await newWriter(store)
    expect((await writer('POST', '/plus/v1/device/update', [own.mac, second.mac])).status).toBe(404)
    expect((await api('POST', '/plus/v1/device/update', [own.mac, second.mac])).body).toMatchObject({ devices: 2 })
    for (const { mac, token } of [own, second]) {
      expect((await beat(token)).commands).toMatchObject([{ type: 'update' }])
      expect((await recorded('display', mac))[0]).toMatchObject({ action: 'displayMasters.updateSoftware', after: { asked: 'update' } })
    }
  })
})

test('what a display says of its versions and of what it can is taken from each report; one that says nothing keeps it', async () => {
  const store = await newStore()
  const { mac, token } = await newDisplay(store, linux)
  const known = async () => (await api('GET', `/status/store/${store}/plus/device/${mac}`)).body
  const ver = { player: '1.0.1', host: '1.0.0', os: 'Linux 6.1.0-18', sw: '2.0' }
  const caps = { host: true, reboot: true, brightness: true, screenshot: true, offlineStart: true }
  expect(await known()).toMatchObject({ caps: { update: false } })
  await beat(token, { ver, caps: { ...caps, update: true } })
  expect(await known()).toMatchObject({ ver: '1.0.1', versions: ver, caps: { update: true } })
  await beat(token)
  expect(await known()).toMatchObject({ versions: ver, caps: { update: true } })
})
