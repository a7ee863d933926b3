/**
 * Clocks and tickers of slides, out of what the server has drawn. Few plans have them: this is loaded when one does. What they show follows
 * from the server's clock alone, so that displays are in step; they end by themselves when they are not on the page any more. It shares no module with that script, which stays one file.
 */
import {
  clockSamples,
  clockWriter,
  nextTick,
  readLine,
  readSheet,
  rowOf,
  rowSvg,
  tickerCourse,
  tickerFrames,
  type Moves,
} from '@endcap/signage/moving'
import type { Clock } from '../clock.ts'
import type { ContentStore } from '../content-store.ts'

/** A timer may be late: the last of the way goes frame by frame. */
const lastMs = 40
const lookMs = 1000
/** A ticker that is farther from its place than this, milliseconds, is put there; nearer, it runs a little faster or slower until the next look. */
const farMs = 400
const followMs = 4000

type Of<Kind extends Moves['kind']> = Extract<Moves, { kind: Kind }>
interface Context {
  clock: Pick<Clock, 'now'>
  store: Pick<ContentStore, 'read'>
}

/** Resolves when it is there and moves; rejects when it cannot be shown. */
export async function openMoving(
  box: HTMLElement,
  { key, moves }: { key: string; moves: Moves },
  { store, clock }: Context,
): Promise<void> {
  const svg = await (await store.read(key, 1))?.text()
  if (svg === undefined) throw new Error('the card is not here')
  return moves.kind === 'clock' ? openClock(box, svg, moves, clock) : openTicker(box, svg, moves, clock)
}

const addressOf = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`
async function pictureOf(svg: string, style: string): Promise<HTMLImageElement> {
  const image = document.createElement('img')
  image.src = addressOf(svg)
  image.style.cssText = style
  await image.decode()
  return image
}
const whole = 'position:absolute;inset:0;width:100%;height:100%'

async function openClock(box: HTMLElement, svg: string, moves: Of<'clock'>, clock: Context['clock']): Promise<void> {
  const sheet = readSheet(svg)
  const write = clockWriter(moves, moves.locale, moves.timeZone)
  // What this browser writes may need letters that the server's language has not.
  for (const text of clockSamples(moves, moves.locale)) rowOf(sheet.sheet, text, moves)
  /** Ready before its time. */
  const faces = new Map<string, Promise<HTMLImageElement>>()
  function faceAt(text: string): Promise<HTMLImageElement> {
    const made = faces.get(text) ?? pictureOf(rowSvg(sheet, text, moves), whole)
    faces.set(text, made)
    return made
  }
  let shown: HTMLImageElement | undefined
  function put(text: string, face: HTMLImageElement) {
    face.dataset.time = text
    if (shown === undefined) box.replaceChildren(face)
    else shown.replaceWith(face)
    shown = face
    faces.clear()
  }
  async function step() {
    if (shown?.isConnected !== true) return
    const text = write(clock.now())
    if (text !== shown.dataset.time) put(text, await faceAt(text))
    const now = clock.now()
    const next = nextTick(moves, now)
    if (next - now < lookMs + lastMs) faceAt(write(next)).catch(() => undefined)
    if (next - now <= lastMs) requestAnimationFrame(run)
    else setTimeout(run, Math.min(lookMs, next - now - lastMs))
  }
  // A time that cannot be drawn is no reason to go on showing another one.
  const run = () => void step().catch(() => shown?.remove())
  const text = write(clock.now())
  put(text, await faceAt(text))
  run()
}

async function openTicker(box: HTMLElement, svg: string, moves: Of<'ticker'>, clock: Context['clock']): Promise<void> {
  const { round, length, copies, ground } = readLine(svg)
  const background = await pictureOf(ground, whole)
  const rounds = await Promise.all(
    Array.from({ length: copies }, (_, at) =>
      pictureOf(round, `position:absolute;top:0;left:${at * length}px;width:${length}px;height:100%`),
    ),
  )
  const track = document.createElement('div')
  track.append(...rounds)
  track.style.cssText = `${whole};width:${copies * length}px;will-change:transform`
  box.replaceChildren(background, track)
  const course = tickerCourse(moves, length)
  // The compositor moves it: nothing is laid out or drawn anew.
  const animation = track.animate(tickerFrames(moves, length), { duration: course.lasts, iterations: Infinity })
  animation.currentTime = course.at(clock.now())
  const follow = setInterval(() => {
    if (!track.isConnected) return clearInterval(follow)
    const should = course.at(clock.now())
    const away = ((should - (Number(animation.currentTime) % course.lasts)) / course.lasts + 1.5) % 1
    const behind = (away - 0.5) * course.lasts
    if (Math.abs(behind) > farMs) animation.currentTime = should
    else animation.updatePlaybackRate(1 + behind / followMs)
  }, followMs)
}
