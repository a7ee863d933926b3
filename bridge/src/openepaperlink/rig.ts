/** A simulated access point with its tags, for the behaviour suite of all families. */
import type { Panel, Rig } from '../behaviour.ts'
import { createManualClock, type ManualClock } from '../clock.ts'
import type { Driver, Family } from '../driver.ts'
import { namedInks, paletteColours } from '@endcap/label/palettes'
import { createDriver } from './driver.ts'
import { openEPaperLink } from './family.ts'
import { simulatedTypes, startAccessPoint } from './simulator.ts'
import { createTestHub, settleDrivers } from './testing.ts'

const panel: Panel = { width: 384, height: 168, palette: 'bwr' }
/** Many tags are small ones, so that their pictures cost little. */
const small = { hwType: 0xe1, panel: { width: 40, height: 24, palette: 'bwr' as const } }
const firstUnknown = 0xf0

const typeOf = ({ width, height, palette }: Panel) => ({
  name: `${width}x${height}`,
  width,
  height,
  inks: namedInks(palette).map((name, number) => ({ name, colour: paletteColours[palette][number] ?? 0 })),
})
const macOf = (number: number) => `0000021D${number.toString(16).toUpperCase().padStart(8, '0')}`

/** An access point with two tags, whose time passes by hand; `stop` ends it. */
export async function createOpenEPaperLinkRig(): Promise<Rig> {
  const time = createManualClock()
  const hub = createTestHub()
  const drivers = new Set<ReturnType<typeof createDriver>>()
  const types = new Map([...simulatedTypes, [small.hwType, typeOf(small.panel)] as const])
  let count = 0
  const panels = new Map<string, Panel>()
  const tags = [macOf(++count), macOf(++count)]
  for (const tag of tags) panels.set(tag, panel)
  const point = await startAccessPoint({
    clock: time,
    automatic: false,
    types: [...types],
    tags: tags.map((mac) => ({ mac })),
    packet: (bytes) => hub.send(bytes, '127.0.0.1'),
  })
  point.air.state.free = 1_000_000_000
  /** Everything is done that waits for an answer on this machine only. */
  const settle = () => settleDrivers(drivers)
  const clock: ManualClock = {
    ...time,
    // Calls to the access point need their turns, whatever the clock says.
    async advance(ms) {
      await settle()
      const step = Math.max(5000, ms / 200)
      for (let left = ms; left > 0; left -= step) {
        await time.advance(Math.min(step, left))
        await settle()
      }
      await time.advance(0)
      await settle()
    },
  }
  const family: Family = {
    ...openEPaperLink,
    create(setup): Driver {
      const driver = createDriver(setup, { udp: hub })
      drivers.add(driver)
      return driver
    },
  }
  const drawn = new Map<string, { glass: unknown; times: number }>()
  const watch = (tag: string) => {
    const { glass } = point.tag(tag)
    const before = drawn.get(tag)
    if (glass !== undefined && before?.glass !== glass) drawn.set(tag, { glass, times: (before?.times ?? 0) + 1 })
  }
  const silent = new Set<string>()
  function add(of: Panel, hwType: number) {
    const mac = macOf(++count)
    panels.set(mac, of)
    point.air.add({ mac, hwType })
    return mac
  }
  return {
    clock,
    family,
    address: point.address,
    tags,
    panel: (tag) => panels.get(tag) ?? panel,
    glass: (tag) => point.glass(tag),
    drawings: (tag) => drawn.get(tag)?.times ?? 0,
    async checkIn(...called) {
      // The access point draws within seconds while a client holds its stream, and else before a check-in.
      await clock.advance(2000)
      for (const tag of called) point.tag(tag).entry.nextcheckin = point.air.now()
      point.draw()
      for (const tag of called) {
        if (silent.has(tag)) continue
        point.checkIn(tag)
        watch(tag)
      }
      await settle()
    },
    silence: (tag, yes) => void (yes ? silent.add(tag) : silent.delete(tag)),
    async away(gone) {
      point.misbehave(gone ? (request) => (request.destroy(), true) : undefined)
      point.drop()
      await clock.advance(gone ? 90_000 : 0)
    },
    async restart() {
      point.restart('power')
      await clock.advance(5000)
    },
    addUnknown(of) {
      const hwType = firstUnknown + count
      point.types.set(hwType, typeOf(of))
      return add(of, hwType)
    },
    addMany: (number) => Array.from({ length: number }, () => add(small.panel, small.hwType)),
    stop: () => point.stop(),
  }
}
