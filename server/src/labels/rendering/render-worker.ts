/** A render thread: turns label jobs into encoded bitmaps. One canvas for all of its life. */
import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import type { BrandFont } from '@endcap/label/brand-font'
import { encodeBarcode } from '@endcap/label/barcode'
import { encodeBitmap, type Bitmap } from '@endcap/label/bitmap'
import { layoutDefinition, type LayoutDefinition } from '@endcap/label/layout'
import { modelOf } from '@endcap/label/models'
import { createRenderer, type Finding, type Problem, type RenderRequest } from '@endcap/label/render'
import type { ScreenColours } from '@endcap/label/svg'
import type { Writing } from '@endcap/label/writing'
import type { FailureReason } from '@endcap/contract/vocabulary'
import type { LabelProblem } from '../../catalogue/ports.ts'
import { createLru } from '../../platform/base/lru.ts'
import type { OwnLine, OwnText, RenderedImage, RenderJob, RenderResult } from './render-job.ts'
import { messageOf } from '../../platform/base/thrown.ts'

const renderer = createRenderer()
/** Parsed layouts by their key; dropped as a whole when there are many, which only costs parsing again. */
const layouts = new Map<string, LayoutDefinition>()
/** Problems told of one label, and characters of a sentence. */
const maxProblems = 20
const longestDetail = 300

function layoutOf({ layoutKey, definition }: RenderJob): LayoutDefinition {
  const known = layouts.get(layoutKey)
  if (known !== undefined) return known
  if (layouts.size > 500) layouts.clear()
  const parsed = layoutDefinition.parse(definition)
  layouts.set(layoutKey, parsed)
  return parsed
}

/** Fonts of the chain's own by the hash of their outlines. */
const brandFonts = createLru<string, BrandFont>(4)
function fontOf({ font }: RenderJob): BrandFont | undefined {
  if (font === undefined) return undefined
  const known = brandFonts.get(font.hash)
  if (known !== undefined) return known
  const read: BrandFont = JSON.parse(Buffer.from(font.outlines).toString('utf8'))
  brandFonts.set(font.hash, read)
  return read
}

function reasonOf({ kind }: Problem | Finding): FailureReason {
  if (kind === 'no-price' || kind === 'no-name') return kind
  if (kind === 'overflow') return 'render-overflow'
  return kind === 'missing-glyph' ? 'render-missing-glyph' : 'render-error'
}

const failed = (reason: FailureReason, detail: string): RenderResult => ({
  failure: { reason, detail },
  problems: [{ reason, page: 0, detail }],
})

const encode = (pages: readonly Bitmap[]): RenderedImage[] =>
  pages.map((page, index) => {
    const content = encodeBitmap(page)
    return { page: index, content, hash: createHash('sha256').update(content).digest('hex') }
  })

const describeProblems = (found: readonly (Problem | Finding)[]): LabelProblem[] =>
  found.slice(0, maxProblems).map((one) => ({
    reason: reasonOf(one),
    kind: one.kind,
    page: one.page,
    element: one.element,
    detail: one.detail.slice(0, longestDetail),
    translatable: one.translatable,
    ...('level' in one && { level: one.level }),
  }))

/** The errors in a few words; undefined when there are none. */
function failureOf(problems: readonly LabelProblem[]): RenderResult['failure'] {
  const errors = problems.filter(({ level }) => level !== 'warning')
  const [first] = errors
  if (first === undefined) return undefined
  const details = errors.slice(0, 3).map(({ detail }) => detail)
  return { reason: first.reason, detail: details.join('; ').slice(0, longestDetail) }
}

async function inspect(request: RenderRequest, pictures: boolean): Promise<RenderResult> {
  const { pages, shown, problems: found, marks } = await renderer.inspect(request)
  const problems = describeProblems(found)
  const failure = failureOf(problems)
  const look = pictures ? { images: encode(pages), shown, marks } : { images: [] }
  return failure === undefined ? { problems, ...look } : { failure, problems, ...look }
}

async function drawForScreen(request: RenderRequest, colours: ScreenColours): Promise<RenderResult> {
  // The reader of typefaces that it brings along is large.
  const { encodeSvg } = await import('@endcap/label/svg')
  const { pages, problems: found } = renderer.record(request)
  const problems = describeProblems(found)
  const failure = failureOf(problems)
  const look = { images: [], ...(pages[0] !== undefined && { svg: encodeSvg(pages[0], colours) }) }
  return failure === undefined ? { problems, ...look } : { failure, problems, ...look }
}

async function drawOwn(own: NonNullable<RenderJob['own']>, font: BrandFont | undefined): Promise<RenderResult> {
  const { encodeModules, encodeWriting, outlineOfText } = await import('@endcap/label/svg')
  const noRoom = () => failed('render-overflow', 'There is too little room.')
  const drawn = (svg: string): RenderResult => ({ images: [], problems: [], svg })
  if (own.kind === 'code') {
    const code = encodeBarcode('qr', own.value, own.level)
    if (typeof code === 'string') return failed('render-error', code.slice(0, longestDetail))
    const svg = encodeModules(code, own, own.colour)
    return svg === undefined ? noRoom() : drawn(svg)
  }
  const written = own.kind === 'letters' ? renderer.letters({ ...own.writing, font }) : renderer.write({ ...writingOf(own), font })
  if (written === undefined) return noRoom()
  if ('missing' in written) return failed('render-missing-glyph', written.missing.join(' ').slice(0, longestDetail))
  if (own.kind === 'text' && 'lines' in written) return drawn(encodeWriting(written, own))
  const { sheetSvg, lineSvg } = await import('@endcap/signage/moving')
  const { width, height } = own.writing
  if (own.kind === 'line' && 'lines' in written) {
    const { width: wide = 0 } = written.lines[0] ?? {}
    const length = Math.max(Math.ceil(width / maxRounds), Math.ceil(wide + gapBehind * written.size))
    return length > longestLine ? noRoom() : drawn(lineSvg({ width, height, length, line: encodeWriting(written, own) }, own.ground))
  }
  if (own.kind !== 'letters' || !('letters' in written)) return noRoom()
  const letters = new Map(written.letters.map(({ letter, advance, label }) => [letter, { advance, outline: outlineOfText(label) }]))
  return drawn(sheetSvg({ width, height, colour: own.colour, letters }, own.ground))
}
/** A line may be longer than its box, up to this; it comes round after its gap, in parts of its size, and not oftener than so in the box. */
const [longestLine, gapBehind, maxRounds] = [100_000, 2, 8]
const writingOf = ({ kind, writing }: OwnText | OwnLine): Writing =>
  kind === 'text' ? writing : { ...writing, width: longestLine, align: 'left', leading: 1, oneLine: true }

async function render(job: RenderJob): Promise<RenderResult> {
  if (job.own !== undefined) return await drawOwn(job.own, fontOf(job)).catch((error: unknown) => failed('render-error', messageOf(error)))
  const model = job.panel ?? modelOf(job.tagType)
  if (model === undefined) return failed('unknown-model', `No model for tag type ${job.tagType}`)
  try {
    const { products, aliases, locale, currency } = job
    const request = { layout: layoutOf(job), model, products, aliases, locale, currency }
    if (job.purpose === 'inspect') return await inspect(request, job.pictures ?? true)
    if (job.purpose === 'screen' && job.colours !== undefined) return await drawForScreen(request, job.colours)
    const { pages, problems: found } = renderer.render(request)
    const problems = describeProblems(found)
    const failure = failureOf(problems)
    if (failure === undefined) return { images: job.purpose === 'check' ? [] : encode(pages), problems }
    return { failure, problems, ...(job.purpose === 'draft' && { images: encode(pages) }) }
  } catch (error) {
    return failed('render-error', messageOf(error).slice(0, longestDetail))
  }
}

async function renderAll(jobs: readonly RenderJob[]): Promise<void> {
  const results: RenderResult[] = []
  for (const job of jobs) results.push(await render(job))
  parentPort?.postMessage(results)
}
parentPort?.on('message', (jobs: RenderJob[]) => void renderAll(jobs))
