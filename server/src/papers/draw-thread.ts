/** The drawing thread of paper labels: rows in, a PDF or a PNG out. */
import { parentPort } from 'node:worker_threads'
import { encodePng, type Bitmap } from '@endcap/label/bitmap'
import { paperDrawing, paperLayoutOf, paperPages, paperPanel, type PaperLayout } from '@endcap/label/paper'
import { encodePdf } from '@endcap/label/pdf'
import { encodeRaster } from '@endcap/label/pwg-raster'
import { createRenderer } from '@endcap/label/render'
import type { DrawJob, Drawn, LabelRow } from './draw-job.ts'

const renderer = createRenderer()

/** The label, or why it cannot be drawn right. */
function drawRow(layout: PaperLayout, { prCode, prInfo }: LabelRow, { aliases, locale, currency }: DrawJob): Bitmap | string {
  const product = { prCode, prInfo }
  const drawing = paperDrawing(layout, product, aliases)
  const { pages, problems } = renderer.render({
    layout: drawing,
    model: paperPanel(layout),
    products: [product],
    aliases,
    locale,
    currency,
  })
  const details = problems.slice(0, 3).map((problem) => problem.detail)
  return pages[0] === undefined || details.length > 0 ? details.join('; ').slice(0, 300) : pages[0]
}

function draw(job: DrawJob): Drawn {
  const layout = paperLayoutOf(job.layout)
  if (layout === undefined)
    return {
      content: undefined,
      pages: 0,
      failures: job.rows.map(({ line }) => ({ line, detail: `There is no paper layout ${job.layout}` })),
    }
  const labels: Bitmap[] = []
  const failures: Drawn['failures'] = []
  for (const row of job.rows) {
    try {
      const label = drawRow(layout, row, job)
      if (typeof label === 'string') failures.push({ line: row.line, detail: label })
      else for (let copy = 0; copy < row.copies; copy++) labels.push(label)
    } catch (error) {
      failures.push({ line: row.line, detail: String(error instanceof Error ? error.message : error).slice(0, 300) })
    }
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
