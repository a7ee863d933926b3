/** What a simulated panel is, and the configuration that it tells of itself. */
import { crc16 } from '../config.ts'

export interface PanelSettings {
  /** 12 hexadecimal digits, capitals. */
  mac: string
  width: number
  height: number
  scheme: number
  rotation?: number
  controller?: number
  /** 1 and 2 inflate; 8 direct. */
  modes?: number
  lights?: number
  manufacturer?: number
  board?: number
  /** 1 battery, 2 USB. */
  power?: number
  sleepSeconds?: number
  /** Place of its buttons in telemetry. */
  buttonPlace?: number
  /** 32 hexadecimal digits: encrypted, and on the next port. */
  masterKey?: string
  refreshMs?: number
  /** What it does with a second client: older firmware drops the first one, newer the second. */
  second?: 'ousts' | 'refused'
}

const defaultSettings = { rotation: 0, modes: 11, power: 2, refreshMs: 3000, second: 'ousts' } as const
export type WholeSettings = PanelSettings & Required<Pick<PanelSettings, keyof typeof defaultSettings>>

/** Settings with the usual values where none are given. */
export const withDefaults = (given: PanelSettings): WholeSettings => ({ ...defaultSettings, ...given })

/** The configuration of a panel, as its tools write it. */
export function configOf(settings: PanelSettings): Uint8Array {
  const { width, height, scheme, rotation, controller = 0, modes, lights = 0, power, sleepSeconds = 0 } = withDefaults(settings)
  const low = (value: number) => [value & 255, value >> 8]
  const records: number[] = []
  let number = 0
  const add = (kind: number, size: number, fields: Record<number, number[]>) => {
    const bytes = new Uint8Array(size)
    for (const [at, values] of Object.entries(fields)) bytes.set(values, Number(at))
    records.push(number++, kind, ...bytes)
  }
  add(0x01, 22, { 0: [2, 0, 4] })
  add(0x02, 22, { 0: [...low(settings.manufacturer ?? 0), settings.board ?? 0] })
  add(0x04, 30, { 0: [power], 18: low(sleepSeconds) })
  add(0x20, 46, { 1: [1], 2: low(controller), 4: low(width), 6: low(height), 14: [rotation], 21: [scheme, modes] })
  for (let light = 0; light < lights; light++) add(0x21, 22, { 0: [light] })
  if (settings.buttonPlace !== undefined) add(0x25, 30, { 15: [settings.buttonPlace] })
  const body = Uint8Array.of(0, 0, 1, ...records)
  const crc = crc16(body)
  const length = body.length + 2
  body.set(low(length))
  return Uint8Array.of(...body, crc & 255, crc >> 8)
}
