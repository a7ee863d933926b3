/** Several servers share the gateways by their shards. */
import { shardOf } from '@endcap/gateway-link/topics'
import { expect } from 'vitest'
import type { GatewayEnd } from '../memory-driver.ts'
import { allShards, ofType, until, type Rig } from './rig.ts'
import { one, sighting, two } from './samples.ts'

export function shardBehaviour({ connect, openDriver, scenario }: Rig): void {
  scenario('two servers hear their own shards, and hand them over', async () => {
    const mine = [shardOf(one.gwMac)]
    const first = await openDriver(mine)
    const second = await openDriver(allShards.filter((shard) => !mine.includes(shard)))
    const [here, there] = [await connect(one), await connect(two)]
    const sendSeen = (end: GatewayEnd, seq: number) => end.publish('seen', { session: 'a', seq, tags: [sighting(1)] })
    await sendSeen(here.end, 1)
    await sendSeen(there.end, 1)
    await until(() => expect([ofType(first.events, 'seen').length, ofType(second.events, 'seen').length]).toEqual([1, 1]))
    await first.driver.serve([])
    await second.driver.serve(allShards)
    await sendSeen(here.end, 2)
    await until(() => expect(ofType(second.events, 'seen').map((event) => event.gateway.gwMac)).toContain(one.gwMac))
    expect(ofType(first.events, 'seen')).toHaveLength(1)
  })
}
