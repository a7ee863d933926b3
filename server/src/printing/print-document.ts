/**
 * The document of a list, sheet by sheet: a few labels are drawn, their sheets are handed over, and more are drawn when whoever reads wants
 * more. So a long document needs no more memory than a short one, and a reader that stops costs nothing.
 */
import { notPrintedMark } from '@endcap/contract/printing'
import { cellsOf, sheetOf, type PaperLayout } from '@endcap/label/paper'
import { createPdfWriter, type PdfPicture } from '@endcap/label/pdf'
import type { Draw } from '../papers/draw.ts'
import type { PrintJob, PrintLabel } from './print-list.ts'

/** Labels drawn together: other documents get their turn between two such batches. */
const batchSize = 20

/** Neighbours of one layout, at most a batch of them. */
function* batchesOf(labels: readonly PrintLabel[]): Generator<PrintLabel[]> {
  let batch: PrintLabel[] = []
  for (const label of labels) {
    if (batch[0] !== undefined && (batch[0].layout !== label.layout || batch.length === batchSize)) {
      yield batch
      batch = []
    }
    batch.push(label)
  }
  if (batch.length > 0) yield batch
}

/** Copies stand one behind the other; another layout begins a new sheet (specification 3 §9). */
export async function* writeDocument(draw: Draw, { labels, ...words }: PrintJob, title: string): AsyncGenerator<Uint8Array> {
  const writer = createPdfWriter({ title })
  const remarks: string[] = []
  let open: { layout: PaperLayout; pictures: PdfPicture[] } | undefined
  for (const batch of batchesOf(labels)) {
    const { layout } = batch[0]!
    if (open !== undefined && open.layout !== layout) {
      if (open.pictures.length > 0) yield writer.page(sheetOf(open.layout, open.pictures))
      open = undefined
    }
    open ??= { layout, pictures: [] }
    const rows = batch.map(({ line, prCode, prInfo, copies }) => ({ line, prCode, prInfo, copies }))
    const drawn = await draw({ make: 'labels', title, layout: layout.name, rows, ...words })
    for (const { line, detail } of drawn.failures) {
      const prCode = batch.find((label) => label.line === line)?.prCode ?? ''
      remarks.push(notPrintedMark.slice(2) + JSON.stringify({ line, prCode, detail }))
    }
    for (const [index, { copies }] of batch.entries()) {
      const picture = drawn.labels?.[index]
      if (picture === undefined) throw new Error(`Row ${batch[index]?.line} came back without a label`)
      for (let copy = 0; copy < copies; copy++) {
        open.pictures.push(picture)
        if (open.pictures.length < cellsOf(layout)) continue
        yield writer.page(sheetOf(layout, open.pictures))
        open.pictures = []
      }
    }
  }
  if (open !== undefined && open.pictures.length > 0) yield writer.page(sheetOf(open.layout, open.pictures))
  yield writer.end(remarks)
}
