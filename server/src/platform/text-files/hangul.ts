/** How plausible a hangul syllable is: by its letters, whose frequencies differ by a hundred times, and by whether KS X 1001 has it. */
import iconv from 'iconv-lite'

// Frequencies in Korean text, in hundredths of a percent, in the order of Unicode.
const initials = [1100, 150, 800, 750, 120, 750, 650, 550, 60, 950, 60, 2000, 750, 40, 350, 250, 250, 300, 550]
const vowels = [1900, 600, 200, 10, 800, 400, 450, 80, 1000, 200, 30, 120, 150, 800, 100, 20, 100, 200, 700, 100, 1700]
const finals = [5500, 600, 30, 5, 1200, 8, 10, 60, 800, 40, 20, 10, 1, 3, 3, 10, 500, 300, 10, 200, 200, 800, 40, 30, 10, 30, 40, 20]
/** Of a syllable beyond the 2350 of KS X 1001: a few words of foreign dishes need them. */
const extension = 7
const syllables = 11_172
const first = 0xac00
let costs: Float32Array | undefined

function makeCosts(): Float32Array {
  const standard = new Set<string>()
  for (let lead = 0xb0; lead <= 0xc8; lead++)
    for (let trail = 0xa1; trail <= 0xfe; trail++) standard.add(iconv.decode(Buffer.from([lead, trail]), 'euc-kr'))
  return Float32Array.from({ length: syllables }, (_, n) => {
    const share = [initials[Math.floor(n / 588)], vowels[Math.floor(n / 28) % 21], finals[n % 28]]
    const cost = share.reduce((sum: number, part = 1) => sum - Math.log(part / 10_000), 0)
    return standard.has(String.fromCharCode(first + n)) ? cost : cost + extension
  })
}
/** `code`: U+AC00 to U+D7A3. */
export const costOfHangul = (code: number): number => (costs ??= makeCosts())[code - first] ?? extension
