/** The drawing thread of paper labels: rows in, a PDF or pictures out. */
import { parentPort } from 'node:worker_threads'
import { encodeBmp, encodePng, type Bitmap } from '@endcap/label/bitmap'
import { layoutDefinition, type LayoutDefinition } from '@endcap/label/layout'
import {
  cellsOf,
  notPrinted,
  pagePicture,
  paperDrawing,
  paperLayoutOf,
  paperPages,
  paperPanel,
  sheetOf,
  type PaperLayout,
} from '@endcap/label/paper'
import { encodePdf } from '@endcap/label/pdf'
import { encodeRaster } from '@endcap/label/pwg-raster'
import { createRenderer, type Problem, type RenderRequest } from '@endcap/label/render'
import { subsetOf, typesetLabel, type SetLabel } from '@endcap/label/typeset'
import type { DrawAnswer, DrawJob, Drawn, DrawRequest, LabelRow } from './draw-job.ts'
import { shortMessageOf } from '../../platform/base/thrown.ts'

const renderer = createRenderer()

/** How a label is drawn: by its points, or as text and areas for what prints sharper than these. */
type Way<Label> = (request: RenderRequest) => { pages: Label[]; problems: Problem[] }
const asPoints: Way<Bitmap> = (request) => renderer.render(request)
const asVectors: Way<SetLabel> = (request) => {
  const { pages, problems } = renderer.record(request)
  return { pages: pages.map(typesetLabel), problems }
}

const requestOf = (
  layout: PaperLayout,
  drawing: LayoutDefinition,
  { prCode, prInfo }: LabelRow,
  { aliases, locale, currency }: DrawJob,
): RenderRequest => ({ layout: drawing, model: paperPanel(layout), products: [{ prCode, prInfo }], aliases, locale, currency })

function drawingOf(layout: PaperLayout, row: LabelRow, { drawings, aliases }: DrawJob): LayoutDefinition {
  const own = row.drawing === undefined ? undefined : drawings?.[row.drawing]
  return own === undefined ? paperDrawing(layout, row, aliases) : layoutDefinition.parse(own)
}

interface Why {
  reason: string
  lacks?: 'no-price' | 'no-name'
}
const lacksOf = (problems: readonly Problem[]) => problems.map(({ kind }) => kind).find((kind) => kind === 'no-price' || kind === 'no-name')

/** The label, or why it cannot be drawn right. */
function drawRow<Label>(way: Way<Label>, layout: PaperLayout, row: LabelRow, job: DrawJob): { label: Label } | Why {
  try {
    const { pages, problems } = way(requestOf(layout, drawingOf(layout, row, job), row, job))
    const details = problems.slice(0, 3).map((problem) => problem.detail)
    const [label] = pages
    if (label !== undefined && details.length === 0) return { label }
    const lacks = lacksOf(problems)
    return { reason: details.join('; ').slice(0, 300), ...(lacks && { lacks }) }
  } catch (error) {
    return { reason: shortMessageOf(error) }
  }
}

/** All rows, each by its label as often as it is wanted; those that cannot be drawn right are left out, or `note` stands for them. */
function drawRows<Label>(way: Way<Label>, layout: PaperLayout, job: DrawJob, note: boolean) {
  const failures: Drawn['failures'] = []
  const drawn = job.rows.map((row): { row: LabelRow; label: Label | undefined } => {
    const answer = drawRow(way, layout, row, job)
    if ('label' in answer) return { row, label: answer.label }
    const { reason, lacks } = answer
    failures.push({ line: row.line, detail: reason, ...(lacks && { lacks }) })
    // Whatever the words of a note lack is left out.
    const noteOf = () => way(requestOf(layout, notPrinted(layout, { prCode: row.prCode, reason }), row, job)).pages[0]
    return { row, label: note ? noteOf() : undefined }
  })
  const copies = drawn.flatMap(({ row, label }) => (label === undefined ? [] : Array.from({ length: row.copies }, () => label)))
  return { labels: drawn.map(({ label }) => label), copies, failures }
}

function draw(job: DrawJob): Drawn {
  const layout = paperLayoutOf(job.layout)
  const nothing = { content: undefined, pages: 0 }
  if (layout === undefined)
    return { ...nothing, failures: job.rows.map(({ line }) => ({ line, detail: `There is no paper layout ${job.layout}` })) }
  if (job.make === 'labels') {
    const { labels, failures } = drawRows(asVectors, layout, job, true)
    return { ...nothing, failures, labels: labels.filter((label) => label !== undefined) }
  }
  if (job.make === 'bitmaps') {
    const { labels, failures } = drawRows(asPoints, layout, job, false)
    return { ...nothing, failures, bitmaps: labels.map((label) => (label === undefined ? null : encodeBmp(label))) }
  }
  if (job.make === 'sheet') {
    const { copies, failures } = drawRows(asPoints, layout, job, true)
    const sheet = sheetOf(layout, copies.slice(0, cellsOf(layout)), job)
    return { content: encodePng(pagePicture(sheet)), pages: 1, failures }
  }
  if (job.make !== 'picture' && job.make.type === 'application/pdf') {
    const { copies, failures } = drawRows(asVectors, layout, job, false)
    const pages = paperPages(layout, copies)
    return pages.length === 0 ? { ...nothing, failures } : { content: encodePdf(pages, job), pages: pages.length, failures }
  }
  const { copies, failures } = drawRows(asPoints, layout, job, false)
  const [first] = copies
  if (first === undefined) return { ...nothing, failures }
  if (job.make === 'picture') return { content: encodePng(first), pages: 1, failures }
  const pages = paperPages(layout, copies)
  const { dpi, colour } = job.make
  return { content: encodeRaster(pages, { dpi, colour, media: layout.media }), pages: pages.length, failures }
}

const answerTo = (request: DrawRequest): DrawAnswer =>
  'draw' in request ? draw(request.draw) : request.typefaces.map(({ typeface, glyphs }) => subsetOf(typeface, glyphs))

parentPort?.on('message', (request: DrawRequest) => parentPort?.postMessage(answerTo(request)))
