/** The drawing thread of paper labels: rows in, a PDF or pictures out. */
import { parentPort } from 'node:worker_threads'
import { encodeBmp, encodePng, type Bitmap } from '@endcap/label/bitmap'
import type { LayoutDefinition } from '@endcap/label/layout'
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
import { encodePdf, pdfPicture } from '@endcap/label/pdf'
import { encodeRaster } from '@endcap/label/pwg-raster'
import { createRenderer } from '@endcap/label/render'
import type { DrawJob, Drawn, LabelRow } from './draw-job.ts'

const renderer = createRenderer()

function render(layout: PaperLayout, drawing: LayoutDefinition, { prCode, prInfo }: LabelRow, { aliases, locale, currency }: DrawJob) {
  return renderer.render({ layout: drawing, model: paperPanel(layout), products: [{ prCode, prInfo }], aliases, locale, currency })
}
/** The label, or why it cannot be drawn right. */
function drawRow(layout: PaperLayout, row: LabelRow, job: DrawJob): Bitmap | string {
  try {
    const { pages, problems } = render(layout, paperDrawing(layout, row, job.aliases), row, job)
    const details = problems.slice(0, 3).map((problem) => problem.detail)
    return pages[0] === undefined || details.length > 0 ? details.join('; ').slice(0, 300) : pages[0]
  } catch (error) {
    return String(error instanceof Error ? error.message : error).slice(0, 300)
  }
}
/** Stands for a label that cannot be drawn right. Whatever its words lack is left out. */
const noteOf = (layout: PaperLayout, row: LabelRow, reason: string, job: DrawJob): Bitmap | undefined =>
  render(layout, notPrinted(layout, { prCode: row.prCode, reason }), row, job).pages[0]

/** Each row for itself, with notes for what cannot be drawn. */
function drawEach(layout: PaperLayout, job: DrawJob): Drawn {
  const failures: Drawn['failures'] = []
  const drawn = job.rows.map((row) => {
    const label = drawRow(layout, row, job)
    if (typeof label !== 'string') return { row, label }
    failures.push({ line: row.line, detail: label })
    return { row, label: job.make === 'bitmaps' ? undefined : noteOf(layout, row, label, job) }
  })
  const answer = { content: undefined, pages: 0, failures }
  if (job.make === 'bitmaps') return { ...answer, bitmaps: drawn.map(({ label }) => (label === undefined ? null : encodeBmp(label))) }
  const labels = drawn.flatMap(({ row, label }) => (label === undefined ? [] : [{ row, label }]))
  if (job.make === 'labels') return { ...answer, labels: labels.map(({ label }) => pdfPicture(label)) }
  const copies = labels.flatMap(({ row, label }) => Array.from({ length: row.copies }, () => label)).slice(0, cellsOf(layout))
  return { ...answer, content: encodePng(pagePicture(sheetOf(layout, copies))), pages: 1 }
}

function draw(job: DrawJob): Drawn {
  const layout = paperLayoutOf(job.layout)
  if (layout === undefined)
    return {
      content: undefined,
      pages: 0,
      failures: job.rows.map(({ line }) => ({ line, detail: `There is no paper layout ${job.layout}` })),
    }
  if (job.make === 'labels' || job.make === 'bitmaps' || job.make === 'sheet') return drawEach(layout, job)
  const labels: Bitmap[] = []
  const failures: Drawn['failures'] = []
  for (const row of job.rows) {
    const label = drawRow(layout, row, job)
    if (typeof label === 'string') failures.push({ line: row.line, detail: label })
    else for (let copy = 0; copy < row.copies; copy++) labels.push(label)
  }
  const [first] = labels
  if (first === undefined) return { content: undefined, pages: 0, failures }
  if (job.make === 'picture') return { content: encodePng(first), pages: 1, failures }
  const pages = paperPages(layout, labels)
  const content =
    job.make.type === 'application/pdf'
      ? encodePdf(pages, { title: job.title })
      : encodeRaster(pages, { dpi: job.make.dpi, colour: job.make.colour, media: layout.media })
  return { content, pages: pages.length, failures }
}

parentPort?.on('message', (job: DrawJob) => parentPort?.postMessage(draw(job)))
