/** The trial of real devices, on simulated ones that a person could look at. */
import { afterEach, expect, test } from 'vitest'
import { pictureOf, type Rig } from './behaviour.ts'
import { createOpenDisplayRig } from './opendisplay/rig.ts'
import { createOpenEPaperLinkRig } from './openepaperlink/rig.ts'
import { createTrmnlRig } from './trmnl/rig.ts'
import { testPicture, tryDevices } from './try.ts'

let rig: Rig
afterEach(() => rig.stop())

/** What the person who is asked sees on the glass: which test picture, if any. */
function numberOnGlass(tag: string): number | undefined {
  const glass = rig.glass(tag)
  return [1, 2, 3].find((number) => Buffer.compare(testPicture(rig.panel(tag), number).pixels, glass?.pixels ?? new Uint8Array()) === 0)
}
async function tryRig(see: (question: string, tag: string) => boolean) {
  const [tag = ''] = rig.tags
  const printed: string[] = []
  const good = await tryDevices({
    family: rig.family,
    address: rig.address,
    options: rig.options ?? {},
    clock: rig.clock,
    tag,
    patience: 300,
    print: (text) => void printed.push(text),
    ask: async (question) => see(question, tag),
    pause: () => rig.checkIn(...rig.tags),
  })
  return { good, printed }
}
const look = (question: string, tag: string) => {
  const askedFor = /Does it show (\d)/.exec(question)?.[1]
  if (askedFor !== undefined) return numberOnGlass(tag) === Number(askedFor)
  return question.includes('picture gone') ? numberOnGlass(tag) === undefined : true
}

test.each([
  ['OpenEPaperLink', createOpenEPaperLinkRig],
  ['OpenDisplay', createOpenDisplayRig],
  ['TRMNL', createTrmnlRig],
])('devices of %s pass', async (_, create) => {
  rig = await create()
  const { good, printed } = await tryRig(look)
  expect(printed.filter((line) => line.startsWith('NOT GOOD'))).toEqual([])
  expect(printed.at(-1)).toBe('All is good.')
  expect(printed.filter((line) => line.startsWith('good:')).length).toBeGreaterThanOrEqual(7)
  expect(good).toBe(true)
})
test('what a person does not see is not good, and is counted', async () => {
  rig = await createTrmnlRig()
  const { good, printed } = await tryRig(() => false)
  expect(good).toBe(false)
  expect(printed).toContain('NOT GOOD: and shows it, upright, whole and in its inks')
  expect(printed.at(-1)).toBe('3 of these are not good.')
})
test('without a tag nothing is drawn', async () => {
  rig = await createTrmnlRig()
  const printed: string[] = []
  const setup = { family: rig.family, address: rig.address, clock: rig.clock, patience: 10, ask: async () => false }
  const good = await tryDevices({ ...setup, print: (text) => void printed.push(text), pause: () => rig.checkIn(...rig.tags) })
  expect(good).toBe(true)
  expect(printed.some((line) => line.includes(rig.tags[0] ?? '-'))).toBe(true)
  expect(numberOnGlass(rig.tags[0] ?? '')).toBeUndefined()
})
test('no two test pictures are alike, in all inks of a panel', () => {
  rig = { stop: async () => undefined } as Rig
  for (const palette of ['bw', 'bwry', 'gray16', 'seven'] as const) {
    const panel = { width: 296, height: 128, palette }
    const [one, two] = [testPicture(panel, 1), testPicture(panel, 2)]
    expect(one.pixels).not.toEqual(two.pixels)
    expect(new Set(one.pixels).size).toBe(new Set(pictureOf(panel, 1).pixels).size)
  }
})
