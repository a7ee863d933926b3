/** The usual Huffman tables of JPEG (ITU T.81, tables K.3 to K.6): decoders with little memory are made for them. */

export interface HuffmanTable {
  /** How many symbols have codes of 1 to 16 bits. */
  lengths: readonly number[]
  symbols: readonly number[]
  /** By symbol. */
  codes: Uint16Array
  sizes: Uint8Array
}

function table(lengths: readonly number[], symbols: readonly number[]): HuffmanTable {
  const [codes, sizes] = [new Uint16Array(256), new Uint8Array(256)]
  let [code, index] = [0, 0]
  for (const [bits, count] of lengths.entries()) {
    for (let n = 0; n < count; n++) {
      const symbol = symbols[index++]!
      codes[symbol] = code++
      sizes[symbol] = bits + 1
    }
    code <<= 1
  }
  return { lengths, symbols, codes, sizes }
}
const bytes = (hex: string) => [...Buffer.from(hex.replaceAll(' ', ''), 'hex')]
const differences = Array.from({ length: 12 }, (_, size) => size)

export const luminance = {
  dc: table([0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], differences),
  ac: table(
    [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125],
    bytes(
      `01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748
       494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3
       c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa`.replaceAll('\n', ''),
    ),
  ),
}
export const chrominance = {
  dc: table([0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], differences),
  ac: table(
    [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 119],
    bytes(
      `0001020311040521310612415107617113223281081442 91a1b1c109233352f0156272d10a162434e125f11718191a262728292a35363738393a4344454647
       48494a535455565758595a636465666768696a737475767778797a82838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9ba
       c2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa`.replaceAll('\n', ''),
    ),
  ),
}
