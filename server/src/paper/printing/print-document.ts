/**
 * The document of a list, sheet by sheet: a few labels are drawn, their sheets are handed over, and more are drawn when the reader asks
 * for more. So a long document needs no more memory than a short one, and a reader that stops costs nothing.
 */
import { notPrintedMark } from '@endcap/contract/printing'
import { cellsOf, sheetOf, type PaperLayout } from '@endcap/label/paper'
import type { SetLabel } from '@endcap/label/typeset'
import type { Drawer } from '../papers/draw.ts'
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
export async function* writeDocument(
  drawer: Omit<Drawer, 'stop'>,
  { labels, ...words }: PrintJob,
  { title, cutMarks }: { title: string; cutMarks: boolean },
): AsyncGenerator<Uint8Array> {
  // The reader of typefaces that it brings along is large.
  const { createPdfWriter } = await import('@endcap/label/pdf')
  const writer = createPdfWriter({ title })
  const remarks: string[] = []
  let open: { layout: PaperLayout; labels: SetLabel[] } | undefined
  for (const batch of batchesOf(labels)) {
    const { layout } = batch[0]!
    if (open !== undefined && open.layout !== layout) {
      if (open.labels.length > 0) yield writer.page(sheetOf(open.layout, open.labels, { cutMarks }))
      open = undefined
    }
    open ??= { layout, labels: [] }
    const rows = batch.map(({ line, prCode, prInfo, copies }) => ({ line, prCode, prInfo, copies }))
    const drawn = await drawer.draw({ make: 'labels', title, layout: layout.name, rows, ...words })
    for (const { line, detail } of drawn.failures) {
      const prCode = batch.find((label) => label.line === line)?.prCode ?? ''
      remarks.push(notPrintedMark.slice(2) + JSON.stringify({ line, prCode, detail }))
    }
    for (const [index, { copies }] of batch.entries()) {
      const label = drawn.labels?.[index]
      if (label === undefined) throw new Error(`Row ${batch[index]?.line} came back without a label`)
      for (let copy = 0; copy < copies; copy++) {
        open.labels.push(label)
        if (open.labels.length < cellsOf(layout)) continue
        yield writer.page(sheetOf(layout, open.labels, { cutMarks }))
        open.labels = []
      }
    }
  }
  if (open !== undefined && open.labels.length > 0) yield writer.page(sheetOf(open.layout, open.labels, { cutMarks }))
  yield writer.end(await drawer.typefaces(writer.needed()), remarks)
}
