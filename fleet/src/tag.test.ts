/** What a virtual tag takes: pictures of its size, in inks that its panel has. */
import { encodeBitmap } from '@endcap/label/bitmap'
import type { Palette } from '@endcap/label/palettes'
import { expect, test } from 'vitest'
import { createTag, show } from './tag.ts'

const outcome = (panel: Palette, image: Palette) => {
  const tag = createTag(
    { tagMac: '5A3C9E0050000001', tagType: `px-40x24-${panel}`, storeCode: 'S1', checkin: 60 },
    { battery: 0, temperature: 20 },
  )
  const file = encodeBitmap({ width: 40, height: 24, palette: image, pixels: new Uint8Array(40 * 24) })
  return show(tag, { id: '1', hash: 'a'.repeat(64), refresh: false, files: new Map([[0, file]]) }).outcome
}

test.each([
  ['bwry', 'bwr'],
  ['bwy', 'bw'],
  ['gray4', 'bw'],
  ['gray16', 'gray4'],
  ['spectra6', 'bwry'],
  ['seven', 'spectra6'],
] as const)('a panel of %s takes %s', (panel, image) => expect(outcome(panel, image)).toBe('shown'))
test.each([
  ['bw', 'bwr'],
  ['bwy', 'bwr'],
  ['bwr', 'bwy'],
  ['bwry', 'gray4'],
  ['gray4', 'gray16'],
  ['spectra6', 'seven'],
] as const)('a panel of %s refuses %s', (panel, image) => expect(outcome(panel, image)).toBe('failed'))
