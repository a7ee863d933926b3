/** Our own protocol's gateways do what gateways of every other kind do: the virtual one, on a disk that outlives its process. */
import { familyBehaviour, type GatewayRig, type Panel } from '@endcap/bridge/behaviour'
import { createManualClock } from '@endcap/bridge/clock'
import { modelOf } from '@endcap/label/models'
import { createFaults } from './faults.ts'
import { createGateway, type Gateway } from './gateway.ts'
import { createRandom } from './random.ts'
import { createTag, glassOf, type Tag } from './tag.ts'

const storeCode = 'S1'
/** Its radio has the time for 400 labels in one round, and its tags call once a minute. */
const speed = 100
const checkin = 60 * speed
const described = ({ width, height, palette }: Panel) => `px-${width}x${height}-${palette}`

async function createRig(): Promise<GatewayRig> {
  const clock = createManualClock()
  const tags = new Map<string, Tag>()
  const silent = new Set<string>()
  let gateway: Gateway
  const add = (tagType: string) => {
    const tagMac = `5A3C9E005${(tags.size + 1).toString(16).toUpperCase().padStart(7, '0')}`
    tags.set(tagMac, createTag({ tagMac, tagType, storeCode, checkin }, { battery: 0, temperature: 20 }))
    return tagMac
  }
  const one = (tagMac: string) => tags.get(tagMac)!
  const first = [add('B5'), add('B5')]
  return {
    clock,
    tags: first,
    waitsForEver: true,
    make: ({ state, uplink, fetchImage }) => {
      const setup = { storeCode, gwMac: '02EC5B010001', secret: '', ip: '10.0.0.9' }
      gateway = createGateway(setup, {
        state,
        uplink,
        fetchImage,
        speed,
        faults: createFaults(),
        random: createRandom(1),
        now: () => clock.now(),
      })
      return {
        gateway,
        open: async () => gateway.start(),
        close: async () => undefined,
        describe: () => ({ confirms: 'shown', can: ['led'] }),
      }
    },
    panel: (tag) => modelOf(one(tag).tagType)!,
    glass: (tag) => glassOf(one(tag), one(tag).page),
    drawings: (tag) => one(tag).updates,
    async checkIn(...called) {
      await clock.advance((checkin / speed) * 1000)
      for (const tag of called) if (!silent.has(tag)) gateway.hear(one(tag), -60)
      await clock.advance(0)
    },
    silence: (tag, gone) => void (gone ? silent.add(tag) : silent.delete(tag)),
    addUnknown: (panel) => add(described(panel)),
    addMany: (count) => Array.from({ length: count }, () => add('B5')),
    stop: async () => undefined,
  }
}

familyBehaviour('our own protocol', createRig)
