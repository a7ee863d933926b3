/** Chromium as it is installed on the machine. */
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Browser, type Page, type Request } from 'playwright-core'
import { chromiumPath } from './chromium.ts'
import { patienceMs } from './patience.ts'
import { until } from './system.ts'

export const chromiumMissing = 'Chromium is not installed: apt-get install chromium-headless-shell, or name it in CHROMIUM'

/**
 * `more`: further switches, such as a fake camera. The pages of one visitor share a process, which has read the console's code when one of them
 * is loaded anew; else each loading would begin a process of its own.
 */
function launch(more: readonly string[] = []): Promise<Browser> {
  const flags = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--process-per-site',
    // Code of a page that is soon left is not worth to be compiled for speed.
    '--js-flags=--no-opt --no-maglev',
  ]
  return chromium.launch({ executablePath: chromiumPath ?? '', args: [...flags, ...more] })
}

/** The browser of the journeys of this worker, and how many stages are in it. It ends with the worker. */
let shared: Promise<Browser> | undefined
let stages = 0
async function leaveShared(): Promise<void> {
  stages--
  // Another stage may be of a test in the same file, whose visitors stay.
  if (stages === 0) await Promise.all((await shared)?.contexts().map((context) => context.close()) ?? [])
}

/**
 * A browser, and what ends its visitors. To launch one takes as long as a short journey, so those that need no switches of their own share one:
 * its visitors have nothing in common.
 */
export async function enterBrowser(switches: readonly string[] = []): Promise<{ browser: Browser; leave: () => Promise<void> }> {
  if (switches.length > 0) {
    const browser = await launch(switches)
    return { browser, leave: () => browser.close() }
  }
  stages++
  shared ??= launch()
  if (!(await shared).isConnected()) shared = launch()
  return { browser: await shared, leave: leaveShared }
}

/** What is not drawn yet: rows, panels, charts, maps, a screen that is fetched. */
const waiting =
  '[data-part=skeleton], [data-part=wait], [data-part=chart-wait], [data-part=map-wait], main[aria-busy=true], main [aria-busy=true]'
/** Clocks and counts go on. Text, since the page is given it. */
const figure = String.raw`\d+(?:\.\d+)?`
/**
 * Runs in the page, in one go: it is asked often. Whether a screen changes is seen in its text as it stands in the document; what a person reads
 * of it, for which the browser must lay it out, is asked for when it no longer does.
 */
const readScreen = ({ waiting, before, figure }: { waiting: string; before: string; figure: string }) => {
  const main = document.querySelector('main')
  const text = main?.textContent.replaceAll(new RegExp(figure, 'g'), '#') ?? ''
  const isDrawn = text.trim() !== '' && document.querySelector(waiting) === null
  return { text, words: isDrawn && text === before ? main?.innerText : undefined }
}
const agoOfTimes = /\b(?:now|\d+ (?:min|hr)\. ago) (?=\d{4}-)/g
const withoutFigures = (words: string) => words.replaceAll(agoOfTimes, '').replaceAll(new RegExp(figure, 'g'), '#')

/** What a screen says, without figures: clocks go on. */
export const wordsOf = async (page: Page): Promise<string> => withoutFigures(await page.locator('main').innerText())

/** Code of a screen or dialog, and what these show. */
const askedFor = new Set(['fetch', 'script'])
/** From its call on: waits until the page has an answer to everything that it has asked. */
export function watchAnswers(page: Page): () => Promise<void> {
  const asked = new Set<Request>()
  // What a worker still asks for when it is ended, such as the map's for its coasts, is neither answered nor given up.
  const forgetWorker = () => {
    for (const request of asked) if (request.resourceType() === 'fetch') asked.delete(request)
  }
  page.on('worker', (worker) => worker.once('close', forgetWorker))
  const over = (request: Request) => void asked.delete(request)
  // Nor is the code of a worker that is ended before it has come; the browser gives such a request no header of the page.
  const isOfWorker = (request: Request) => request.resourceType() === 'script' && request.headers()['user-agent'] === undefined
  page.on('request', (request) => askedFor.has(request.resourceType()) && !isOfWorker(request) && asked.add(request))
  page.on('requestfinished', over)
  page.on('requestfailed', over)
  const unanswered = () => `answers to ${[...asked].map((request) => `${request.method()} ${request.url()}`).join(', ')}`
  return () => until(unanswered, () => asked.size === 0)
}

/** Waits until a screen is drawn and its words no longer change; answers them. */
export async function settled(page: Page): Promise<string> {
  const end = Date.now() + patienceMs
  for (let before = ''; ;) {
    const screen = await page.evaluate(readScreen, { waiting, before, figure }).catch((error: unknown) => {
      // A page that is being loaded has no screen yet; one that is gone gets none.
      if (page.isClosed()) throw error
      return { text: '', words: undefined }
    })
    if (screen.words !== undefined) return withoutFigures(screen.words)
    if (Date.now() > end) throw new Error(`The screen at ${page.url()} is not drawn after ${patienceMs / 1000} s`)
    before = screen.text
    await wait(150)
  }
}
