/** Servers in the console: real figures of what runs, and a process that is killed turns OFFLINE, raises an alarm and can be removed. */
import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { jobNames } from '@endcap/contract/jobs'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { chromiumPath } from './chromium.ts'
import { need, needChromium, openPage, setStage, signInAt } from './stage.ts'
import { signIn, until, type ServerProcess } from './system.ts'

let browser: Browser
const stage = setStage()
beforeAll(async () => {
  if (chromiumPath !== undefined) browser = await stage.launch()
})
beforeEach(needChromium)

async function openConsole({ url }: ServerProcess, path: string): Promise<Page> {
  const page = await openPage(browser)
  await signInAt(page, `${url}/#${path}`)
  return page
}
const gigabytes = (bytes: number) => (bytes / 2 ** 30 < 99.95 ? (bytes / 2 ** 30).toFixed(1) : String(Math.round(bytes / 2 ** 30)))

describe('one server with everything in it', () => {
  const own = setStage()
  let server: ServerProcess
  beforeAll(async () => {
    server = await own.startServer({ env: { ENDCAP_NAME: 'alone' }, embedded: true })
  })

  test('the list and the page show the real figures of the process, its database and its broker', async () => {
    const client = await signIn(server.url)
    await until('everything has reported', async () => (await client.servers.list()).serverList.length === 3)
    const page = await openConsole(server, '/server')
    await page.getByRole('heading', { name: 'Servers', exact: true }).waitFor()
    const card = page.getByRole('article', { name: 'alone' })
    await expect.poll(() => card.innerText()).toContain('api · engine · worker · bridge')
    expect(await card.innerText()).toMatch(/All 7 services work|Not working/)
    const { ramUsage, diskUsage } = await client.servers.detail({ params: { serverId: 'alone' } })
    expect(ramUsage!.total).toBeLessThanOrEqual(totalmem())
    for (const [name, usage] of [
      ['Memory', ramUsage!],
      ['Disk', diskUsage!],
    ] as const) {
      const meter = card.getByRole('meter', { name })
      expect(await meter.getAttribute('aria-valuetext')).toContain(`of ${gigabytes(usage.total)} GB`)
      expect(Number(await meter.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
    }
    expect(await page.getByRole('article', { name: 'postgresql (embedded)' }).innerText()).toMatch(
      /PostgreSQL 1\d\.\d+ · Primary · embedded/,
    )
    expect(await page.getByRole('article', { name: 'mqtt (embedded)' }).innerText()).toMatch(/Clients\s+1/)

    await card.getByRole('link', { name: 'alone' }).click()
    await page.getByRole('heading', { name: 'alone' }).waitFor()
    await page.getByRole('img', { name: /^Memory, Last 24 hours\. Memory: now [\d.]+ %/ }).waitFor()
    await page.getByRole('img', { name: /^Disk, Last 24 hours/ }).waitFor()
    const services = page.getByRole('region', { name: 'Services' })
    for (const name of ['Database', 'Message broker', 'Label rendering', 'Tag engine', 'HTTP API', 'Bridge', 'Push channel'])
      expect(await services.getByRole('listitem').filter({ hasText: name }).innerText()).toContain('Works')
    const network = await page.getByRole('region', { name: 'Network' }).innerText()
    for (const port of Object.values(server.ports)) expect(network).toContain(`Port ${port}`)
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download log' }).click()])
    const content = readFileSync(await saved.path())
    expect(content.subarray(0, 2).toString()).toBe('PK')
    expect(content.toString('latin1')).toContain('server.log')
    await page.getByRole('button', { name: 'Alarm history' }).click()
    await page.getByText('Raised').waitFor()
    // The tab is part of the address.
    await page.reload()
    await page.getByText('Raised').waitFor()
    await page.close()
  })

  test('the page of a process lists each of its background jobs with its last and next run', async () => {
    const client = await signIn(server.url)
    const jobsOf = async () => (await client.servers.jobs({ params: { serverId: 'alone' } })).jobList
    const mails = async () => (await jobsOf()).find(({ name }) => name === 'mails')
    await until('a job that runs every 20 s has run', async () => ((await mails())?.runs ?? 0) > 0)
    // Without a folder of files there is no inbox.
    expect((await jobsOf()).map(({ name }) => name).toSorted()).toEqual(jobNames.filter((name) => name !== 'inbox').toSorted())
    const page = await openConsole(server, '/server/detail/alone')
    await page.getByRole('button', { name: 'Background jobs' }).click()
    const row = page.getByRole('row', { name: /Statistics of the database/ })
    await row.getByText('Ended well').waitFor()
    expect(await row.innerText()).toMatch(/\d{4}-\d\d-\d\d [\d:]+\s+[\d.]+ m?s\s+(?:now )?\d{4}-\d\d-\d\d/)
    await page.reload()
    await page.getByRole('row', { name: /Messages of gateways/ }).waitFor()
    expect(await page.getByRole('row').count()).toBe(jobNames.length)
    await page.close()
  })
})

describe('two servers on one PostgreSQL and one Mosquitto', () => {
  const own = setStage()
  let missing: string | undefined
  let [north, south]: ServerProcess[] = []
  beforeAll(async () => {
    const database = await own.postgres()
    if ('missing' in database) return void (missing = database.missing)
    const broker = await own.startPeer<{ url: string }>('server/src/testing/serve-mosquitto.ts', {})
    if ('missing' in broker) return void (missing = broker.missing)
    const env = { DATABASE_URL: database.url, MQTT_URL: broker.url, ENDCAP_BLOBS: `${own.folder}/blobs` }
    const start = (name: string) => own.startServer({ env: { ...env, ENDCAP_NAME: name } })
    north = await start('north')
    south = await start('south')
    return undefined
  })

  test('the one that is killed turns offline on the open page, with an alarm, and can then be removed', async (context) => {
    need(context, missing)
    const client = await signIn(north!.url)
    const statuses = async () => Object.fromEntries((await client.servers.list()).serverList.map((one) => [one.id, one.status]))
    await until('both, the database and the broker are listed', async () => Object.keys(await statuses()).length === 4)
    expect(Object.keys(await statuses()).toSorted()).toEqual(['db:main', 'mqtt:main', 'north', 'south'])
    await until(
      'Mosquitto tells its clients',
      async () => ((await client.servers.detail({ params: { serverId: 'mqtt:main' } })).broker?.clients ?? 0) >= 2,
    )
    await expect(client.servers.remove({ params: { serverId: 'south' } })).rejects.toMatchObject({ status: 409 })

    const page = await openConsole(north!, '/server')
    const card = page.getByRole('article', { name: 'south' })
    await card.waitFor()
    expect(await card.innerText()).not.toContain('Offline')
    expect(await page.getByRole('button', { name: 'Remove: south' }).count()).toBe(0)
    await south!.kill()
    const killedAt = Date.now()
    await card.getByText('Offline').waitFor()
    const tookSeconds = (Date.now() - killedAt) / 1000
    // 45 s of silence counted from its last heartbeat, which was up to 15 s ago, and the rounds of those who watch.
    expect(tookSeconds).toBeGreaterThan(29)
    const colour = await card
      .locator('[data-part=state]')
      .first()
      .evaluate((element) => getComputedStyle(element).color)
    expect(colour).toBe('rgb(174, 35, 26)')
    expect(await statuses()).toMatchObject({ south: 'OFFLINE', north: expect.stringMatching(/NORMAL|ALARM/) })

    await card.getByRole('link', { name: 'south' }).click()
    await page.getByRole('button', { name: 'Alarm history' }).click()
    const row = page.getByRole('row').filter({ hasText: 'SERVER STATUS ABNORMAL' })
    await row.waitFor()
    expect(await row.innerText()).toMatch(/Critical[\s\S]*No report \(Unknown\)[\s\S]*open/i)
    const system = await client.alarms.history({ params: {}, body: { filter_subject: 'south', condition_subject: '==' } })
    expect(system.data).toMatchObject([{ location: 'SYSTEM', type: 'SERVER STATUS ABNORMAL', class: 3, clearedAt: null }])

    await page.getByRole('button', { name: 'Overview' }).click()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('south is off the list.').waitFor()
    await page.getByRole('article', { name: 'north' }).waitFor()
    await expect.poll(() => page.getByRole('article', { name: 'south' }).count()).toBe(0)
    expect(Object.keys(await statuses())).not.toContain('south')
    await page.close()
  })
})
