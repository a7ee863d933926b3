/** What a panel says of itself becomes what the bridge tells of its tag: heard, restarted, a button pressed, a glass in doubt. */
import type { Clock } from '../clock.ts'
import type { DriverEvents, HeardTag } from '../driver.ts'
import { boardOf, type ModelLookup } from './boards.ts'
import { CodecError, parseButton, parseTelemetry, type Telemetry } from './codec.ts'
import type { Memory } from './memory.ts'
import type { Identity } from './session.ts'

/** A panel that never sleeps and was not heard for so many visits may have been without power. */
const gapVisits = 3

interface Parts {
  tag: string
  memory: Memory
  clock: Clock
  events: DriverEvents
  modelOf: ModelLookup
  visitMs: number
}

export type Reports = ReturnType<typeof createReports>

export function createReports({ tag, memory, clock, events, modelOf, visitMs }: Parts) {
  const { known } = memory
  /** The byte of each place at which buttons stand, as it was last. */
  const buttons = new Map<number, number>()
  let identified = false

  function heard(telemetry: Telemetry): void {
    const now = clock.now()
    const away = now - (known.seen ?? now)
    known.seen = now
    memory.save()
    if (known.type === undefined) return
    const restarted = known.shown !== undefined && !known.shown.rebooted && telemetry.rebooted
    // The mark of a restart stays until a client connects by Bluetooth: a second one cannot be seen, but a panel that was away may have had one.
    const unsure = known.shown?.rebooted === true && telemetry.rebooted && !memory.sleeps() && away > gapVisits * visitMs
    const report: HeardTag = {
      tag,
      type: known.type,
      rssi: undefined,
      battery: telemetry.battery,
      temperature: telemetry.temperature,
      version: known.firmware,
      checkin: known.sleepSeconds > 0 ? known.sleepSeconds : visitMs / 1000,
    }
    const pressed = known.buttonPlaces.flatMap((place) => pressedAt(place, telemetry.dynamic[place]))
    events.heard(restarted ? { ...report, event: 'restart' } : report)
    for (const id of pressed) events.heard({ ...report, event: id === 0 ? 'button' : 'button2' })
    if (!restarted && !unsure) return
    memory.keepShown(undefined)
    events.doubt(tag, restarted ? 'The panel was restarted' : 'The panel was away and may have been without power')
  }

  /** The button whose count of presses is another one than last time. */
  function pressedAt(place: number, byte: number | undefined): number[] {
    if (byte === undefined) return []
    const before = buttons.get(place)
    buttons.set(place, byte)
    const [{ id, count, pressed }, last] = [parseButton(byte), parseButton(before ?? byte)]
    return before !== undefined && (count !== last.count || (id !== last.id && pressed)) ? [id] : []
  }

  return {
    /** It has said all of itself, on a connection. */
    met({ firmware, config, glass, telemetry }: Identity): void {
      const { maker, name } = boardOf(config)
      Object.assign(known, { type: modelOf(config, glass) ?? glass.type, firmware, maker, model: name })
      Object.assign(known, { onBattery: config.onBattery, sleepSeconds: config.sleepSeconds, buttonPlaces: config.buttonPlaces })
      identified = true
      heard(telemetry)
    },
    /** What it announces, as long as it is known what that means; what cannot be read is left, for it is no answer to anything. */
    overheard(bytes: Uint8Array): void {
      if (!identified) return
      try {
        heard(parseTelemetry(bytes))
      } catch (error) {
        if (!(error instanceof CodecError)) throw error
      }
    },
  }
}
