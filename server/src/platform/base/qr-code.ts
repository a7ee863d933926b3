/** QR codes that a page draws. */

/**
 * The code of a text as rows of dark (1) and light (0) squares. The encoder of all codes is large and these are seldom made: it is read with
 * the first of them.
 */
export async function qrRows(text: string): Promise<string[]> {
  const { encodeBarcode } = await import('@endcap/label/barcode')
  const modules = encodeBarcode('qr', text)
  if (typeof modules === 'string') throw new Error(`The QR code could not be made: ${modules}`)
  return modules.rows.map((row) => row.join(''))
}
