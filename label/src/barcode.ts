/** Barcodes as modules: encoded by bwip-js, drawn by us on whole pixels so that every bar is exactly as wide as it must be. */
import bwip from 'bwip-js/node'
import type { symbologies } from './layout.ts'

export type Symbology = (typeof symbologies)[number]

export interface Modules {
  /** Rows of modules; one row for linear codes. `1` is dark. */
  width: number
  rows: Uint8Array[]
  linear: boolean
  /** Empty modules that the standard wants on each side. */
  quiet: number
}

const encoders: Record<Symbology, { bcid: string; quiet: number }> = {
  ean13: { bcid: 'ean13', quiet: 9 },
  ean8: { bcid: 'ean8', quiet: 7 },
  upca: { bcid: 'upca', quiet: 9 },
  code128: { bcid: 'code128', quiet: 10 },
  'gs1-128': { bcid: 'gs1-128', quiet: 10 },
  code39: { bcid: 'code39', quiet: 10 },
  itf14: { bcid: 'itf14', quiet: 10 },
  // Its guards are its quiet zone; one module keeps what stands beside it from widening them.
  databaromni: { bcid: 'databaromni', quiet: 1 },
  gs1datamatrix: { bcid: 'gs1datamatrix', quiet: 1 },
  datamatrix: { bcid: 'datamatrix', quiet: 1 },
  qr: { bcid: 'qrcode', quiet: 4 },
  pdf417: { bcid: 'pdf417', quiet: 2 },
}

interface Raw {
  sbs?: number[]
  pixs?: number[]
  pixx?: number
  pixy?: number
}

const remembered = new Map<string, Modules | string>()
/** Codes kept encoded; a store's worth. */
const capacity = 5000

/** How much of a QR code may be lost, from 7 to 30 percent. */
export type QrLevel = 'L' | 'M' | 'Q' | 'H'

/** The modules of a code, or in words why the value cannot be encoded. */
export function encodeBarcode(symbology: Symbology, value: string, level?: QrLevel): Modules | string {
  const key = `${symbology} ${level ?? ''} ${value}`
  const known = remembered.get(key)
  if (known !== undefined) return known
  if (remembered.size >= capacity) remembered.clear()
  const made = encode(symbology, value, level)
  remembered.set(key, made)
  return made
}

function encode(symbology: Symbology, value: string, eclevel: QrLevel | undefined): Modules | string {
  const { bcid, quiet } = encoders[symbology]
  try {
    // The library's types know nothing of its raw form.
    const [raw] = (bwip as unknown as { raw(options: object): Raw[] }).raw({
      bcid,
      text: value,
      includetext: false,
      ...(eclevel && { eclevel }),
    })
    if (raw?.sbs !== undefined) return { ...linear(raw.sbs), linear: true, quiet }
    const { pixs = [], pixx = 0, pixy = 0 } = raw ?? {}
    // PDF417 comes as one row for several that are alike.
    const alike = Math.round((pixx * pixy) / Math.max(1, pixs.length))
    const rows = Array.from({ length: pixy }, (_, y) => {
      const from = Math.floor(y / alike) * pixx
      return Uint8Array.from(pixs.slice(from, from + pixx))
    })
    return { width: pixx, rows, linear: false, quiet }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return text.replace(/^bwipp\.\w+#\d+:\s*/, '')
  }
}

/** Widths of bars and spaces in turn, beginning with a bar. */
function linear(widths: readonly number[]): { width: number; rows: Uint8Array[] } {
  const row: number[] = []
  for (const [index, width] of widths.entries()) for (let n = 0; n < width; n++) row.push(index % 2 === 0 ? 1 : 0)
  return { width: row.length, rows: [Uint8Array.from(row)] }
}
