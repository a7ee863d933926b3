/** What a plan says of the machine under the display, told to its host program. */
import type { Manifest } from '@endcap/contract/player'
import type { Machine, MachineSettings } from './machine.ts'
import { reasonOf, type Troubles } from './troubles.ts'

type Settings = Manifest['settings']
/** A plan that was kept by an older player says less. */
type ForMachine = Pick<Settings, 'brightness' | 'volume'> & Partial<Settings>

/** Each setting that the machine has is told when it is another one; what is not said leaves the machine as it is. */
export function createMachineSettings(machine: Machine | undefined, troubles: Pick<Troubles, 'note'>): (settings: ForMachine) => void {
  const can = machine?.facts().can ?? {}
  /** What it was told last, as JSON. */
  const has = new Map<keyof MachineSettings, string>()

  function tell<What extends keyof MachineSettings>(what: What, to: MachineSettings[What]) {
    const wanted = JSON.stringify(to)
    if (can[what] !== true || has.get(what) === wanted) return
    has.set(what, wanted)
    machine?.set(what, to).catch((error: unknown) => {
      has.delete(what)
      troubles.note(`${what}-failed`, reasonOf(error))
    })
  }
  return ({ brightness, volume, bluetooth = null, nfc = null, autorun = null, timeserver = '' }) => {
    tell('brightness', { part: brightness })
    tell('volume', { part: volume })
    if (bluetooth !== null) tell('bluetooth', { on: bluetooth })
    if (nfc !== null) tell('nfc', { on: nfc })
    if (autorun !== null) tell('autorun', { on: autorun })
    if (timeserver !== '') tell('timeserver', { address: timeserver })
  }
}
