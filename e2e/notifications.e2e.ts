/**
 * Two server processes on one PostgreSQL and a mail server: a gateway that has been offline for too long is mailed once, and after the
 * process that looks was killed the other one goes on.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { need, setStage } from './stage.ts'
import { administrator, createShop, signIn, until, type ServerProcess, type Shop } from './system.ts'

const stage = setStage()
const inbox = `${stage.folder}/inbox`
let missing: string | undefined
let database: pg.Client
const servers: (ServerProcess & { name: string })[] = []
let shop: Shop

beforeAll(async () => {
  mkdirSync(inbox)
  const postgres = await stage.postgres()
  if ('missing' in postgres) {
    missing = postgres.missing
    return
  }
  const mail = await stage.startMail(inbox)
  const env = {
    DATABASE_URL: postgres.url,
    ENDCAP_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    ENDCAP_BLOBS: `${stage.folder}/blobs`,
    ENDCAP_SMTP_URL: mail.url,
    ENDCAP_MAIL_FROM: 'endcap@shop.example',
  }
  for (const name of ['one', 'two']) {
    const server = await stage.startServer({
      dataFolder: `${stage.folder}/${name}`,
      env: { ...env, ENDCAP_NAME: name, ENDCAP_PUBLIC_URL: 'https://esl.example' },
    })
    servers.push({ ...server, name })
  }
  shop = await createShop(await signIn(servers[0]!.url), { storeCode: 'MAIL', gateways: 2, tags: 0 })
  database = new pg.Client(postgres.url)
  await database.connect()
  stage.atEnd(() => database.end())
})

const mails = () => readdirSync(inbox).map((name) => readFileSync(`${inbox}/${name}`, 'utf8'))
const switchOff = (gwMac: string) =>
  database.query(`update gateways set status = 'OFFLINE', offline_since = now() - interval '61 minutes' where gw_mac = $1`, [gwMac])
/** Waits until each process that is left has looked so often again whether there is something to mail. */
async function lookedAgain(times: number): Promise<void> {
  const names = servers.map(({ name }) => name)
  const client = await signIn(servers[0]!.url)
  const looks = (serverId: string) =>
    client.servers.jobs({ params: { serverId } }).then(({ jobList }) => jobList.find(({ name }) => name === 'notifications')?.runs ?? 0)
  for (const serverId of names) {
    const before = await looks(serverId)
    // What was under way counts with the next report.
    await until(`${serverId} has looked again`, async () => (await looks(serverId)) > before + times)
  }
}

test('a gateway offline for more than an hour is mailed once, also when the process that looks is killed', async (context) => {
  need(context, missing)
  const [first, second] = shop.gateways.map((one) => one.gwMac)
  await switchOff(first!)
  await until('the first mail', () => mails().length > 0)
  expect(mails()[0]).toMatch(/^From: endcap@shop.example\r$/m)
  expect(mails()[0]).toContain(`To: ${administrator.email}`)
  expect(mails()[0]).toContain('Subject: Gateways offline for more than 1 hour: 1')
  expect(mails()[0]).toContain(first)
  expect(mails()[0]).toContain('https://esl.example/#/alarm/history')
  await lookedAgain(2)
  expect(mails()).toHaveLength(1)

  // The lease names machine and process; the process that has it dies without a word.
  const holder = await database.query<{ holder: string }>(`select holder from leases where name = 'notifications' and expires_at > now()`)
  expect(holder.rows).toHaveLength(1)
  const looking = servers.find(({ pid }) => holder.rows[0]!.holder.includes(`:${pid}:`))
  expect(looking).toBeDefined()
  await looking!.kill()
  servers.splice(servers.indexOf(looking!), 1)
  await switchOff(second!)
  await until('the second mail', () => mails().length > 1)
  await lookedAgain(1)
  expect(mails()).toHaveLength(2)
  expect(mails().find((text) => text.includes(second!))).toContain('Gateways offline for more than 1 hour: 1')
})
