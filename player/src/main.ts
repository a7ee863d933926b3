/** The player: one page that a display opens and that plays from then on (docs/signage.md). */
import type { Command, CommandResult, Manifest } from '@endcap/contract/player'
import { createClock } from './clock.ts'
import { createCommandLog } from './command-log.ts'
import { openContentStore } from './content-store.ts'
import { restartDaily } from './daily.ts'
import { addressOf, readIdentity } from './identity.ts'
import { forget, keep, recall, type Finished } from './kept.ts'
import { createLink } from './link.ts'
import { loadAll, pieceBytes } from './loader.ts'
import { findMachine, type MachineSettings } from './machine.ts'
import { createPictures } from './pictures.ts'
import { createPlayer } from './player.ts'
import { capture, smaller } from './screen/capture.ts'
import { createOverlay } from './screen/overlay.ts'
import { askMenu, askSetup } from './screen/forms.ts'
import { codeView } from './screen/texts.ts'
import type { Body } from './server.ts'
import { createSoftware } from './software.ts'
import { piecesOf, wantedBy } from './wanted.ts'
import { words } from './words.ts'
import './player.css'

declare const __PLAYER_VERSION__: string

/** Out of reach for so long, and a dot says so. */
const dotAfterMs = 300_000
/** Out of reach for so long, and webpages are not tried any more. */
const onlineMs = 90_000
const missingMs = 30_000
const reportedErrors = 20

const given = new URLSearchParams(location.search)
const machine = await findMachine()
const known = machine?.facts()
const can = known?.can ?? {}
/** What the page's address says goes first. */
const told = {
  name: given.get('name') ?? known?.name,
  model: given.get('model') ?? known?.model,
  storeCode: given.get('store') ?? (await recall('storeCode')) ?? known?.storeCode ?? '',
  enrolToken: given.get('token') ?? known?.enrolToken ?? '',
}
const identity = await readIdentity(given.get('mac') ?? undefined, known?.mac)
const clock = createClock({ monotonic: () => performance.now(), started: Date.now() - performance.now(), kept: await recall('offset') })
const store = await openContentStore()
const log = createCommandLog(await recall('log'))
const overlay = createOverlay()
const version = __PLAYER_VERSION__
let manifest: Manifest | undefined
let ip = ''
let troubles: { code: string; detail: string }[] = []
const isOnline = () => performance.now() - link.heardAt() < onlineMs

const player = createPlayer({
  clock,
  store,
  facts: () => ({ ip, version, online: isOnline() }),
  tell: (event) => link.tell(event),
  switched: () => overlay.moved(),
  trouble: (code, detail) => {
    troubles = [...troubles, { code, detail }].slice(-reportedErrors)
    link.beat()
  },
})

/** What runs on the machine, by name. */
function versions(): Record<string, string> {
  const facts = machine?.facts()
  if (facts === undefined) return { player: version }
  const { version: host, system, software } = facts
  return { player: version, host, os: system.slice(0, 100), ...(software != null && { sw: software }) }
}
const caps = () => ({
  host: machine !== undefined,
  brightness: true,
  screenshot: true,
  offlineStart: store.startsAlone,
  reboot: can.reboot === true,
  bluetooth: can.bluetooth === true,
  nfc: can.nfc === true,
  autorun: can.autorun === true,
  timeserver: can.timeserver === true,
  update: machine?.facts().can.update === true,
})

/** Those since the last report, and the one that stays until the software is installed. */
function problems(): typeof troubles {
  const detail = software.problem()
  return detail === undefined ? troubles : [...troubles, { code: 'update-failed', detail }].slice(-reportedErrors)
}

const link = createLink({
  clock,
  token: await recall('token'),
  seq: (await recall('seq')) ?? 0,
  batch: await recall('batch'),
  untold: (await recall('untold')) ?? [],
  registration: (): Body<'register'> => ({
    mac: identity.mac,
    claimSecret: identity.claimSecret,
    ...(told.name !== undefined && { name: told.name.slice(0, 100) }),
    ...(told.model !== undefined && { model: told.model.slice(0, 40) }),
    ...(told.storeCode !== '' && { storeCode: told.storeCode }),
    ...(told.enrolToken !== '' && { enrolToken: told.enrolToken }),
    ver: versions(),
    screen: {
      width: Math.max(1, Math.round(innerWidth * devicePixelRatio)),
      height: Math.max(1, Math.round(innerHeight * devicePixelRatio)),
    },
    caps: caps(),
  }),
  report: (): Omit<Body<'heartbeat'>, 'done'> => ({
    rev: manifest?.rev ?? null,
    uptimeSeconds: performance.now() / 1000,
    memory: machine?.facts().memory ?? memory(),
    disk: machine?.facts().disk ?? disk,
    rssi: null,
    ip: machine?.facts().ip ?? '',
    volume: manifest?.settings.volume ?? null,
    brightness: manifest?.settings.brightness ?? null,
    now: player.now(),
    clockOffset: clock.offset(),
    errors: problems(),
    ver: versions(),
    caps: caps(),
  }),
  heldRev: () => manifest?.rev,
  waits: (code) => {
    void leaveStore()
    player.wait(() => codeView({ mac: identity.mac, code, note: `${words.code} · ${words.codeHow}` }), `code ${code}`)
  },
  refused: (why, message) => {
    // What is on the screen stays, when there is something.
    if (manifest !== undefined) return
    const note = why === 'duplicate' ? words.duplicate : `${words.refused}: ${message}`
    player.wait(() => codeView({ mac: identity.mac, code: undefined, note }), note)
  },
  accepted: () => {
    if (manifest === undefined) player.wait(() => codeView({ mac: identity.mac, code: undefined, note: words.waiting }), 'waiting')
  },
  manifest: take,
  command: (command) => void carryOut(command),
  heard: (own) => {
    ip = own
    troubles = []
    overlay.offline(false)
    void (machine?.renew() ?? measureDisk())?.catch(() => undefined)
  },
})

const software = createSoftware({
  machine,
  isOnline,
  now: clock.now,
  authorization: link.authorization,
  manifest: () => manifest,
  tried: (await recall('triedSoftware')) ?? {},
  keepTried: (tried) => keep('triedSoftware', tried),
})

/** Loads what a new plan needs, and plays it once all of it is there that the server has. */
async function take(next: Manifest, recheck: boolean): Promise<void> {
  const failed = await loadAll({ store, get: link.get }, wantedBy(next), recheck)
  // The server is out of reach: what is played stays, and the next report tries again.
  if (failed.length > 0 && !isReachable(failed)) throw new Error('the content could not be loaded')
  for (const { key, why } of failed) troubles = [...troubles, { code: 'load-failed', detail: `${key}: ${why}` }].slice(-reportedErrors)
  manifest = next
  await keep('manifest', next)
  apply(next)
  setTimeout(() => void tidy(), 1000)
  if (failed.length > 0) setTimeout(() => void loadMissing(next.rev), missingMs)
}
/** What the server could not give may be there later. */
async function loadMissing(rev: string) {
  if (manifest?.rev !== rev) return
  const failed = await loadAll({ store, get: link.get }, wantedBy(manifest))
  if (failed.length === 0) player.restart()
  else setTimeout(() => void loadMissing(rev), missingMs)
}
/** A load that the server has answered fails again; one that broke off does not. */
const isReachable = (failed: readonly { why: string }[]) => failed.every(({ why }) => /^4\d\d for |damaged$/.test(why))

function apply(next: Manifest) {
  // What the machine does by itself is not done twice.
  player.play(can.volume ? { ...next, settings: { ...next.settings, volume: Math.min(1, Math.ceil(next.settings.volume)) } } : next)
  overlay.brightness(can.brightness ? 1 : next.settings.brightness)
  setMachine(next.settings)
  takePictures(next.settings.screenshotSeconds)
}
type Settings = Manifest['settings']
/** A plan that was kept by an older player says less. */
type ForMachine = Pick<Settings, 'brightness' | 'volume'> & Partial<Settings>
/** What is not said leaves the machine as it is. */
function setMachine({ brightness, volume, bluetooth = null, nfc = null, autorun = null, timeserver = '' }: ForMachine) {
  tellMachine('brightness', { part: brightness })
  tellMachine('volume', { part: volume })
  if (bluetooth !== null) tellMachine('bluetooth', { on: bluetooth })
  if (nfc !== null) tellMachine('nfc', { on: nfc })
  if (autorun !== null) tellMachine('autorun', { on: autorun })
  if (timeserver !== '') tellMachine('timeserver', { address: timeserver })
}
const machineHas = new Map<keyof MachineSettings, string>()
function tellMachine<What extends keyof MachineSettings>(what: What, to: MachineSettings[What]) {
  const wanted = JSON.stringify(to)
  if (can[what] !== true || machineHas.get(what) === wanted) return
  machineHas.set(what, wanted)
  machine?.set(what, to).catch((error: unknown) => {
    machineHas.delete(what)
    troubles = [...troubles, { code: `${what}-failed`, detail: reason(error) }].slice(-reportedErrors)
  })
}
const reason = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500)
/** What is really on the screen where the machine can tell, else what the page knows of it. */
const pictureOfScreen = async () => (machine !== undefined && can.screenshot ? smaller(await machine.screenshot()) : capture())
const takePictures = createPictures(async () => {
  if (isOnline()) await link.upload(await pictureOfScreen())
})
/** Content that no plan names goes once the new plan is on the screen. */
async function tidy() {
  if (manifest === undefined) return
  if (!player.hasPlayed()) return void setTimeout(() => void tidy(), 5000)
  const needed = new Set(wantedBy(manifest).map(({ key }) => key))
  for (const key of await store.keys()) if (!needed.has(key)) await store.drop(key)
  return undefined
}
/** It is in no store any more: what it played there is not its own. */
async function leaveStore() {
  if (manifest === undefined) return
  manifest = undefined
  await forget('manifest')
}

async function carryOut(command: Command) {
  const judged = log.judge(command, clock.now())
  if (judged === 'late') return
  if (judged !== 'do') return link.finished(judged)
  if (command.type === 'update') return updateFor(command)
  const finished = (result: CommandResult, detail?: string) => finish({ id: command.id, result, ...(detail !== undefined && { detail }) })
  try {
    // Noted first: it is done once, whatever happens meanwhile.
    await finished(restarts.has(command.type) && !(command.type === 'reboot' && can.reboot) ? 'reloaded' : 'ok')
    await perform(command)
  } catch (error) {
    await finished('failed', reason(error))
  }
  link.beat()
}
async function finish(one: Finished) {
  await keep('log', log.note(one))
  await link.finished(one)
}
const updating = new Set<string>()
/** It takes its time, and does no harm when it is asked for twice: it is told when it is done, and comes again until then. */
async function updateFor({ id }: Command) {
  if (updating.has(id)) return
  updating.add(id)
  // What was sent in just before is in the next plan.
  await link.renew().catch(() => undefined)
  const outcome = await software.update()
  updating.delete(id)
  if (outcome === undefined) return
  await finish({ id, ...outcome })
  link.beat()
}
const restarts: ReadonlySet<Command['type']> = new Set(['reboot', 'reload'])

async function perform({ type, args }: Command) {
  if (type === 'reboot') return restart()
  if (type === 'reload') return link.flush().then(() => location.reload())
  if (type === 'screenshot') return link.upload(await pictureOfScreen())
  if (type === 'sync') {
    await link.renew(true)
    return player.restart()
  }
  if (manifest === undefined) throw new Error('nothing is played yet')
  if (type === 'info') player.info(args.seconds ?? manifest.settings.infoSeconds)
  else if (type === 'blink') overlay.blink(manifest, args.slot ?? null)
  else overlay.identify(manifest)
  return undefined
}

/** Chromium alone says; the figures are of the page. */
function memory() {
  const { memory } = performance as { memory?: { usedJSHeapSize: number; jsHeapSizeLimit: number } }
  return memory?.usedJSHeapSize === undefined ? null : { used: memory.usedJSHeapSize, total: memory.jsHeapSizeLimit }
}
let disk: { used: number; total: number } | null = null
async function measureDisk() {
  if (!isSecureContext) return
  const { usage = 0, quota = 0 } = await navigator.storage.estimate()
  disk = { used: usage, total: quota }
}

async function keepAwake() {
  if (isSecureContext && 'wakeLock' in navigator && document.visibilityState === 'visible')
    await navigator.wakeLock.request('screen').catch(() => undefined)
}

async function setUp() {
  const check = (mac: string) => (addressOf(mac) === undefined ? words.wrongAddress : undefined)
  const typed = await askSetup(identity.mac, told.storeCode, check)
  await keep('mac', addressOf(typed.mac) ?? identity.mac)
  await keep('storeCode', typed.storeCode)
  await forget('token')
  location.search = ''
}
/** In a store that has set a code for it, the menu asks for that first; one that cannot be asked opens nothing. */
async function openMenu() {
  const asked = await link.menu('').catch(() => undefined)
  if (manifest === undefined || asked?.needed === false) return setUp()
  const choice = await askMenu(async (pin) => (await link.menu(pin)).role)
  if (choice === 'setup') return setUp()
  if (choice === 'info') return player.info(manifest.settings.infoSeconds)
  return choice === 'restart' ? restart() : undefined
}
async function restart() {
  await link.flush()
  return can.reboot ? machine?.reboot() : location.reload()
}

/** The last plan, as far as its content is here: it plays before the server was asked. */
const last = await recall('manifest')
if (last !== undefined && (await recall('token')) !== undefined && last.device.mac === identity.mac) {
  manifest = last
  apply(last)
} else player.wait(() => codeView({ mac: identity.mac, code: undefined, note: words.waiting }), 'waiting')
// A piece that the browser threw away is loaded again.
if (manifest !== undefined)
  for (const file of wantedBy(manifest))
    if ((await store.read(file.key, piecesOf(file, pieceBytes).length)) === undefined) {
      setTimeout(
        () =>
          void link
            .renew(true)
            .then(() => player.restart())
            .catch(() => undefined),
        2000,
      )
      break
    }
if (given.has('setup')) void openMenu()
addEventListener('keydown', ({ key }) => {
  if (key === 'F2' && document.querySelector('.setup') === null) void openMenu()
})
document.addEventListener('visibilitychange', () => void keepAwake())
addEventListener('pagehide', () => void link.flush())
setInterval(() => {
  const away = performance.now() - Math.max(0, link.heardAt())
  overlay.offline(away > dotAfterMs && manifest?.settings.offlineDot === true)
}, 5000)
void keepAwake()
void measureDisk()
restartDaily({
  now: clock.now,
  timeZone: () => manifest?.settings.timeZone ?? 'UTC',
  mayRestart: () => (isOnline() || store.startsAlone) && !software.isBusy(),
  restart: () => void link.flush().then(() => location.reload()),
})
link.start()
