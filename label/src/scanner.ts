/** Reads bar codes back from pixels, as a scanner at the till would. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { ReadInputBarcodeFormat } from 'zxing-wasm/reader'
import type { Symbology } from './barcode.ts'

/** What a scanner sees, row by row: 1 is dark. Its light is red, so that red and yellow are as bright to it as paper. */
export interface Seen {
  width: number
  height: number
  dark: Uint8Array
}
export interface Scanner {
  /** The texts of all codes of that symbology, in the form of `codeText`. */
  read(symbology: Symbology, seen: Seen): Promise<string[]>
}

const formats: Record<Symbology, ReadInputBarcodeFormat> = {
  ean13: 'EAN13',
  ean8: 'EAN8',
  upca: 'EANUPC',
  code128: 'Code128',
  'gs1-128': 'Code128',
  code39: 'Code39Std',
  itf14: 'ITF',
  databaromni: 'DataBarOmni',
  gs1datamatrix: 'DataMatrix',
  datamatrix: 'DataMatrix',
  qr: 'QRCode',
  pdf417: 'PDF417',
}

/** Stands in GS1 codes between parts whose length is not fixed. */
const separator = String.fromCharCode(29)

/** Figures with their check digit, which may be left out of a value. */
function withCheckDigit(figures: string, length: number): string {
  if (figures.length !== length - 1) return figures
  let sum = 0
  for (const [index, figure] of [...figures].toReversed().entries()) sum += Number(figure) * (index % 2 === 0 ? 3 : 1)
  return figures + String((10 - (sum % 10)) % 10)
}

/** The text of a code as values and scanners write it alike: check digits in, brackets and separators of GS1 out. */
export function codeText(symbology: Symbology, text: string): string {
  switch (symbology) {
    // Two or five figures more stand beside the code as a code of their own.
    case 'ean13':
      return withCheckDigit(text.split(' ')[0] ?? '', 13)
    case 'ean8':
      return withCheckDigit(text.split(' ')[0] ?? '', 8)
    // To scanners these are the EAN-13 that begin with 0.
    case 'upca':
      return withCheckDigit(text.split(' ')[0] ?? '', 12).padStart(13, '0')
    case 'itf14':
      return withCheckDigit(text.replaceAll(' ', ''), 14)
    case 'gs1-128':
    case 'gs1datamatrix':
      return text.replaceAll(separator, '').replaceAll(/[()]/g, '')
    case 'databaromni':
      return withCheckDigit(text.replace(/^(\(01\)|01(?=\d{14}$))/, ''), 14)
    default:
      return text
  }
}

/** Pictures whose codes are remembered. */
const capacity = 2000
/** Pixels of a picture that the reader is given for one of ours: it looks between them, as a camera does. */
const enlarged = 2

/** Costs nothing until the first code is read: then the reader, 1 MB, is taken from its package. */
export function createScanner(): Scanner {
  const remembered = new Map<string, string[]>()
  let reader: ReturnType<typeof load> | undefined

  async function load() {
    const module = await import('zxing-wasm/reader')
    const file = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
    // Without it the reader would be fetched from a server.
    module.prepareZXingModule({ overrides: { wasmBinary: file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) } })
    return module
  }

  return {
    async read(symbology, seen) {
      if (seen.dark.length === 0) return []
      const key = `${symbology} ${seen.width} ${packed(seen)}`
      const known = remembered.get(key)
      if (known !== undefined) return known
      reader ??= load()
      const { readBarcodes } = await reader
      // Nothing is grey, and codes stand upright on labels.
      const upright = { tryRotate: false, tryInvert: false, tryDownscale: false, binarizer: 'FixedThreshold' } as const
      const read = async (tryHarder: boolean) => {
        const found = await readBarcodes(picture(seen), { ...upright, tryHarder, formats: [formats[symbology]] })
        // Text is written as UTF-8 without saying so, which a reader can only guess.
        return found.map(({ bytes }) => codeText(symbology, Buffer.from(bytes).toString('utf8')))
      }
      const quick = await read(false)
      const texts = quick.length > 0 ? quick : await read(true)
      if (remembered.size >= capacity) remembered.clear()
      remembered.set(key, texts)
      return texts
    },
  }
}

/** Eight pixels a character. */
function packed({ dark }: Seen): string {
  const bytes = new Uint8Array(Math.ceil(dark.length / 8))
  for (let index = 0; index < dark.length; index++) bytes[index >> 3]! |= dark[index]! << (index & 7)
  return Buffer.from(bytes).toString('latin1')
}

function picture({ width, height, dark }: Seen) {
  const [w, h] = [width * enlarged, height * enlarged]
  const data = new Uint32Array(w * h).fill(0xffffffff)
  for (let y = 0; y < h; y++) {
    const row = Math.floor(y / enlarged) * width
    for (let x = 0; x < w; x++) if (dark[row + Math.floor(x / enlarged)] === 1) data[y * w + x] = 0xff000000
  }
  return { width: w, height: h, data: new Uint8ClampedArray(data.buffer), colorSpace: 'srgb' as const }
}
