/** How many sightings of tags the server takes in and stores in a second. */
import { setTimeout as wait } from 'node:timers/promises'
import { downTopic } from '@endcap/gateway-link/topics'
import { publishSeen, type BareGateway } from './bare-gateway.ts'
import type { Figure } from './report.ts'
import { tagId } from './system.ts'

const rounds = 3

/** Every tag is heard three times, all at once by its gateway; taken in when the last acknowledgement is back. `countTags` tells how many the server knows then. */
export async function benchIntake(gateways: readonly BareGateway[], labels: number, countTags: () => Promise<number>): Promise<Figure> {
  let open = 0
  for (const { client, address } of gateways) {
    client.on('message', (topic) => {
      if (topic === downTopic(address, 'ack')) open--
    })
  }
  await wait(500)
  open = 0
  const start = performance.now()
  for (let round = 0; round < rounds; round++) {
    // Other figures each time, so that there is something to store.
    const values = { at: 2, rssi: -48 - round * 7, battery: 2.9 - round * 0.1, temperature: 20 + round * 3 }
    for (const [place, gateway] of gateways.entries()) {
      const own = Array.from({ length: labels / gateways.length }, (_, n) => n * gateways.length + place)
      open += publishSeen(
        gateway,
        'bench2',
        1000 + round * 100,
        own.map((n) => ({ tag: tagId(n), ...values })),
      )
    }
  }
  while (open > 0 && performance.now() - start < 120_000) await wait(20)
  const seconds = (performance.now() - start) / 1000
  return {
    what: `sightings taken in and stored (of ${await countTags()} tags), native`,
    value: (rounds * labels) / seconds,
    unit: 'records/s',
    budget: { minimum: 5000 },
  }
}
