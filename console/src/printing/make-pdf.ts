/** The document from the server: how far it is, what could not be drawn, and how it is opened. */
import type { Contract } from '@endcap/contract'
import type { Client } from '@endcap/contract/client'
import { notPrintedMark, printOpensAfterMs, type NotDrawn, type PrintItem } from '@endcap/contract/printing'

/** Stands once in each page of a document. */
const pageMark = '/Type /Page '
/** The remarks on labels stand in front of the table of contents at the end. */
const tailBytes = 2_000_000

interface Wish {
  api: Client<Contract>
  storeCode: string
  prList: PrintItem[]
  cutMarks: boolean
  /** How many pages there are by now. */
  onPages: (count: number) => void
  signal: AbortSignal
}
export interface MadePdf {
  blob: Blob
  /** Rows whose place on the sheet has a note instead of a label. */
  problems: NotDrawn[]
}

export async function makePdf({ api, storeCode, prList, cutMarks, onPages, signal }: Wish): Promise<MadePdf> {
  const decoder = new TextDecoder('latin1')
  let [rest, pages] = ['', 0]
  const onBytes = (piece: Uint8Array) => {
    const text = rest + decoder.decode(piece)
    const found = text.split(pageMark).length - 1
    // A mark may lie across two pieces.
    rest = text.slice(Math.max(text.lastIndexOf(pageMark) + pageMark.length, text.length - pageMark.length + 1))
    if (found > 0) onPages((pages += found))
  }
  const blob = await api.printing.pdf({ params: { storeCode }, body: { prList, cutMarks } }, { signal, onBytes })
  const end = await blob.slice(-tailBytes).text()
  const problems = end
    .split('\n')
    .flatMap((line) => (line.startsWith(notPrintedMark) ? [JSON.parse(line.slice(notPrintedMark.length)) as NotDrawn] : []))
  return { blob, problems }
}

let lastAddress: string | undefined
/** An address for the document; that of the one before ends. */
export function addressOf(blob: Blob): string {
  if (lastAddress !== undefined) URL.revokeObjectURL(lastAddress)
  lastAddress = URL.createObjectURL(blob)
  return lastAddress
}

/** Specification 3 §9: it opens 2 s after the button was pressed, or when it is there, whichever is later. */
export const untilItMayOpen = (pressedAt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, printOpensAfterMs - (performance.now() - pressedAt))))

/** False when the browser keeps it from opening. */
export const openPdf = (address: string): boolean => window.open(address, '_blank') !== null
