/**
 * `npm run bridge -- try`: what the behaviour suite asks of every simulated device, asked of a real one, without a server. What only a person
 * can see on the glass, the person is asked.
 */
import { blankHash, type Operation } from '@endcap/gateway-link/messages'
import type { Bitmap } from '@endcap/label/bitmap'
import { modelOf } from '@endcap/label/models'
import { isGray, namedInks, numberOf, paletteColours, type Palette } from '@endcap/label/palettes'
import type { Clock } from './clock.ts'
import type { Family } from './driver.ts'
import { createServerSide, unitOf } from './server-side.ts'

interface Trial {
  family: Family
  address: string
  options?: Record<string, unknown>
  clock: Clock
  /** The device whose glass may be drawn on; absent: devices are only listed. */
  tag?: string | undefined
  /** Minutes to wait for a device, each time. */
  patience: number
  print(text: string): void
  /** Whether a person sees this. */
  ask(question: string): Promise<boolean>
  /** Lets time pass. */
  pause(): Promise<void>
}

/**
 * A frame along all edges, as many black squares as the number says, and a field for each ink: tells a picture that is cut, turned, mirrored,
 * or in other inks.
 */
export function testPicture({ width, height, palette }: Omit<Bitmap, 'pixels'>, number: number): Bitmap {
  const pixels = new Uint8Array(width * height)
  const fill = (x: number, y: number, w: number, h: number, ink: number) => {
    for (let row = Math.max(0, y); row < Math.min(height, y + h); row++)
      pixels.fill(ink, row * width + Math.max(0, x), row * width + Math.min(width, x + w))
  }
  const order = fieldsOf(palette)
  const black = numberOf('black', palette) ?? 0
  const unit = Math.max(2, Math.floor(Math.min(width, height) / 12))
  const fieldWidth = Math.floor((width - 2 * unit) / order.length)
  const middle = Math.floor(height / 2)
  for (const [place, ink] of order.entries()) fill(unit + place * fieldWidth, middle, fieldWidth, middle - unit, ink)
  for (let square = 0; square < number; square++) fill(unit * 2 * (square + 1), unit * 2, unit, unit, black)
  for (const [x, y, w, h] of [
    [0, 0, width, 2],
    [0, height - 2, width, 2],
    [0, 0, 2, height],
    [width - 2, 0, 2, height],
  ] as const)
    fill(x, y, w, h, black)
  return { width, height, palette, pixels }
}
/** Numbers of the inks in the order of their fields: grays from light to dark. */
function fieldsOf(palette: Palette): number[] {
  const colours = paletteColours[palette]
  const all = [...colours.keys()]
  return isGray(palette) ? all.toSorted((a, b) => (colours[b] ?? 0) - (colours[a] ?? 0)) : all
}
/** The fields as a person names them. */
const fieldWords = (palette: Palette): string =>
  isGray(palette) ? `${fieldsOf(palette).length} fields from white to black` : namedInks(palette).join(', ')

/** Answers whether all went well; what did not is said. */
export async function tryDevices(trial: Trial): Promise<boolean> {
  const { family, address, options, clock, patience, print, ask, pause } = trial
  const { maker, model, firmware, name, mac, tags, notes } = await family.probe(address, options ?? {})
  print(
    `${maker} ${model}${firmware === '' ? '' : `, firmware ${firmware}`}${name === '' ? '' : `, called ${name}`}${mac === undefined ? '' : `, ${mac}`}`,
  )
  if (tags !== undefined) print(`It has ${tags} tags.`)
  for (const note of notes) print(note)
  const server = createServerSide({ make: unitOf({ family, address, options, clock }), settle: pause })
  let failed = 0
  const printResult = (what: string, good: boolean) => {
    if (!good) failed++
    print(`${good ? 'good' : 'NOT GOOD'}: ${what}`)
  }
  /** Whether it came to that in time. */
  async function waitFor(done: () => boolean): Promise<boolean> {
    for (const end = clock.now() + patience * 60_000; !done(); await pause()) if (clock.now() > end) return false
    return true
  }
  async function carryOut(operation: Operation): Promise<string> {
    const began = clock.now()
    await server.give(operation)
    const last = () => server.results(operation).at(-1)
    await waitFor(() => last() !== undefined && last()?.outcome !== 'accepted')
    const { outcome = 'no answer', reason, detail, confirmed } = last() ?? {}
    const words = [outcome, reason, detail, outcome === 'shown' && confirmed === false ? 'delivered, not confirmed' : undefined]
    print(`  ${words.filter(Boolean).join(', ')}, after ${Math.round((clock.now() - began) / 1000)} s`)
    return outcome
  }
  await server.open()
  try {
    print(`Waiting up to ${patience} minutes for ${trial.tag ?? 'devices'} …`)
    const heard = () => new Map(server.sightings().map((one) => [one.tag, one]))
    if (!(await waitFor(() => (trial.tag === undefined ? heard().size > 0 : heard().has(trial.tag))))) {
      printResult(`${trial.tag ?? 'a device'} is heard`, false)
      return false
    }
    for (const one of heard().values())
      print(
        `  ${one.tag}  ${modelOf(one.type ?? '')?.name ?? one.type}  ${one.rssi ?? '–'} dBm  ${one.battery ?? '–'} V, expected every ${one.checkin} s`,
      )
    const sighting = trial.tag === undefined ? undefined : heard().get(trial.tag)
    const panel = sighting === undefined ? undefined : modelOf(sighting.type ?? '')
    if (sighting === undefined) {
      print('Choose one with --tag ID: test pictures take the place of what it shows.')
      return true
    }
    if (panel === undefined) {
      printResult(`the model ${sighting.type} is known`, false)
      return false
    }
    const { tag } = sighting
    const picture = (number: number, more: Partial<Operation> = {}) => server.operation(tag, [testPicture(panel, number)], more)
    const look = (number: number) =>
      ask(
        `Does it show ${number} black ${number === 1 ? 'square' : 'squares'} at the top left, a frame along all four edges, and below, from left to right: ${fieldWords(panel.palette)}?`,
      )
    print('A picture')
    printResult('it takes a picture', (await carryOut(picture(1))) === 'shown')
    printResult('and shows it, upright, whole and in its inks', await look(1))
    print('The same picture again')
    printResult('it is not drawn again', (await carryOut(picture(1))) === 'same')
    print('Two pictures, the second before it can have taken the first')
    await server.give(picture(2))
    printResult('it takes the second', (await carryOut(picture(3))) === 'shown')
    printResult('and shows it', await look(3))
    if (server.unit().describe().can.includes('led')) {
      print('Its light: red, for 20 seconds')
      const params = { state: 1, brightness: 3, speed: 1, seconds: 20 }
      printResult('it takes a light', (await carryOut(server.operation(tag, [], { kind: 'LED', hash: null, params }))) === 'shown')
      printResult('and shines', await ask('Does its light blink red?'))
    }
    print('Nothing')
    printResult('it takes a white page', (await carryOut(server.operation(tag, [], { kind: 'BLANK', hash: blankHash }))) === 'shown')
    printResult('and shows none of the pictures any more', await ask('Is every test picture gone from it?'))
    print(failed === 0 ? 'All is good.' : `${failed} of these are not good.`)
    return failed === 0
  } finally {
    await server.end()
  }
}
