/** What a display says of itself: who it is, what runs on it, and what it can do. */
import { playableCodecs } from './codecs.ts'
import type { Body } from './server.ts'
import type { Identity } from './identity.ts'
import type { Machine } from './machine.ts'

/** What the display is configured to be: by the address of its page, else by its machine. */
export interface Configuration {
  name: string | undefined
  model: string | undefined
  /** Empty: none. */
  storeCode: string
  enrolToken: string
}
export interface About {
  /** What runs on the machine, by name. */
  versions(): Record<string, string>
  caps(): Body<'register'>['caps']
  registration(): Body<'register'>
}

/** `version`: of the player. `startsAlone`: the page starts without the server. */
export function createAbout({
  version,
  machine,
  identity,
  configuration,
  startsAlone,
}: {
  version: string
  machine: Machine | undefined
  identity: Identity
  configuration: Configuration
  startsAlone: boolean
}): About {
  const can = machine?.facts().can ?? {}
  const versions = (): Record<string, string> => {
    const facts = machine?.facts()
    if (facts === undefined) return { player: version }
    const { version: host, system, software, launcher } = facts
    return {
      player: version,
      host,
      os: system.slice(0, 100),
      ...(software != null && { sw: software }),
      ...(launcher != null && { launcher }),
    }
  }
  const codecs = playableCodecs((type) => document.createElement('video').canPlayType(type))
  const caps = () => ({
    host: machine !== undefined,
    brightness: true,
    screenshot: true,
    offlineStart: startsAlone,
    vectorCards: true,
    reboot: can.reboot === true,
    bluetooth: can.bluetooth === true,
    nfc: can.nfc === true,
    autorun: can.autorun === true,
    timeserver: can.timeserver === true,
    update: machine?.facts().can.update === true || machine?.facts().can.launcher === true,
    codecs,
  })
  const registration = (): Body<'register'> => ({
    mac: identity.mac,
    claimSecret: identity.claimSecret,
    ...(configuration.name !== undefined && { name: configuration.name.slice(0, 100) }),
    ...(configuration.model !== undefined && { model: configuration.model.slice(0, 40) }),
    ...(configuration.storeCode !== '' && { storeCode: configuration.storeCode }),
    ...(configuration.enrolToken !== '' && { enrolToken: configuration.enrolToken }),
    ver: versions(),
    screen: {
      width: Math.max(1, Math.round(innerWidth * devicePixelRatio)),
      height: Math.max(1, Math.round(innerHeight * devicePixelRatio)),
    },
    caps: caps(),
  })
  return { versions, caps, registration }
}
