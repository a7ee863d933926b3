/** Puts the player together and starts it (docs/signage.md). */
import { createAbout, type Configuration } from './about.ts'
import { createClock } from './clock.ts'
import { createCommandLog } from './command-log.ts'
import { createCommands } from './commands.ts'
import { openContentStore } from './content-store.ts'
import { createCurrentPlan, type CurrentPlan } from './current-plan.ts'
import { restartDaily } from './daily.ts'
import { readIdentity } from './identity.ts'
import { keep, recall } from './database.ts'
import { createLink, type Link } from './link.ts'
import { findMachine, type Machine } from './machine.ts'
import { createMachineSettings } from './machine-settings.ts'
import { openMenu } from './menu.ts'
import { eventStore } from './event-store.ts'
import { createDiskUse } from './page-use.ts'
import { createPictures, pictureOf, saidWithPicture } from './pictures.ts'
import { createPlayer, type Player } from './player.ts'
import { createPlayLog } from './play-log.ts'
import { reportOf } from './report.ts'
import { createOverlay, type Overlay } from './screen/overlay.ts'
import { createSoftware } from './software.ts'
import { createTroubles } from './troubles.ts'
import { createWaitingScreen } from './waiting-screen.ts'

declare const __PLAYER_VERSION__: string

/** Out of reach for so long, and a dot says so. */
const dotAfterMs = 300_000
/** Out of reach for so long, and webpages are not tried any more. */
const onlineMs = 90_000

/** Plays what is known already, and from then on what the server says. */
export async function start(): Promise<void> {
  const given = new URLSearchParams(location.search)
  const machine = await findMachine()
  const can = machine?.facts().can ?? {}
  const configuration = await readConfiguration(given, machine)
  const identity = await readIdentity(given.get('mac') ?? undefined, machine?.facts().mac)
  const clock = createClock({ monotonic: () => performance.now(), started: Date.now() - performance.now(), stored: await recall('offset') })
  const store = await openContentStore()
  const log = createCommandLog(await recall('log'))
  const overlay = createOverlay()
  const troubles = createTroubles()
  const about = createAbout({ version: __PLAYER_VERSION__, machine, identity, configuration, startsAlone: store.startsAlone })
  await eventStore.recover()
  const plays = createPlayLog(eventStore)
  let ip = ''
  const disk = createDiskUse()
  const isOnline = () => performance.now() - link.heardAt() < onlineMs

  const player = createPlayer({
    clock,
    store,
    facts: () => ({ ip, version: __PLAYER_VERSION__, online: isOnline() }),
    reportEvent: (event) => void eventStore.add([event]).catch(() => undefined),
    plays,
    switched: () => overlay.moved(),
    troubles,
    report: () => link.beat(),
  })
  const setMachine = createMachineSettings(machine, troubles)
  const sendPicture = async () => {
    const said = saidWithPicture({ at: clock.now(), rev: plan.held()?.rev, now: player.now(), isCovered: overlay.covers() })
    await link.upload(...(await pictureOf(can.screenshot ? machine : undefined, said)))
  }
  const takePictures = createPictures(async () => {
    if (isOnline()) await sendPicture()
  })
  const plan = createCurrentPlan({
    store,
    get: (url, headers) => link.get(url, headers),
    player,
    troubles,
    apply: (next) => {
      // What the machine does by itself is not done twice.
      player.play(can.volume ? { ...next, settings: { ...next.settings, volume: Math.min(1, Math.ceil(next.settings.volume)) } } : next)
      overlay.brightness(can.brightness ? 1 : next.settings.brightness)
      setMachine(next.settings)
      takePictures(next.settings.screenshotSeconds)
    },
  })
  const waiting = createWaitingScreen({ mac: identity.mac, plan, player })
  const link = createLink({
    clock,
    token: await recall('token'),
    events: eventStore,
    untold: (await recall('untold')) ?? [],
    registration: about.registration,
    report: () => reportOf({ about, clock, machine, plan, player, software, troubles, disk: disk.figures() }),
    heldRev: () => plan.held()?.rev,
    waits: waiting.waits,
    refused: waiting.refused,
    accepted: waiting.accepted,
    manifest: plan.take,
    command: (command) => void carryOut(command),
    heard: (own) => {
      ip = own
      troubles.heard()
      overlay.offline(false)
      void (machine?.renew() ?? disk.measure())?.catch(() => undefined)
    },
  })
  const software = createSoftware({
    machine,
    isOnline,
    now: clock.now,
    authorization: link.authorization,
    manifest: plan.held,
    tried: { software: (await recall(triedAs.software)) ?? {}, launcher: (await recall(triedAs.launcher)) ?? {} },
    keepTried: (what, tried) => keep(triedAs[what], tried),
  })
  const leave = () => plays.note().then(link.flush)
  const restart = async () => {
    await leave()
    return can.reboot ? machine?.reboot() : location.reload()
  }
  const rebootsMachine = can.reboot === true
  const carryOut = createCommands({ log, clock, link, plan, player, overlay, software, rebootsMachine, restart, leave, sendPicture })

  if (!(await plan.playStored(identity.mac))) waiting.begin()
  if (await plan.lacksContent()) reloadSoon(link, player)
  const menu = () => openMenu({ link, plan, player, mac: identity.mac, storeCode: configuration.storeCode, restart })
  offerMenu(menu, given.has('setup'))
  addEventListener('pagehide', () => void leave())
  showOffline({ link, plan, overlay })
  stayAwake()
  void disk.measure()
  const mayRestart = () => (isOnline() || store.startsAlone) && !software.isBusy()
  const timeZone = () => plan.held()?.settings.timeZone ?? 'UTC'
  restartDaily({ now: clock.now, timeZone, mayRestart, restart: () => void leave().then(() => location.reload()) })
  link.start()
}

const triedAs = { software: 'triedSoftware', launcher: 'triedLauncher' } as const

/** What the page's address says goes first. */
async function readConfiguration(given: URLSearchParams, machine: Machine | undefined): Promise<Configuration> {
  const known = machine?.facts()
  return {
    name: given.get('name') ?? known?.name,
    model: given.get('model') ?? known?.model,
    storeCode: given.get('store') ?? (await recall('storeCode')) ?? known?.storeCode ?? '',
    enrolToken: given.get('token') ?? known?.enrolToken ?? '',
  }
}

/** A piece that the browser threw away is loaded again. */
function reloadSoon(link: Link, player: Player): void {
  setTimeout(
    () =>
      void link
        .renew(true)
        .then(() => player.restart())
        .catch(() => undefined),
    2000,
  )
}

/** F2 opens the menu, unless the set-up is on the screen already. */
function offerMenu(menu: () => Promise<void>, immediately: boolean): void {
  if (immediately) void menu()
  addEventListener('keydown', ({ key }) => {
    if (key === 'F2' && document.querySelector('.setup') === null) void menu()
  })
}

/** A dot in the corner, after minutes without the server. */
function showOffline({ link, plan, overlay }: { link: Link; plan: CurrentPlan; overlay: Overlay }): void {
  setInterval(() => {
    const away = performance.now() - Math.max(0, link.heardAt())
    overlay.offline(away > dotAfterMs && plan.held()?.settings.offlineDot === true)
  }, 5000)
}

/** The screen does not go dark by itself while the page is seen. */
function stayAwake(): void {
  const ask = async () => {
    if (isSecureContext && 'wakeLock' in navigator && document.visibilityState === 'visible')
      await navigator.wakeLock.request('screen').catch(() => undefined)
  }
  document.addEventListener('visibilitychange', () => void ask())
  void ask()
}
