// `npm start`: builds what is missing, starts the server and, unless told otherwise, the trial chain's virtual fleet.
// Plain JavaScript, so that an old Node can still say what is wrong.
import { fork, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBuilt } from './built-pages.mjs'

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
  console.log('npm start               the server with a virtual chain to try it\nnpm start -- --empty    the server alone')
  spawnSync(process.execPath, ['server/src/main.ts', '--help'], { stdio: 'inherit' })
  process.exit(0)
}
const empty = process.argv.includes('--empty')
/** As for the server, a setting that is empty is not set. */
const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
const data = given.ENDCAP_DATA ?? './data'

for (const page of ['console', 'player']) {
  if (isBuilt(root, page)) continue
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

const children = new Set()
let stopping = false
/** As the scripts of package.json start them: with less room for young objects than usual, which a server that rests would keep. */
const scripts = JSON.parse(readFileSync('package.json', 'utf8')).scripts
function start(script, onMessage) {
  const [, ...execArgv] = scripts[script].split(' ')
  const file = execArgv.pop()
  const child = fork(file, { env, execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  children.add(child)
  child.on('message', onMessage)
  child.on('exit', (code) => {
    children.delete(child)
    if (!stopping) stop(code ?? 1)
    else if (children.size === 0) process.exit(process.exitCode ?? 0)
  })
  return child
}
function stop(code = 0) {
  if (stopping) return
  stopping = true
  process.exitCode = code
  if (children.size === 0) process.exit(code)
  for (const child of children) if (child.connected) child.disconnect()
  setTimeout(() => {
    for (const child of children) child.kill('SIGKILL')
    process.exit(1)
  }, 20_000).unref()
}
process.on('SIGINT', () => stop())
process.on('SIGTERM', () => stop())

console.log(empty ? 'Starting Endcap …' : 'Starting Endcap with a virtual chain …')
start('server', (message) => {
  if (!message.ready || stopping) return
  const { url, administrator } = message
  const ready = () => {
    // The fleet has signed in with it.
    if (account) keepTrialAccount(account)
    console.log(`\n  Endcap is ready:  ${url}`)
    if (account) console.log(`  Sign in with:     ${account.email}  /  ${account.password}`)
    else if (administrator)
      console.log(
        `  Sign in with:     ${administrator.email}  /  ${administrator.password ?? '(ENDCAP_ADMIN_PASSWORD)'}${administrator.password ? '   (shown once)' : ''}`,
      )
    if (!empty) console.log(`  Virtual shelves:  http://localhost:${env.ENDCAP_FLEET_PORT ?? 3900}`)
    if (!empty) console.log(`  Price files:      ${env.ENDCAP_INBOX}`)
    console.log('  Stop with Ctrl-C.\n')
  }
  if (empty) return ready()
  env.ENDCAP_URL = url
  start('fleet', (said) => (said.ready ? ready() : console.log(`  ${said.say}`)))
})
