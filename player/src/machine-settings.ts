/** What a plan says of the machine under the display, passed on to its host program. */
import type { Manifest } from '@endcap/contract/player'
import type { Machine, MachineSettings } from './machine.ts'
import { reasonOf, type Troubles } from './troubles.ts'

type Settings = Manifest['settings']
/** A plan that an older player stored says less. */
type ForMachine = Pick<Settings, 'brightness' | 'volume'> & Partial<Settings>

/** Each setting that the machine has is set when it is another one; what a plan does not say leaves the machine as it is. */
export function createMachineSettings(machine: Machine | undefined, troubles: Pick<Troubles, 'note'>): (settings: ForMachine) => void {
  const can = machine?.facts().can ?? {}
  /** The last value that was set, as JSON. */
  const has = new Map<keyof MachineSettings, string>()

  function apply<What extends keyof MachineSettings>(what: What, to: MachineSettings[What]) {
    const value = JSON.stringify(to)
    if (can[what] !== true || has.get(what) === value) return
    has.set(what, value)
    machine?.set(what, to).catch((error: unknown) => {
      has.delete(what)
      troubles.note(`${what}-failed`, reasonOf(error))
    })
  }
  return ({ brightness, volume, bluetooth = null, nfc = null, autorun = null, timeserver = '' }) => {
    apply('brightness', { part: brightness })
    apply('volume', { part: volume })
    if (bluetooth !== null) apply('bluetooth', { on: bluetooth })
    if (nfc !== null) apply('nfc', { on: nfc })
    if (autorun !== null) apply('autorun', { on: autorun })
    if (timeserver !== '') apply('timeserver', { address: timeserver })
  }
}
