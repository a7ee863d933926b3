/** Reads bar codes from a picture, with a reader that is loaded with its first use and served by us. */
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })

/** The first code found; `hard` looks longer, for a single photo. */
export async function decode(picture: ImageData | Blob, hard = false): Promise<string | undefined> {
  const found = await readBarcodes(picture, { tryHarder: hard, maxNumberOfSymbols: 1 })
  return found[0]?.text
}
