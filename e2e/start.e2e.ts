/** `npm start`: what it prints is true, what stops it leaves nothing behind, what it cannot do it says in one line, and data survive. */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { testsInOrder } from './in-order.ts'
import { isAlive, killStarts, npmStart, printedAccount, processesOf, startPorts, takePort, type Start } from './starter.ts'
import { signIn, temporaryFolder, until } from './system.ts'

const folders: (() => void)[] = []
function newFolder(): string {
  const { path, remove } = temporaryFolder()
  folders.push(remove)
  return path
}
async function leaveNothing() {
  await killStarts()
  for (const remove of folders.splice(0)) remove()
}

/** Stops it and expects that nothing of it is left: no process, no port. */
async function stop(start: Start, folder: string, signal: NodeJS.Signals, to: 'group' | 'starter') {
  start.signal(signal, to)
  // By itself: what the starter has to kill after its grace ends with 1.
  expect(await start.ended()).toBe(0)
  await expectNothingLeft(start, folder)
  expect(start.errors()).toBe('')
}
async function expectNothingLeft(start: Start, folder: string) {
  await until('all its processes are gone', () => processesOf(folder, start).length === 0)
  for (const port of Object.values(start.ports)) {
    const server = await takePort(port)
    server.close()
    await once(server, 'close')
  }
}
/** Tags of each store, and how many of them carry a product; in Berlin are devices of other makes besides. */
const trial = { TYO01: [300, 255], SEL01: [300, 255], BER01: [321, 276] } as const
async function expectTrial(start: Start, expected: Record<string, readonly [tags: number, carrying: number]> = trial) {
  const client = await signIn(`http://localhost:${start.ports.http}`, printedAccount(start))
  const { storeList } = await client.stores.list()
  expect(storeList.map((store) => store.storeCode).toSorted()).toEqual(Object.keys(expected).toSorted())
  for (const { storeCode } of storeList) {
    const [tags, carrying] = expected[storeCode]!
    const assigned = { order: { column: 'barcode', dir: 'asc' }, filter_prCode: '.', length: 1 } as const
    expect((await client.tags.search({ params: { storeCode }, body: assigned })).recordsFiltered).toBe(carrying)
    await until('every tag is heard', async () => (await client.tags.counts({ params: { storeCode } })).total === tags)
    const hanging = await fetch(`http://localhost:${start.ports.fleet}/tags?store=${storeCode}`)
    expect(await hanging.json()).toHaveLength(300)
  }
  return client
}

describe('the trial', () => {
  const test = testsInOrder()
  const folder = newFolder()
  /** The first one that was not stopped while it started. */
  let first: Start
  afterAll(leaveNothing)

  test('can be stopped at once; then it starts with three stores and the sign-in data it prints', async () => {
    // While the server starts, and while the stores are filled.
    for (const [line, to] of [
      ['Starting', 'group'],
      ['Starting', 'starter'],
      ['Filling', 'starter'],
    ] as const) {
      const stopped = await npmStart(folder)
      await until(`it says "${line}"`, () => stopped.output().includes(line))
      await stop(stopped, folder, to === 'group' ? 'SIGINT' : 'SIGTERM', to)
    }
    // Then it starts as if nothing had been.
    first = await npmStart(folder)
    const start = first
    await start.ready()
    expect(start.output()).toContain(`Endcap is ready:  http://localhost:${start.ports.http}\n`)
    const page = await fetch(`http://localhost:${start.ports.http}/`)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(await page.text()).toContain('<script type="module"')
    await expectTrial(start)
    expect(start.output()).toContain(`Virtual shelves:  http://localhost:${start.ports.fleet}\n`)
    expect(await (await fetch(`http://localhost:${start.ports.fleet}/`)).text()).toContain('Virtual shelves')
    const devices = async () =>
      (await (await fetch(`http://localhost:${start.ports.fleet}/devices`)).json()) as { kind: string; shows: boolean }[]
    expect(await devices()).toHaveLength(21)
    const shows = async (kind: string) => (await devices()).some((one) => one.kind === kind && one.shows)
    await until(
      'the sign and a label behind the access point show something',
      async () => (await shows('TRMNL')) && shows('OpenEPaperLink'),
    )
    // The server, its database and the fleet: so the search below can find what is left.
    expect(processesOf(folder, start).length).toBeGreaterThan(0)
  })

  test('goes on after everything was killed, and after its password was changed; Ctrl-C ends all of it', async () => {
    const shop = await expectTrial(first)
    // One label is taken off in Berlin, all of them in Seoul, and one of those goes to Tokyo.
    const takeOff = async (storeCode: string, length: number) => {
      const { data } = await shop.tags.search({ params: { storeCode }, body: { filter_prCode: '.', length } })
      const tagList = data.map(({ tagMac }) => ({ tagMac }))
      await shop.tags.deassign({ body: { storeCode, tagList } })
      return tagList
    }
    await takeOff('BER01', 1)
    const [{ tagMac } = { tagMac: '' }] = await takeOff('SEL01', 300)
    const lookAt = { params: { storeCode: 'SEL01' }, body: { filter_barcode: tagMac, length: 1 } }
    await until('its glass is blank', async () => (await shop.tags.search(lookAt)).data[0]?.status === 'DEASSIGN')
    await shop.tags.assign({ body: { storeCode: 'TYO01', tagList: [{ tagMac, prCode: '1' }] } })
    first.signal('SIGKILL', 'group')
    expect(await first.ended()).toBe('SIGKILL')
    // As a kill leaves it that comes after the gateways were registered and before their secrets were kept.
    rmSync(join(folder, 'fleet.json'))

    const second = await npmStart(folder)
    await second.ready()
    const { email, password } = printedAccount(second)
    expect({ email, password }).toEqual(printedAccount(first))
    // All of that stays so.
    const changed = { TYO01: [301, 256], SEL01: [299, 0], BER01: [321, 275] } as const
    const client = await expectTrial(second, changed)
    await client.session.changePassword({ body: { oldPassword: password, password: 'A-new-one-of-mine-7' } })
    await stop(second, folder, 'SIGTERM', 'starter')

    const third = await npmStart(folder)
    expect(await third.ended()).toBe(1)
    expect(third.errors()).toMatch(/^The virtual fleet cannot start: admin@endcap.local cannot sign in: .*ENDCAP_ADMIN_PASSWORD.*\n$/)
    await expectNothingLeft(third, folder)
    const fourth = await npmStart(folder, [], { ENDCAP_ADMIN_PASSWORD: 'A-new-one-of-mine-7' })
    await fourth.ready()
    await expectTrial(fourth, changed)
    await stop(fourth, folder, 'SIGINT', 'group')
    // From now on it knows.
    const fifth = await npmStart(folder)
    await fifth.ready()
    await stop(fifth, folder, 'SIGINT', 'group')
  })
})

describe('--empty', () => {
  afterEach(leaveNothing)

  test('has no stores; a made-up password is told once and goes on working', async () => {
    const folder = newFolder()
    const first = await npmStart(folder, ['--empty'])
    await first.ready()
    const account = printedAccount(first)
    expect(first.output()).toContain('(shown once)')
    expect(account.password.length).toBeGreaterThanOrEqual(8)
    const client = await signIn(`http://localhost:${first.ports.http}`, account)
    expect((await client.stores.list()).storeList).toEqual([])
    await stop(first, folder, 'SIGINT', 'group')

    const second = await npmStart(folder, ['--empty'])
    await second.ready()
    expect(second.output()).not.toContain('Sign in with')
    expect(second.output()).not.toContain(account.password)
    await signIn(`http://localhost:${second.ports.http}`, account)
    await stop(second, folder, 'SIGTERM', 'starter')
  })

  test('makes the administrator that is given; a second start on the folder names the holder and leaves it alone', async () => {
    const folder = newFolder()
    const account = { email: 'chief@endcap.example', password: 'given-to-the-start-1' }
    const env = { ENDCAP_ADMIN_EMAIL: account.email, ENDCAP_ADMIN_PASSWORD: account.password }
    const first = await npmStart(folder, ['--empty'], env)
    await first.ready()
    expect(first.output()).toContain(`Sign in with:     ${account.email}  /  (ENDCAP_ADMIN_PASSWORD)\n`)
    expect(first.output()).not.toContain(account.password)
    await signIn(`http://localhost:${first.ports.http}`, account)

    const second = await npmStart(folder, ['--empty'], env)
    expect(await second.ended()).toBe(1)
    const [, database, server] =
      /^The data folder \S+ is in use by process (\d+), the database of server process (\d+)\. .*ENDCAP_DATA\.\n$/.exec(second.errors()) ??
      []
    expect(second.errors()).toContain(folder)
    expect(isAlive(Number(database))).toBe(true)
    await signIn(`http://localhost:${first.ports.http}`, account)
    // What it names is what to stop.
    process.kill(Number(server), 'SIGTERM')
    expect(await first.ended()).toBe(0)
    await expectNothingLeft(first, folder)
  })
})

describe('what is in the way', () => {
  afterEach(leaveNothing)

  test('a taken port is named with its setting, and a password is not lost over it', async () => {
    const folder = newFolder()
    const port = (await startPorts()).http
    const blocker = await takePort(port)
    for (const setting of ['ENDCAP_PORT', 'ENDCAP_PUSH_PORT', 'ENDCAP_MQTT_PORT']) {
      const start = await npmStart(folder, ['--empty'], { [setting]: String(port) })
      expect(await start.ended()).toBe(1)
      expect(start.errors()).toMatch(new RegExp(`^[^\\n]* cannot listen on port ${port}: [^\\n]*Choose another with ${setting}\\.\\n$`))
      expect(start.output()).not.toContain('Sign in with')
      await expectNothingLeft(start, folder)
    }
    blocker.close()
    const start = await npmStart(folder, ['--empty'])
    await start.ready()
    await signIn(`http://localhost:${start.ports.http}`, printedAccount(start))
    await stop(start, folder, 'SIGINT', 'group')
  })

  test("so is the fleet's, before the fleet goes on the air", async () => {
    const folder = newFolder()
    const port = (await startPorts()).fleet
    const blocker = await takePort(port)
    const start = await npmStart(folder, [], { ENDCAP_FLEET_PORT: String(port) })
    expect(await start.ended()).toBe(1)
    expect(start.errors()).toMatch(
      new RegExp(`^[^\\n]* cannot listen on port ${port}: [^\\n]*Choose another with ENDCAP_FLEET_PORT\\.\\n$`),
    )
    expect(start.output()).not.toContain('Endcap is ready')
    await expectNothingLeft(start, folder)
    blocker.close()
  })

  test('a setting that is wrong is named; one that is empty is not set', async () => {
    const folder = newFolder()
    const start = await npmStart(folder, ['--empty'], { ENDCAP_FLEET_PORT: 'many', ENDCAP_PUBLIC_URL: '' })
    expect(await start.ended()).toBe(2)
    expect(start.errors()).toBe('The settings are not right:\nENDCAP_FLEET_PORT: must be a port number\n')
    await expectNothingLeft(start, folder)
  })
})
