/** `npm run dev` over the trial chain: from the save of a source until its change is there. Linux and macOS. */
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { fieldOf } from './child.ts'
import { percentile, type Figure } from './report.ts'
import { startProject } from './start.ts'
import { freePort } from './system.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const rounds = 5
/** Often enough that it adds nothing to seconds. */
const lookMs = 10

/** Starts it with a data folder and ports of its own; answers its addresses. */
async function startDev() {
  const [http, push, mqtt] = [await freePort(), await freePort(), await freePort()]
  const [consolePort, playerPort] = [await freePort(), await freePort()]
  const { stop } = await startProject(process.execPath, [join(root, 'tools/start.mjs'), '--dev'], {
    ENDCAP_PORT: String(http),
    ENDCAP_PUSH_PORT: String(push),
    ENDCAP_MQTT_PORT: String(mqtt),
    ENDCAP_DEV_PORT: String(consolePort),
    ENDCAP_DEV_PLAYER_PORT: String(playerPort),
  })
  return {
    server: `http://127.0.0.1:${http}/api/version`,
    console: `http://localhost:${consolePort}/`,
    player: `http://localhost:${playerPort}/player/`,
    stop,
  }
}

/** A save that changes nothing: what watches sources takes it as any other. */
function save(file: string): number {
  utimesSync(join(root, file), new Date(), new Date())
  return performance.now()
}

/** Whether the server answers at all: who is not signed in is told so. */
const answers = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(5000) }).then(
    () => true,
    () => false,
  )

/** Seconds until the server that was started again answers. */
async function untilServerIsBack(url: string): Promise<number> {
  const saved = save('server/src/platform/base/errors.ts')
  while (await answers(url)) await wait(lookMs)
  while (!(await answers(url))) await wait(lookMs)
  return (performance.now() - saved) / 1000
}

/** Seconds until a page that has loaded a module is notified that it has changed. `from`: where the page's sources lie. */
async function untilPageIsNotified(page: string, from: string, module: string): Promise<number> {
  const client = await (await fetch(new URL('@vite/client', page))).text()
  const [, token = ''] = /wsToken = "([^"]+)"/.exec(client) ?? []
  await (await fetch(new URL(module, page))).text()
  const socket = new WebSocket(`${page.replace('http', 'ws')}?token=${token}`, 'vite-hmr')
  const received = (types: readonly string[]) =>
    new Promise<void>((resolve, reject) => {
      socket.addEventListener('message', ({ data }) => {
        const message: unknown = JSON.parse(String(data))
        if (types.includes(String(fieldOf(message, 'type')))) resolve()
      })
      socket.addEventListener('error', () => reject(new Error(`${page} has no line to its pages`)))
    })
  await received(['connected'])
  const change = received(['update', 'full-reload'])
  const saved = save(`${from}/${module}`)
  await change
  socket.close()
  return (performance.now() - saved) / 1000
}

async function median(measure: () => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    times.push(await measure())
    // What was started again settles.
    await wait(2000)
  }
  return percentile(times, 0.5)
}

/** Medians of five saves of each kind. */
export async function benchDev(): Promise<Figure[]> {
  const dev = await startDev()
  const budget = { maximum: 2 }
  try {
    const page = await median(() => untilPageIsNotified(dev.console, 'console', 'src/session/SignInFrame.tsx'))
    const player = await median(() => untilPageIsNotified(dev.player, 'player', 'src/start.ts'))
    const server = await median(() => untilServerIsBack(dev.server))
    return [
      { what: 'npm run dev: a source of the console saved → its page told', value: page, unit: 's', budget },
      { what: 'npm run dev: a source of the player saved → its page told', value: player, unit: 's', budget },
      { what: 'npm run dev: a source of the server saved → it answers again', value: server, unit: 's', budget },
    ]
  } finally {
    await dev.stop()
  }
}
