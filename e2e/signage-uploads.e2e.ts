/** Large films on their way into the library: they go on after cut connections, a page that was closed and a server that was killed. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { sha256Of, writeLargeFilm } from './large-film.ts'
import { patienceMs } from './patience.ts'
import { startProxy, type Proxy } from './proxy.ts'
import { needChromium, openPage, setStage, signInAt } from './stage.ts'
import { createShop, signIn, type ApiClient, type ServerProcess } from './system.ts'

const storeCode = 'BIG'
const stage = setStage()
let server: ServerProcess
let client: ApiClient
let proxy: Proxy
let page: Page

beforeAll(async () => {
  if (chromiumPath === undefined) return
  server = await stage.startServer()
  client = await signIn(server.url)
  await createShop(client, { storeCode, gateways: 1, tags: 1 })
  proxy = await startProxy(server.ports.http)
  stage.atEnd(() => proxy.stop())
  page = await openPage(await stage.launch())
  await signInAt(page, `${proxy.url}/#/plus/video/list/${storeCode}`)
})
beforeEach(needChromium)

const dialog = () => page.getByRole('dialog')
const said = (words: string) => dialog().getByRole('status').getByText(words, { exact: true })
async function choose(path: string) {
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await dialog().locator('input[type=file]').setInputFiles(path)
}
const upload = () => dialog().getByRole('button', { name: 'Upload', exact: true }).click()
const done = () => dialog().waitFor({ state: 'detached' })
const filmsOf = async () => (await client.media.list({ params: { storeCode, mediaFileKind: 'video' } })).fileList
/** What is stored under its sha256. */
const isStored = async (path: string) => {
  const hash = await sha256Of(path)
  return readdirSync(join(stage.folder, 'blobs', hash.slice(0, 2))).includes(hash)
}

test('an upload of 2 GB cut three times goes on', async () => {
  const bytes = 2_000_000_000
  const path = join(stage.folder, 'large.mp4')
  await writeLargeFilm(page, path, bytes)
  const before = proxy.sent()
  await choose(path)
  proxy.cutAfter(300_000_000)
  await upload()
  for (const next of [600_000_000, 700_000_000, Infinity]) {
    await said('Waiting for the connection').waitFor()
    proxy.cutAfter(next)
    proxy.mend()
    await said('Uploading').waitFor()
  }
  await done()
  // Of what was on its way when the connection was cut, a piece is sent again.
  expect(proxy.sent() - before).toBeLessThan(bytes * 1.1)
  expect(await filmsOf()).toEqual([
    expect.objectContaining({ name: 'large.mp4', type: 'video/mp4', bytes, width: 320, height: 180, thumb: true }),
  ])
  expect(await isStored(path)).toBe(true)
})

test('a film that was on its way when the page was closed and the server killed goes on when it is chosen again', async () => {
  const bytes = 100_000_000
  const path = join(stage.folder, 'again.mp4')
  await writeLargeFilm(page, path, bytes)
  const before = proxy.sent()
  await choose(path)
  proxy.cutAfter(70_000_000)
  await upload()
  await said('Waiting for the connection').waitFor()
  await server.kill()
  server = await stage.startServer({ ports: server.ports })
  proxy.mend()
  await page.reload()
  await choose(path)
  await upload()
  await done()
  expect(proxy.sent() - before).toBeLessThan(bytes * 1.3)
  expect((await filmsOf()).find(({ name }) => name === 'again.mp4')).toMatchObject({ bytes })
  expect(await isStored(path)).toBe(true)
})

test('a cancelled upload leaves nothing on the server, and the next file goes on', async () => {
  const [path, small] = [join(stage.folder, 'unwanted.mp4'), join(stage.folder, 'small.mp4')]
  await writeLargeFilm(page, path, 60_000_000)
  await writeLargeFilm(page, small, 1_000_000)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await dialog().locator('input[type=file]').setInputFiles([path, small])
  proxy.cutAfter(30_000_000)
  await upload()
  await said('Waiting for the connection').waitFor()
  proxy.mend()
  proxy.slow(1000)
  await dialog().getByRole('button', { name: 'Cancel the upload of unwanted.mp4' }).click()
  await done()
  proxy.slow(0)
  expect((await filmsOf()).map(({ name }) => name)).toEqual(expect.arrayContaining(['small.mp4']))
  expect((await filmsOf()).map(({ name }) => name)).not.toContain('unwanted.mp4')
  const areas = () => readdirSync(join(stage.folder, 'blobs', 'areas', 'uploads'))
  await expect.poll(areas, { timeout: patienceMs }).toEqual([])
})
