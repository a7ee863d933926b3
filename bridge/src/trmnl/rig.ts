/** Simulated signs with a port that they call, for the behaviour suite and for tests of this family. */
import type { Panel, Rig } from '../behaviour.ts'
import { createManualClock } from '../clock.ts'
import { trmnlFamily } from './family.ts'
import { openTrmnlPort } from './port.ts'
import { joinsAMinute } from './signs.ts'
import { createSign, type SimulatedSign } from './simulator.ts'
import { tagOf } from './tag-id.ts'

/** Time that a panel needs at most, and a little more. */
const drawMs = 41_000
const macOf = (number: number) =>
  `A0:B1:C2:00:${(number >> 8).toString(16).padStart(2, '0')}:${(number & 255).toString(16).padStart(2, '0')}`.toUpperCase()

export interface TrmnlRig extends Rig {
  sign(tag: string): SimulatedSign
  /** Until all calls are over. */
  settle(): Promise<void>
  base: string
}

const defaultPanel: Panel = { width: 800, height: 480, palette: 'bw' }

export async function createTrmnlRig({ panel = defaultPanel, model = 'og', options = {} } = {}): Promise<TrmnlRig> {
  const clock = createManualClock()
  const port = await openTrmnlPort({ port: 0, host: '127.0.0.1' })
  const base = `http://127.0.0.1:${port.port}/shop`
  const signs = new Map<string, { sign: SimulatedSign; panel: Panel; silent: boolean }>()
  let count = 0
  function add(of: Panel, called = model) {
    const sign = createSign({ mac: macOf(++count), base, clock, ...of, model: called })
    const tag = tagOf(sign.mac.replaceAll(':', ''))
    signs.set(tag, { sign, panel: of, silent: false })
    return tag
  }
  const tags = [add(panel), add(panel)]
  const one = (tag: string) => signs.get(tag)!
  return {
    clock,
    base,
    address: 'shop',
    options,
    tags,
    family: trmnlFamily(port),
    sign: (tag) => one(tag).sign,
    settle: () => port.idle(),
    panel: (tag) => one(tag).panel,
    glass: (tag) => {
      const glass = one(tag).sign.glass()
      return 'picture' in glass ? glass.picture : undefined
    },
    drawings: (tag) => one(tag).sign.drawings(),
    async checkIn(...called) {
      const awake = called.map(one).filter(({ silent }) => !silent)
      await clock.advance(1000 * Math.max(0, ...awake.map(({ sign }) => sign.sleeps() ?? 0)))
      for (const { sign } of awake) {
        // A store takes so many new signs in a minute.
        if (awake.length > joinsAMinute && sign.key() === '') await clock.advance(120_000 / joinsAMinute)
        await sign.wake()
      }
      // What they had is known here when their lines are closed.
      await port.idle()
      await clock.advance(drawMs)
    },
    silence: (tag, silent) => void (one(tag).silent = silent),
    addUnknown: (of) => add(of, 'a model of tomorrow'),
    addMany: (n) => Array.from({ length: n }, () => add({ width: 296, height: 128, palette: 'bw' }, 'small')),
    // Without a product it shows its code: a picture, but none that was sent.
    isBlank: (tag) => 'picture' in one(tag).sign.glass(),
    stop: () => port.close(),
  }
}
