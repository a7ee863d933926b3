/** A picture of a screen beside what should be there: draws that, and says whether the two are alike (docs/decisions/0028). */
import { fitted } from '@endcap/signage/fit'
import sharp from 'sharp'
import {
  cellsIn,
  cellsOf,
  differing,
  isDark,
  isSame,
  known,
  lightCells,
  moving,
  unforeseen,
  gridFor,
  type Cells,
  type Size,
} from './cells.ts'
import type { Drawing, Part, ScreenFound, ScreenTask } from './drawing.ts'
import { pictureOptions } from './picture.ts'
import { refusedFile } from './refused.ts'

/** Pixels along the longer side of what is compared and drawn. */
const longest = 960
/** Up to this part of the cells may differ, of 0 to 1, and it is the same all the same. */
const alike = 0.1
/** From this part on it is looked whether another drawing is nearer. */
const doubtful = 0.02
/** From this part of the cells on that are light, a dark screen is a black one. */
const black = 0.01
/** With fewer cells than this part nothing can be said. */
const enough = 0.05

interface Drawn {
  pixels: Uint8Array
  cells: Cells
  /** For each cell `known`, `unforeseen` or `moving`. */
  kinds: Uint8Array
}

/** The screen's picture, upright, as red, green and blue of each pixel. */
async function readSeen(content: Buffer, turn: number): Promise<Size & { pixels: Uint8Array }> {
  const fit = { width: longest, height: longest, fit: 'inside', withoutEnlargement: true } as const
  try {
    const upright = sharp(content, pictureOptions).rotate(turn).resize(fit).toColourspace('srgb').flatten()
    const { data, info } = await upright.removeAlpha().raw().toBuffer({ resolveWithObject: true })
    return { pixels: data, width: info.width, height: info.height }
  } catch {
    throw refusedFile('picture-damaged', 'The picture is damaged.')
  }
}

/** Draws in the middle of a screen of this size, as large as it fits, on black: so does the player. */
async function draw(drawing: Drawing, size: Size): Promise<Drawn> {
  const scale = Math.min(size.width / drawing.width, size.height / drawing.height)
  const stage = { left: (size.width - drawing.width * scale) / 2, top: (size.height - drawing.height * scale) / 2 }
  const whole = { ...stage, width: drawing.width * scale, height: drawing.height * scale }
  const pixels = new Uint8Array(size.width * size.height * 3)
  const { columns, rows } = gridFor(size)
  const kinds = new Uint8Array(columns * rows)
  paint(pixels, size, whole, () => [...colourOf(drawing.background), 255])
  for (const part of drawing.parts) {
    const { filling, fit, opacity = 1 } = part
    const box = {
      left: stage.left + part.left * scale,
      top: stage.top + part.top * scale,
      width: part.width * scale,
      height: part.height * scale,
    }
    const seen = overlapOf(box, whole)
    if (seen === undefined) continue
    const isDrawn = typeof filling !== 'string' && (await putPicture(pixels, size, { filling, fit, opacity, box, seen }))
    if (!isDrawn) for (const cell of cellsIn(seen, size)) kinds[cell] = filling === 'film' ? moving : unforeseen
  }
  return { pixels, cells: cellsOf(pixels, size), kinds }
}

interface Rect extends Size {
  left: number
  top: number
}
function overlapOf(a: Rect, b: Rect): Rect | undefined {
  const [left, top] = [Math.max(a.left, b.left), Math.max(a.top, b.top)]
  const width = Math.min(a.left + a.width, b.left + b.width) - left
  const height = Math.min(a.top + a.height, b.top + b.height) - top
  return width > 0 && height > 0 ? { left, top, width, height } : undefined
}
const colourOf = (text: string) => [1, 3, 5].map((start) => Number.parseInt(text.slice(start, start + 2), 16))

/** Every pixel whose middle is in the box; `colour` answers red, green, blue and how much of it covers what is there, of 255. */
function paint(pixels: Uint8Array, size: Size, box: Rect, colour: (x: number, y: number) => ArrayLike<number>): void {
  const from = { x: Math.max(0, Math.round(box.left)), y: Math.max(0, Math.round(box.top)) }
  const to = { x: Math.min(size.width, Math.round(box.left + box.width)), y: Math.min(size.height, Math.round(box.top + box.height)) }
  for (let y = from.y; y < to.y; y++)
    for (let x = from.x; x < to.x; x++) {
      const given = colour(x - from.x, y - from.y)
      const cover = given[3] ?? 255
      const start = (y * size.width + x) * 3
      const mix = (index: number, value: number) => {
        pixels[start + index] = ((pixels[start + index] ?? 0) * (255 - cover) + value * cover) / 255
      }
      for (const index of [0, 1, 2]) mix(index, given[index] ?? 0)
    }
}

/** A picture in its box, of which only `seen` is on the screen. Answers false for one that moves, or cannot be read. */
async function putPicture(
  pixels: Uint8Array,
  size: Size,
  {
    filling,
    fit,
    opacity,
    box,
    seen,
  }: { filling: Exclude<Part['filling'], string>; fit: Part['fit']; opacity: number; box: Rect; seen: Rect },
): Promise<boolean> {
  const source = 'path' in filling ? filling.path : Buffer.from(filling.content)
  try {
    const { autoOrient: own, pages = 1 } = await sharp(source, pictureOptions).metadata()
    if (pages > 1) return false
    const place = fitted(own, box, fit)
    const shown = overlapOf({ ...place, left: box.left + place.left, top: box.top + place.top }, seen)
    if (shown === undefined) return true
    const target = {
      width: Math.max(1, Math.round(shown.left + shown.width) - Math.round(shown.left)),
      height: Math.max(1, Math.round(shown.top + shown.height) - Math.round(shown.top)),
    }
    const cut = (offset: number, length: number, from: number, to: number, all: number) => {
      const start = Math.min(all - 1, Math.max(0, Math.floor(((from - offset) / length) * all)))
      return { start, length: Math.max(1, Math.min(all - start, Math.ceil(((to - from) / length) * all))) }
    }
    const across = cut(box.left + place.left, place.width, shown.left, shown.left + shown.width, own.width)
    const down = cut(box.top + place.top, place.height, shown.top, shown.top + shown.height, own.height)
    const isWhole = across.length === own.width && down.length === own.height
    const upright = sharp(source, pictureOptions).autoOrient()
    const part = isWhole ? upright : upright.extract({ left: across.start, top: down.start, width: across.length, height: down.length })
    const data = await part
      .resize({ ...target, fit: 'fill' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer()
    paint(pixels, size, shown, (x, y) => {
      const start = (Math.min(y, target.height - 1) * target.width + Math.min(x, target.width - 1)) * 4
      const [red = 0, green = 0, blue = 0, cover = 255] = data.subarray(start, start + 4)
      return [red, green, blue, cover * opacity]
    })
    return true
  } catch {
    return false
  }
}

const cellsThatAre = (...all: readonly Uint8Array[]) => {
  const [first = new Uint8Array()] = all
  return [...first.keys()].filter((cell) => all.every((kinds) => kinds[cell] === known))
}
const dimmed = (cells: Cells, light: number): Cells => ({ ...cells, colours: cells.colours.map((one) => one * light) })

type Checked = { verdict: 'matches' | 'black' | 'wrong'; part: number } | null

/** Whether enough of a screen can be foreseen to say anything about it. */
const isEnough = (...all: readonly Pick<Drawn, 'kinds'>[]) =>
  cellsThatAre(...all.map(({ kinds }) => kinds)).length >= Math.max(2, enough * (all[0]?.kinds.length ?? 0))
const pictureOf = (pixels: Uint8Array, size: Size): Promise<Buffer> =>
  sharp(pixels, { raw: { ...size, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer()

/** Whether the picture shows a drawing, and how much of it is something else; null where too little can be foreseen. */
function check(seen: Cells, { cells, kinds }: Drawn): Checked {
  const sure = cellsThatAre(kinds)
  if (!isEnough({ kinds })) return null
  if (lightCells(cells, sure) >= Math.max(4, black * sure.length) && isDark(seen, sure)) return { verdict: 'black', part: 1 }
  const part = differing(seen, cells, sure)
  return { verdict: part <= alike ? 'matches' : 'wrong', part }
}

/** Around a change any of the drawings may be there: the one that is. Null where that may be one of which nothing can be said. */
function nearestOf(checked: readonly Checked[]): Checked {
  const sure = checked.flatMap((one) => (one === null ? [] : [one]))
  const nearest = sure.toSorted((a, b) => a.part - b.part)[0] ?? null
  return nearest?.verdict === 'matches' || sure.length === checked.length ? nearest : null
}

/** The other drawing that the picture shows, and shows clearly better than what should be there. */
async function findOther(seen: Cells, size: Size, should: Drawn, { others, light }: ScreenTask): Promise<number | null> {
  let best: { index: number; part: number } | undefined
  for (const { index, drawing } of others) {
    const drawn = await draw(drawing, size)
    const sure = cellsThatAre(should.kinds, drawn.kinds)
    if (!isEnough(should, drawn)) continue
    const part = differing(seen, dimmed(drawn.cells, light), sure)
    const isNearer = part <= alike && differing(seen, should.cells, sure) > Math.max(4 * part, doubtful)
    if (isNearer && part < (best?.part ?? 1)) best = { index, part }
  }
  return best?.index ?? null
}

/** Compares a picture of a screen with what should be there, and answers that as a picture. */
export async function compareScreen(content: Buffer, task: ScreenTask): Promise<ScreenFound> {
  const { pixels, ...size } = await readSeen(content, task.turn)
  const seen = cellsOf(pixels, size)
  const drawn: Drawn[] = []
  for (const drawing of task.drawings) {
    const made = await draw(drawing, size)
    drawn.push({ ...made, cells: dimmed(made.cells, task.light) })
  }
  const [should] = drawn
  if (should === undefined) throw new Error('nothing to compare with')
  const checked = drawn.map((one) => check(seen, one))
  const nearest = nearestOf(checked)
  const mayBeOther = drawn.length === 1 && nearest !== null && nearest.verdict !== 'black' && nearest.part > doubtful
  const looksLike = mayBeOther ? await findOther(seen, size, should, task) : null
  const before = task.before === undefined ? undefined : { ...gridFor(size), colours: task.before }
  const all = [...should.kinds.keys()]
  const hasFilm = should.kinds.includes(moving)
  const isComparable = before !== undefined && before.colours.length === seen.colours.length
  return {
    verdict: looksLike === null ? (nearest?.verdict ?? 'unknown') : 'wrong',
    looksLike,
    isSame: isComparable && isSame(seen, before, cellsThatAre(should.kinds)),
    isDark: hasFilm && isDark(seen, all),
    wasDark: isComparable && isDark(before, all),
    cells: seen.colours,
    expected: isEnough(should) ? await pictureOf(should.pixels, size) : null,
  }
}
