// `npm start`: builds what is missing, starts the server and, unless told otherwise, the trial chain's virtual fleet.
// Plain JavaScript, so that an old Node can still say what is wrong.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBuilt } from './built-pages.mjs'
import { createProcesses } from './processes.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Endcap needs Node 22.18 or newer and found ${process.versions.node}. "npm start" brings its own on Linux, macOS and Windows; run "npm ci" again if it is missing.`,
  )
  process.exit(1)
}
if (process.argv.includes('--help')) {
  console.log(
    'npm start               the server with a virtual chain to try it\nnpm start -- --empty    the server alone\nnpm run dev             the same chain; server and pages follow each change of their sources',
  )
  spawnSync(process.execPath, ['server/src/main.ts', '--help'], { stdio: 'inherit' })
  process.exit(0)
}
const empty = process.argv.includes('--empty')
const dev = process.argv.includes('--dev')
// Only then: what serves the sources is large.
const { servePages, watchServer } = dev ? await import('./dev.mjs') : {}
/** As for the server, a setting that is empty is not set. */
const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
const data = given.ENDCAP_DATA ?? './data'

for (const page of ['console', 'player']) {
  // Their sources are served as they are.
  if (dev || isBuilt(root, page)) continue
  process.stdout.write(`Building the ${page} … `)
  const vite = fileURLToPath(new URL('../node_modules/vite/bin/vite.js', import.meta.url))
  const result = spawnSync(process.execPath, [vite, 'build', page, '--logLevel', 'error'], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (result.status !== 0) process.exit(1)
  console.log('done')
}

/** The trial's own administrator: made up once and kept beside its data. What is given goes first: people change their passwords. */
const trialFile = join(data, 'trial.json')
function trialAccount() {
  const kept = keptTrialAccount()
  const account = {
    email: given.ENDCAP_ADMIN_EMAIL ?? kept?.email ?? 'admin@endcap.local',
    password: given.ENDCAP_ADMIN_PASSWORD ?? kept?.password ?? `trial-${randomBytes(5).toString('hex')}`,
  }
  // Before the server makes the account: whatever interrupts it, the password is known.
  if (kept === undefined) keepTrialAccount(account)
  return account
}
function keptTrialAccount() {
  let text
  try {
    text = readFileSync(trialFile, 'utf8')
  } catch {
    // A first start, or a folder that the server may not use either: it says why.
    return undefined
  }
  try {
    return JSON.parse(text)
  } catch {
    console.error(
      `${trialFile} is damaged: the trial's password cannot be read from it. Remove that file and start once with ENDCAP_ADMIN_PASSWORD; for a new password: npm run administrator -- reset EMAIL.`,
    )
    process.exit(1)
  }
}
/** Written beside its place, so that a full disk leaves no half of it. A folder that takes no files is for the server to name. */
function keepTrialAccount(account) {
  try {
    mkdirSync(data, { recursive: true, mode: 0o700 })
    writeFileSync(`${trialFile}.new`, JSON.stringify(account), { mode: 0o600 })
    renameSync(`${trialFile}.new`, trialFile)
  } catch {
    // The password is printed besides.
  }
}
const account = empty ? undefined : trialAccount()
/** A list of addresses with one of the trial besides, if there is a trial. */
const withTrial = (list, address) => [list, ...(empty ? [] : [address])].filter(Boolean).join(',')
/** The trial's printers are at a port of their own: the server may speak to them, as to those that are given. */
const printerPort = given.ENDCAP_PRINTER_PORT ?? '3910'
const printers = withTrial(given.ENDCAP_PRINTERS, `127.0.0.1:${printerPort}`)
/** The trial's access point is on this machine, where else none is spoken with. */
const accessPoints = withTrial(given.ENDCAP_ACCESS_POINT_HOSTS, `127.0.0.1:${given.ENDCAP_FLEET_ACCESS_POINT_PORT ?? '3920'}`)
const env = {
  ENDCAP_LOG: 'warn',
  ...given,
  ENDCAP_DATA: data,
  ENDCAP_PRINTERS: printers,
  ENDCAP_ACCESS_POINT_HOSTS: accessPoints,
  ...(!empty && { ENDCAP_INBOX: given.ENDCAP_INBOX ?? join(data, 'inbox') }),
  ...(account && { ENDCAP_ADMIN_EMAIL: account.email, ENDCAP_ADMIN_PASSWORD: account.password }),
}

// What was compiled at the last start is kept, for this process and all others. Before the server's first module, so that none is compiled anew.
const { directory } = module.enableCompileCache()
if (directory !== undefined) env.NODE_COMPILE_CACHE = directory
/** Nothing is to run beside a server alone: it runs in this process, which would only wait for it. */
const alone = empty && !dev
const processes = alone ? undefined : createProcesses(env)
console.log(empty ? 'Starting Endcap …' : 'Starting Endcap with a virtual chain …')
/** Where `npm run dev` serves the sources of the pages. */
const pagePorts = { console: Number(given.ENDCAP_DEV_PORT ?? 5173), player: Number(given.ENDCAP_DEV_PLAYER_PORT ?? 5174) }

/** Once: the server may start again and again while it is worked on. */
let told = false
async function serverReady({ ready, url, administrator }) {
  if (!ready || processes?.stopping()) return
  if (told) return console.log('  The server runs again.')
  told = true
  const pages = dev ? await servePages(root, url, pagePorts) : undefined
  if (pages !== undefined) processes.atEnd(pages.stop)
  const tell = () => {
    // The fleet has signed in with it.
    if (account) keepTrialAccount(account)
    console.log(`\n  Endcap is ready:  ${pages?.console ?? url}`)
    if (account) console.log(`  Sign in with:     ${account.email}  /  ${account.password}`)
    else if (administrator)
      console.log(
        `  Sign in with:     ${administrator.email}  /  ${administrator.password ?? '(ENDCAP_ADMIN_PASSWORD)'}${administrator.password ? '   (shown once)' : ''}`,
      )
    if (!empty) console.log(`  Virtual shelves:  http://localhost:${env.ENDCAP_FLEET_PORT ?? 3900}`)
    if (!empty) console.log(`  Price files:      ${env.ENDCAP_INBOX}`)
    if (pages !== undefined) console.log(`  Displays open:    ${pages.player}`)
    if (pages !== undefined) console.log(`  API:              ${url}`)
    console.log('  Stop with Ctrl-C.\n')
  }
  if (empty) return tell()
  env.ENDCAP_URL = url
  processes.start('fleet', (message) => (message.ready ? tell() : console.log(`  ${message.text}`)))
}
if (alone) {
  Object.assign(process.env, env)
  const { run } = await import('../server/src/run.ts')
  await run((ready) => void serverReady(ready))
} else if (dev) {
  // A database of its own is held by one server at a time. Of those on a PostgreSQL, the next one would find the ports taken.
  const overlaps = given.DATABASE_URL === undefined
  const restart = processes.startAgain('server', serverReady, { overlaps })
  const end = watchServer(root, (file) => {
    console.log(`  ${file} has changed: the server starts again …`)
    restart()
  })
  processes.atEnd(end)
} else processes.start('server', serverReady)
