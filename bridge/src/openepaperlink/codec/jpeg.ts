/**
 * A JPEG in which each pixel is what it was, near enough for a reader that picks the nearest of a few pure colours. Access points take
 * nothing but JPEG; usual encoders halve the resolution of the colours, which turns thin red text pink, and quality 100 needs several times
 * the space on their small disks. Baseline, 8 bits, three components without subsampling, one step of quantisation for all frequencies: what
 * it may cost is the largest error of a pixel, not how it looks. Tables: ITU T.81, annex K.
 */
import { chrominance, luminance, type HuffmanTable } from './jpeg-tables.ts'

/** From the smallest file to the exact one. */
const steps = [24, 16, 10, 6, 3, 1]

/** Position of the nth coefficient of the file in a block. */
const zigzag = Uint8Array.from([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57,
  50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
])
const cosines = Float64Array.from({ length: 64 }, (_, index) => {
  const [frequency, place] = [index >> 3, index & 7]
  return Math.cos(((2 * place + 1) * frequency * Math.PI) / 16) * (frequency === 0 ? Math.SQRT1_2 : 1) * 0.5
})

/** Colours of a picture: `pixels` are indices into `colours`, 0xRRGGBB. */
export interface Indexed {
  width: number
  height: number
  pixels: Uint8Array
  colours: readonly number[]
}

/**
 * Encodes with the coarsest step at which no channel of any pixel is off by more than `tolerance`; the decoder's own rounding comes on top.
 */
export function encodeJpeg(image: Indexed, tolerance: number): Uint8Array {
  for (const step of steps) {
    const file = encodeWith(image, step, step === 1 ? Infinity : tolerance)
    if (file !== undefined) return file
  }
  throw new Error('A picture that no JPEG can hold')
}

/** Answers undefined as soon as a pixel is off by more. */
function encodeWith(image: Indexed, step: number, tolerance: number): Uint8Array | undefined {
  const bits = new BitWriter()
  const scan = createScan(image, step, tolerance)
  const before = [0, 0, 0]
  for (let y = 0; y < image.height; y += 8) {
    for (let x = 0; x < image.width; x += 8) {
      const blocks = scan(x, y)
      if (blocks === undefined) return undefined
      for (const [component, block] of blocks.entries()) {
        writeBlock(bits, block, before[component]!, component === 0 ? luminance : chrominance)
        before[component] = block[0]!
      }
    }
  }
  return Buffer.concat([header(image, step), bits.end(), Uint8Array.of(0xff, 0xd9)])
}

/** Luminance and two colour differences around 0, as JFIF has them. */
function toComponents(colour: number): [number, number, number] {
  const [red, green, blue] = [colour >> 16, (colour >> 8) & 255, colour & 255]
  return [
    0.299 * red + 0.587 * green + 0.114 * blue - 128,
    -0.168736 * red - 0.331264 * green + 0.5 * blue,
    0.5 * red - 0.418688 * green - 0.081312 * blue,
  ]
}

/** Reads blocks of 8 × 8 pixels as quantised coefficients, in the order of the file; behind the edges the last pixels go on. */
function createScan({ width, height, pixels, colours }: Indexed, step: number, tolerance: number) {
  const parts = colours.map(toComponents)
  const hasColour = parts.map(([, blueness, redness]) => Math.abs(blueness) + Math.abs(redness) > 0.001)
  const inks = new Uint8Array(64)
  const samples = [0, 1, 2].map(() => new Float64Array(64))
  const blocks = [0, 1, 2].map(() => new Int16Array(64))
  const seen = new Map<string, Int16Array[]>()
  return (left: number, top: number): Int16Array[] | undefined => {
    for (let index = 0; index < 64; index++) {
      const [x, y] = [Math.min(width - 1, left + (index & 7)), Math.min(height - 1, top + (index >> 3))]
      inks[index] = pixels[y * width + x]!
    }
    // Most of a label is paper: a block that was there before needs no sums.
    const flat = inks.every((ink) => ink === inks[0]) ? String(inks[0]) : undefined
    const known = flat === undefined ? undefined : seen.get(flat)
    if (known !== undefined) return known
    const coloured = inks.some((ink) => hasColour[ink] === true)
    for (const [component, sample] of samples.entries()) {
      // Black and white have no differences of colour, and most blocks nothing else.
      if (component > 0 && !coloured) {
        blocks[component]!.fill(0)
        continue
      }
      for (let index = 0; index < 64; index++) sample[index] = parts[inks[index]!]![component]!
      quantise(sample, blocks[component]!, step)
    }
    if (worst(blocks, inks, colours, { step, coloured }) > tolerance) return undefined
    if (flat !== undefined)
      seen.set(
        flat,
        blocks.map((block) => block.slice()),
      )
    return blocks
  }
}

const half = new Float64Array(64)
function quantise(sample: Float64Array, block: Int16Array, step: number) {
  for (let y = 0; y < 8; y++) {
    for (let u = 0; u < 8; u++) {
      let sum = 0
      for (let x = 0; x < 8; x++) sum += sample[8 * y + x]! * cosines[8 * u + x]!
      half[8 * y + u] = sum
    }
  }
  for (let index = 0; index < 64; index++) {
    const at = zigzag[index]!
    const [v, u] = [at >> 3, at & 7]
    let sum = 0
    for (let y = 0; y < 8; y++) sum += half[8 * y + u]! * cosines[8 * v + y]!
    block[index] = Math.round(sum / step)
  }
}

function restore(block: Int16Array, sample: Float64Array, step: number) {
  half.fill(0)
  for (let index = 0; index < 64; index++) {
    if (block[index] === 0) continue
    const [v, u, value] = [zigzag[index]! >> 3, zigzag[index]! & 7, block[index]! * step]
    for (let y = 0; y < 8; y++) half[8 * y + u]! += value * cosines[8 * v + y]!
  }
  for (let y = 0; y < 8; y++) {
    for (let x = 0; x < 8; x++) {
      let sum = 0
      for (let u = 0; u < 8; u++) sum += half[8 * y + u]! * cosines[8 * u + x]!
      sample[8 * y + x] = sum
    }
  }
}

const restored = [0, 1, 2].map(() => new Float64Array(64))
const limited = (value: number) => Math.max(0, Math.min(255, value))
/** The largest difference of a channel of a pixel after decoding. */
function worst(
  blocks: Int16Array[],
  inks: Uint8Array,
  colours: readonly number[],
  { step, coloured }: { step: number; coloured: boolean },
) {
  for (const [component, block] of blocks.entries()) {
    if (component === 0 || coloured) restore(block, restored[component]!, step)
    else restored[component]!.fill(0)
  }
  let highest = 0
  for (let index = 0; index < 64; index++) {
    const [luma, blueness, redness] = [restored[0]![index]! + 128, restored[1]![index]!, restored[2]![index]!]
    const colour = colours[inks[index]!]!
    const red = Math.abs(limited(luma + 1.402 * redness) - (colour >> 16))
    const green = Math.abs(limited(luma - 0.344136 * blueness - 0.714136 * redness) - ((colour >> 8) & 255))
    const blue = Math.abs(limited(luma + 1.772 * blueness) - (colour & 255))
    highest = Math.max(highest, red, green, blue)
  }
  return highest
}

/** Number of bits that a value needs. */
const sizeOf = (value: number) => 32 - Math.clz32(Math.abs(value))
/** The value's bits as the format wants them: of negative ones the complement. */
const bitsOf = (value: number, size: number) => (value < 0 ? value + 2 ** size - 1 : value)

function writeBlock(bits: BitWriter, block: Int16Array, before: number, { dc, ac }: { dc: HuffmanTable; ac: HuffmanTable }) {
  const difference = block[0]! - before
  const size = sizeOf(difference)
  bits.code(dc, size)
  bits.write(bitsOf(difference, size), size)
  let zeros = 0
  for (let index = 1; index < 64; index++) {
    const value = block[index]!
    if (value === 0) {
      zeros++
      continue
    }
    for (; zeros > 15; zeros -= 16) bits.code(ac, 0xf0)
    const size = sizeOf(value)
    bits.code(ac, (zeros << 4) | size)
    bits.write(bitsOf(value, size), size)
    zeros = 0
  }
  if (zeros > 0) bits.code(ac, 0)
}

class BitWriter {
  private bytes = new Uint8Array(16_384)
  private length = 0
  private held = 0
  private count = 0
  /** At most 16 bits at once. */
  write(value: number, size: number) {
    this.held = (this.held << size) | value
    for (this.count += size; this.count >= 8; this.count -= 8) this.put((this.held >> (this.count - 8)) & 255)
    this.held &= 255
  }
  code(table: HuffmanTable, symbol: number) {
    this.write(table.codes[symbol]!, table.sizes[symbol]!)
  }
  private put(byte: number) {
    if (this.length + 2 > this.bytes.length) {
      const larger = new Uint8Array(this.bytes.length * 2)
      larger.set(this.bytes)
      this.bytes = larger
    }
    this.bytes[this.length++] = byte
    // A byte FF would begin a marker; a zero behind it says that it does not.
    if (byte === 0xff) this.bytes[this.length++] = 0
  }
  /** Fills the last byte with ones, as the format wants. */
  end(): Uint8Array {
    while (this.count > 0) this.write(1, 1)
    return this.bytes.subarray(0, this.length)
  }
}

const word = (value: number) => [value >> 8, value & 255]
const segment = (marker: number, content: readonly number[]) => Uint8Array.of(0xff, marker, ...word(content.length + 2), ...content)

function header({ width, height }: Indexed, step: number): Uint8Array {
  const huffman = (place: number, { lengths, symbols }: HuffmanTable) => segment(0xc4, [place, ...lengths, ...symbols])
  return Buffer.concat([
    Uint8Array.of(0xff, 0xd8),
    // JFIF 1.1 without a resolution.
    segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => step)]),
    segment(0xc0, [8, ...word(height), ...word(width), 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]),
    huffman(0x00, luminance.dc),
    huffman(0x10, luminance.ac),
    huffman(0x01, chrominance.dc),
    huffman(0x11, chrominance.ac),
    segment(0xda, [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0]),
  ])
}
