/**
 * Two server processes on one PostgreSQL and a mail server: a gateway that has been offline for too long is mailed once, and after the
 * process that looks was killed the other one goes on.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { need, setStage } from './stage.ts'
import { administrator, createShop, signIn, until, type ServerProcess, type Shop } from './system.ts'

const stage = setStage()
const inbox = `${stage.folder}/inbox`
let missing: string | undefined
let database: pg.Client
const servers: ServerProcess[] = []
let shop: Shop

beforeAll(async () => {
  mkdirSync(inbox)
  const postgres = await stage.postgres()
  if ('missing' in postgres) {
    missing = postgres.missing
    return
  }
  const mail = await stage.startPeer<{ url: string }>('server/src/testing/serve-mail.ts', undefined, [inbox])
  if ('missing' in mail) throw new Error(mail.missing)
  const env = {
    DATABASE_URL: postgres.url,
    ENDCAP_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    ENDCAP_BLOBS: `${stage.folder}/blobs`,
    ENDCAP_SMTP_URL: mail.url,
    ENDCAP_MAIL_FROM: 'endcap@shop.example',
  }
  for (const name of ['one', 'two'])
    servers.push(
      await stage.startServer({
        dataFolder: `${stage.folder}/${name}`,
        env: { ...env, ENDCAP_NAME: name, ENDCAP_PUBLIC_URL: 'https://esl.example' },
      }),
    )
  shop = await createShop(await signIn(servers[0]!.url), { storeCode: 'MAIL', gateways: 2, tags: 0 })
  database = new pg.Client(postgres.url)
  await database.connect()
  stage.atEnd(() => database.end())
})

const mails = () => readdirSync(inbox).map((name) => readFileSync(`${inbox}/${name}`, 'utf8'))
const switchOff = (gwMac: string) =>
  database.query(`update gateways set status = 'OFFLINE', offline_since = now() - interval '61 minutes' where gw_mac = $1`, [gwMac])

test(
  'a gateway offline for more than an hour is mailed once, also when the process that looks is killed',
  { timeout: 300_000 },
  async (context) => {
    need(context, missing)
    const [first, second] = shop.gateways.map((one) => one.gwMac)
    await switchOff(first!)
    await until('the first mail', () => mails().length > 0, 60)
    expect(mails()[0]).toMatch(/^From: endcap@shop.example\r$/m)
    expect(mails()[0]).toContain(`To: ${administrator.email}`)
    expect(mails()[0]).toContain('Subject: Gateways offline for more than 1 hour: 1')
    expect(mails()[0]).toContain(first)
    expect(mails()[0]).toContain('https://esl.example/#/alarm/history')
    await wait(45_000)
    expect(mails()).toHaveLength(1)

    // The lease names machine and process; the process that has it dies without a word.
    const holder = await database.query<{ holder: string }>(`select holder from leases where name = 'notifications' and expires_at > now()`)
    expect(holder.rows).toHaveLength(1)
    const looking = servers.find(({ pid }) => holder.rows[0]!.holder.includes(`:${pid}:`))
    expect(looking).toBeDefined()
    await looking!.kill()
    await switchOff(second!)
    await until('the second mail', () => mails().length > 1, 120)
    await wait(25_000)
    expect(mails()).toHaveLength(2)
    expect(mails().find((text) => text.includes(second!))).toContain('Gateways offline for more than 1 hour: 1')
  },
)
