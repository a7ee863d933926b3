/** The data folder: what is in the way of a start is said in one line with the way out, and no other user of the machine reads in it. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished, describe, expect, test, type TestContext } from 'vitest'
import { npmStart, killStarts } from './starter.ts'
import { need, setStage } from './stage.ts'
import { administrator, createShop, freePorts, signIn, temporaryFolder, uploadPrices } from './system.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const scripts = {
  server: ['server/src/main.ts'],
  backup: (file: string) => ['server/src/chain/backup/command.ts', 'backup', file],
  restore: (file: string) => ['server/src/chain/backup/command.ts', 'restore', file],
  administrators: ['server/src/people/session/administrator-command.ts', 'list'],
}
const plain = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(ENDCAP_|DATABASE_URL$|MQTT_URL$)/.test(name)))

function newFolder(): string {
  const { path, remove } = temporaryFolder()
  onTestFinished(remove)
  // Other users come through it.
  chmodSync(path, 0o755)
  return path
}

interface Run {
  env: Record<string, string>
  /** Lines of the shell before it. */
  before?: string
  /** In a view of the file systems of its own, so that it may mount some. */
  mounts?: boolean
  uid?: number | undefined
}
/** A program of ours from its start to its end; one that does not end fails the test. */
async function run(script: readonly string[], { env, before = ':', mounts = false, uid }: Run) {
  const ports = await freePorts()
  const command = ['sh', '-c', `${before}; exec "$@"`, 'sh', process.execPath, ...script]
  const [file = '', ...args] = [...(mounts ? ownMounts : []), ...command]
  const child = spawn(file, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
    env: {
      ...plain,
      ENDCAP_HOST: '127.0.0.1',
      ENDCAP_PORT: String(ports.http),
      ENDCAP_PUSH_PORT: String(ports.push),
      ENDCAP_MQTT_PORT: String(ports.mqtt),
      ENDCAP_LAYOUT_PORT: '0',
      ENDCAP_LOG: 'error',
      ENDCAP_ADMIN_EMAIL: administrator.email,
      ENDCAP_ADMIN_PASSWORD: administrator.password,
      ...env,
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [output, printed] = ['', '']
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output, printed }
}
/** One line, as plain words are: no stack, no word of Node's. */
const refusal = (words: RegExp) => ({ code: 1, output: expect.stringMatching(new RegExp(`^${words.source}\\n$`)) as string })
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const refusalWith = (words: string) => refusal(new RegExp(words))

const ownMounts = ['unshare', '--mount', '--map-root-user']
const mayMount = spawnSync(ownMounts[0]!, [...ownMounts.slice(1), 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0
/** Also where everything is required: it depends on what the machine lets its users do. */
const needMounts = (here: TestContext) => mayMount || here.skip('this user may not mount a small disk (unshare --mount --map-root-user)')

/** A folder as a server leaves it that was stopped, with a store in it; made once. */
const stage = setStage()
let stored: Promise<string> | undefined
function storedFolder(): Promise<string> {
  stored ??= (async () => {
    const server = await stage.startServer({ embedded: true })
    await createShop(await signIn(server.url), { storeCode: 'FULL', gateways: 1, tags: 1 })
    await server.stop()
    return stage.folder
  })()
  return stored
}
async function copyOfStored(): Promise<string> {
  const folder = newFolder()
  cpSync(await storedFolder(), folder, { recursive: true })
  return folder
}

describe('a full disk', () => {
  const small = (place: string, megabytes: number) => `mount -t tmpfs -o size=${megabytes}m,mode=700 none ${place}`
  const fill = (file: string) => `cat /dev/zero > ${file} 2>/dev/null`
  test('ends a first start, and is named', async (here) => {
    needMounts(here)
    const folder = newFolder()
    const words = String.raw`The disk of ${escaped(folder)} is full \(\d MB free\)\. Make room and start again, or choose another folder with ENDCAP_DATA\. .*`
    const tooSmall = await run(scripts.server, { env: { ENDCAP_DATA: folder }, mounts: true, before: small(folder, 4) })
    expect(tooSmall).toMatchObject(refusalWith(words))
    const full = await run(scripts.server, {
      env: { ENDCAP_DATA: folder },
      mounts: true,
      before: `${small(folder, 4)}; ${fill(`${folder}/fill`)}`,
    })
    expect(full).toMatchObject(refusalWith(words))
  })
  test('for files is named with its own setting', async (here) => {
    needMounts(here)
    const [folder, blobs] = [newFolder(), newFolder()]
    const env = { ENDCAP_DATA: folder, ENDCAP_BLOBS: blobs }
    expect(await run(scripts.server, { env, mounts: true, before: `${small(blobs, 1)}; ${fill(`${blobs}/fill`)}` })).toMatchObject(
      refusalWith(`The disk of ${escaped(blobs)} is full .*ENDCAP_BLOBS.*`),
    )
  })
  test('loses nothing of what was stored, and ends a backup with its cause', async (here) => {
    needMounts(here)
    const [data, folder] = [await copyOfStored(), newFolder()]
    const before = `${small(folder, 400)}; cp -a ${data}/. ${folder}; ${fill(`${folder}/fill`)}`
    const env = { ENDCAP_DATA: folder }
    expect(await run(scripts.server, { env, mounts: true, before })).toMatchObject(refusalWith(`The disk of ${escaped(folder)} is full .*`))
    // With room again, on what the start left.
    const again = `${before}; "$@" 2>${folder}/said; rm ${folder}/fill; set -- "$1" ${scripts.administrators.join(' ')}`
    const { code, printed } = await run(scripts.server, { env, mounts: true, before: again })
    expect({ code, printed }).toMatchObject({ code: 0, printed: expect.stringContaining(administrator.email) as string })

    const file = join(folder, 'endcap.tar.gz')
    const tiny = `${small(folder, 1)}; head -c 1040000 /dev/zero > ${folder}/fill`
    expect(await run(scripts.backup(file), { env: { ENDCAP_DATA: data }, mounts: true, before: tiny })).toMatchObject(
      refusalWith(`The disk of ${escaped(folder)} is full .* or name another file\\..*`),
    )
  })
})

test('a mistyped folder is no empty server: a backup and the list of administrators name it and make nothing', async () => {
  const folder = newFolder()
  const file = join(folder, 'endcap.tar.gz')
  const env = { ENDCAP_DATA: join(folder, 'dta') }
  for (const command of [scripts.backup(file), scripts.administrators])
    expect(await run(command, { env })).toMatchObject(
      refusalWith(`There is no database in ${escaped(env.ENDCAP_DATA)}\\. .*ENDCAP_DATA\\.`),
    )
  expect(readdirSync(folder)).toEqual([])
})

describe('a folder that is not the server’s', () => {
  /** A user without rights, where the tests run as root: root may write anywhere. */
  const isRoot = process.getuid?.() === 0
  const stranger = isRoot ? 65_534 : undefined
  const reaches = spawnSync('cat', [join(root, 'server/src/main.ts')], stranger === undefined ? {} : { uid: stranger }).status === 0
  const needStranger = (here: TestContext) =>
    (process.platform !== 'win32' && reaches) || here.skip('the tests’ folder cannot be read by users without rights')
  /** Nothing may be made in it by who runs the server. */
  function closedFolder(mode: number): string {
    const folder = join(newFolder(), 'data')
    mkdirSync(folder, { mode: 0o700 })
    chmodSync(folder, mode)
    onTestFinished(() => chmodSync(folder, 0o700))
    return folder
  }
  const start = (folder: string, more: Record<string, string> = {}) =>
    run(scripts.server, { env: { ENDCAP_DATA: folder, ...more }, uid: stranger })

  test.for([
    ['closed', 0o500],
    ['open to be read', 0o555],
  ] as const)('is named with its owner and the way out: %s', async ([, mode], here) => {
    needStranger(here)
    const folder = closedFolder(mode)
    const owner = `: ${escaped(folder)} belongs to user number ${process.getuid?.()}, with mode ${mode.toString(8)}`
    expect(await start(folder)).toMatchObject(
      refusalWith(
        String.raw`${escaped(folder)} cannot be written by the user \S+${owner}\. Give it to that user \(chown -R \S+ ${escaped(folder)}\), or choose another folder with ENDCAP_DATA\.`,
      ),
    )
  })
  test('nor the one that it shall be made in', async (here) => {
    needStranger(here)
    const above = closedFolder(0o555)
    const folder = join(above, 'deep/er')
    expect(await start(folder)).toMatchObject(
      refusalWith(
        String.raw`${escaped(folder)} cannot be made by the user \S+: ${escaped(above)} belongs to .*\. Make it for that user \(mkdir -p ${escaped(folder)}; chown \S+ ${escaped(folder)}\), or choose another folder with ENDCAP_DATA\.`,
      ),
    )
  })
  test('nor the one on the way to it', async (here) => {
    needStranger(here)
    const above = closedFolder(0o600)
    const folder = join(above, 'data')
    // To give it away would not help.
    expect(await start(folder)).toMatchObject(
      refusalWith(
        String.raw`${escaped(folder)} cannot be reached by the user \S+: ${escaped(above)} belongs to .*, with mode 600\. Choose another folder with ENDCAP_DATA\.`,
      ),
    )
  })
  test('nor a part of it', async (here) => {
    needStranger(here)
    if (!isRoot) return here.skip('only root gives files away')
    const folder = await copyOfStored()
    // As a start by root leaves it, of which the folder alone was given back.
    chownSync(folder, 65_534, 65_534)
    for (const name of ['blobs', 'logs']) chownSync(join(folder, name), 65_534, 65_534)
    expect(await start(folder)).toMatchObject(
      refusalWith(
        String.raw`${escaped(folder)} cannot be written by the user \S+: ${escaped(folder)}/\S+ belongs to user number 0, .*\(chown -R \S+ ${escaped(folder)}\).*`,
      ),
    )
  })
  test('nor one on a disk that can only be read, there already or not', async (here) => {
    needMounts(here)
    const folder = newFolder()
    for (const place of [folder, join(folder, 'deep/er')])
      expect(
        await run(scripts.server, {
          env: { ENDCAP_DATA: place },
          mounts: true,
          before: `mount -t tmpfs -o ro none ${folder}`,
        }),
      ).toMatchObject(
        refusalWith(
          String.raw`${escaped(place)} is on a disk that can only be read\. Mount it for writing, or choose another folder with ENDCAP_DATA\.`,
        ),
      )
  })
  test('nor a file in its place, for `npm start` as well', async () => {
    const file = join(newFolder(), 'data')
    writeFileSync(file, 'x')
    const words = String.raw`${escaped(file)} is not a folder, or a file is in its way\. Move that file, or choose another folder with ENDCAP_DATA\.`
    expect(await start(file)).toMatchObject(refusalWith(words))
    onTestFinished(killStarts)
    const starter = await npmStart(file)
    expect(await starter.ended()).toBe(1)
    expect(starter.errors()).toMatch(new RegExp(`^${words}\\n$`))
  })
  test('nor a place for a backup', async (here) => {
    needStranger(here)
    const closed = closedFolder(0o555)
    const data = await copyOfStored()
    const inside = readdirSync(data, { recursive: true, encoding: 'utf8' }).map((name) => join(data, name))
    if (stranger !== undefined) for (const path of [data, ...inside]) chownSync(path, stranger, stranger)
    const backup = (file: string) => run(scripts.backup(file), { env: { ENDCAP_DATA: data }, uid: stranger })
    expect(await backup(join(closed, 'endcap.tar.gz'))).toMatchObject(
      refusalWith(`${escaped(closed)} cannot be written by the user .*, or name another file\\.`),
    )
    expect(await backup(join(data, 'none/endcap.tar.gz'))).toMatchObject(
      refusalWith(`There is no folder ${escaped(data)}/none\\. Make it, or name another file\\.`),
    )
    const none = join(data, 'none.tar.gz')
    expect(await run(scripts.restore(none), { env: { ENDCAP_DATA: data }, uid: stranger })).toMatchObject(
      refusalWith(`${escaped(none)} cannot be read: there is no such file\\.`),
    )
  })
})

describe('who may read what the server keeps', () => {
  /** What is open to others below a folder. */
  function open(folder: string): string[] {
    const found = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => join(entry.parentPath, entry.name))
    return [folder, ...found].filter((path) => (lstatSync(path).mode & 0o077) !== 0)
  }
  const image = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  // What is written does not go by the mask of who starts.
  const unmasked = { before: 'umask 000' }

  test('its user alone: from the start on, after uploads, after a backup, and with what an earlier version left open', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'blobs/ab'), { recursive: true })
    writeFileSync(join(folder, 'blobs/ab/old'), 'x')
    for (const path of [folder, join(folder, 'blobs'), join(folder, 'blobs/ab')]) chmodSync(path, 0o777)
    chmodSync(join(folder, 'blobs/ab/old'), 0o666)
    const mask = process.umask(0)
    onTestFinished(() => void process.umask(mask))
    const server = await stage.startServer({ dataFolder: folder, embedded: true })
    expect(open(folder)).toEqual([])
    const client = await signIn(server.url)
    await createShop(client, { storeCode: 'MODE', gateways: 1, tags: 1 })
    await uploadPrices(client, 'MODE', [100])
    await client.media.uploadImage({
      params: { storeCode: 'MODE' },
      query: {},
      body: {},
      file: { name: 'a.png', content: new Blob([image]) },
    })
    expect(readdirSync(join(folder, 'blobs')).length).toBeGreaterThan(2)
    expect(open(folder)).toEqual([])
    await server.stop()
    const file = join(folder, 'endcap.tar.gz')
    expect(await run(scripts.backup(file), { env: { ENDCAP_DATA: folder }, ...unmasked })).toMatchObject({ code: 0 })
    expect(open(folder)).toEqual([])
    const restored = join(folder, 'restored')
    expect(await run(scripts.restore(file), { env: { ENDCAP_DATA: restored }, ...unmasked })).toMatchObject({ code: 0 })
    expect(open(folder)).toEqual([])
  })

  test('so with a PostgreSQL server, where log and key are in it', async (here) => {
    const postgres = await stage.postgres()
    need(here, 'missing' in postgres ? postgres.missing : undefined)
    const folder = newFolder()
    mkdirSync(join(folder, 'logs/before'), { recursive: true })
    writeFileSync(join(folder, 'logs/before/server.log'), 'x')
    for (const path of [folder, join(folder, 'logs'), join(folder, 'logs/before')]) chmodSync(path, 0o755)
    await stage.startServer({ dataFolder: folder })
    expect(open(folder)).toEqual([])
  })
})
