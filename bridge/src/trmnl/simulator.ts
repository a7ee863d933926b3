/**
 * A TRMNL sign as its firmware behaves, with every trap that is known of it: the flash that knows pictures by their names, silent retries,
 * messages that cover the price, the sleep that only a button ends. Its panel is a bitmap. Never tried against a real sign (guide).
 */
import type { Palette } from '@endcap/label/palettes'
import type { Clock } from '../clock.ts'
import type { Cut } from './simulator/firmware-call.ts'
import { createFlash } from './simulator/flash.ts'
import type { SignState } from './simulator/sign-state.ts'
import { wake, type WakeSource } from './simulator/wake.ts'

export interface SignSetup {
  /** `AA:BB:CC:DD:EE:FF`. */
  mac: string
  /** As a person types it into the portal: without a slash at its end. */
  base: string
  clock: Clock
  width?: number
  height?: number
  palette?: Palette
  model?: string
  firmware?: string
}

/** Seconds between two wakes until its server has told it others. */
const firstRate = 900

/** A sign as it comes from the factory: it does nothing until it is woken. */
export function createSign(setup: SignSetup) {
  const { mac, base, clock, width = 800, height = 480, palette = 'bw', model = 'og', firmware = '1.8.15' } = setup
  const sign: SignState = {
    mac,
    base,
    clock,
    width,
    height,
    palette,
    model,
    firmware,
    flash: createFlash(clock),
    key: '',
    code: '',
    glass: { nothing: true },
    believed: '',
    logo: undefined,
    rate: firstRate,
    failures: 0,
    wifiFailures: 0,
    wifi: true,
    asleep: false,
    battery: 4.08,
    cut: undefined,
    logs: [],
    downloads: 0,
    drawings: 0,
  }
  return {
    mac,
    glass: () => sign.glass,
    logo: () => sign.logo,
    code: () => sign.code,
    key: () => sign.key,
    downloads: () => sign.downloads,
    drawings: () => sign.drawings,
    /** Seconds until it wakes by itself; undefined while only its button wakes it. */
    sleeps: () => (sign.asleep ? undefined : sign.rate),
    setWifi: (on: boolean) => void (sign.wifi = on),
    setBattery: (volts: number) => void (sign.battery = volts),
    /** The next picture breaks off: the line is reset, or closed as if all had come. */
    breakOff: (how: Cut) => void (sign.cut = how),
    /** Back to the factory: it forgets who it was. */
    reset() {
      ;[sign.key, sign.code, sign.believed, sign.glass] = ['', '', '', { nothing: true }]
      sign.flash.clear()
    },
    /** Calls with another key from now on, as a stranger that says it is this sign. */
    takeKey: (other: string) => void (sign.key = other),
    note: (text: string) => void sign.logs.push(text),
    /** One wake, from radio on to sleep. */
    wake: (source: WakeSource = 'timer') => wake(sign, source),
  }
}
export type SimulatedSign = ReturnType<typeof createSign>

/** Seconds until the button of a sign is pressed that nothing else wakes. */
const buttonSeconds = 900
interface SignLife {
  clock: Clock
  /** It sleeps so many times shorter than it is told to. */
  speed?: number
  /** It went to sleep, for so many seconds; undefined: until its button is pressed. */
  onSleep?(seconds: number | undefined): void
}
/** Turns a sign on, and wakes it whenever its time has come. Answers how to end that. */
export function keepSignAlive(sign: SimulatedSign, { clock, speed = 1, onSleep }: SignLife): () => void {
  let over = false
  let forget = () => {}
  async function wakeUp(source: WakeSource): Promise<void> {
    await sign.wake(source)
    if (over) return
    const sleeps = sign.sleeps()
    onSleep?.(sleeps)
    forget = clock.after(((sleeps ?? buttonSeconds) * 1000) / speed, () => void wakeUp(sleeps === undefined ? 'button' : 'timer'))
  }
  void wakeUp('powercycle')
  return () => {
    over = true
    forget()
  }
}
