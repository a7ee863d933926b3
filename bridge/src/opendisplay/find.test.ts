/** Panels are found over real mDNS on this machine. */
import createMdns from 'multicast-dns'
import { expect, onTestFinished, test } from 'vitest'
import { createManualClock } from '../clock.ts'
import { createNetworkDiscovery } from './discover.ts'
import { readAddresses } from './addresses.ts'
import { findPanels } from './find.ts'
import { startPanels } from './simulator.ts'

const own = '127.0.0.1'
const service = '_opendisplay._tcp.local'

/** Answers for one panel, as its firmware does: a question for the service is answered with all of it. */
function announce({ name, mac, port, tls }: { name: string; mac: string; port: number; tls: 0 | 1 }) {
  const mdns = createMdns({ interface: own, bind: '0.0.0.0' })
  onTestFinished(() => mdns.destroy())
  mdns.on('query', ({ questions }) => {
    if (!questions.some((one) => one.name === service)) return
    mdns.respond({
      answers: [
        { type: 'PTR', name: service, data: `${name}.${service}` },
        { type: 'SRV', name: `${name}.${service}`, data: { port, target: `${name}.local` } },
        { type: 'TXT', name: `${name}.${service}`, data: [`mac=${mac}`, `tls=${tls}`] },
        { type: 'A', name: `${name}.local`, data: own },
      ],
    })
  })
}

test('with the address that they are reached at, encrypted or not', async () => {
  announce({ name: 'ODc0ffee', mac: 'a0:b1:c2:c0:ff:ee', port: 2446, tls: 0 })
  announce({ name: 'ODbeef01', mac: 'a0:b1:c2:be:ef:01', port: 3001, tls: 1 })
  // Other panels may be announced in the network of the machine that runs this.
  const found = (await findPanels({ discovery: createNetworkDiscovery({ own }) })).filter(({ mac }) => mac.startsWith('A0B1C2'))
  expect(found).toEqual([
    { address: 'A0B1C2BEEF01@127.0.0.1:3000', name: 'odbeef01', mac: 'A0B1C2BEEF01' },
    { address: 'A0B1C2C0FFEE@127.0.0.1', name: 'odc0ffee', mac: 'A0B1C2C0FFEE' },
  ])
  expect(found.flatMap(({ address }) => readAddresses(address))).toEqual([
    { mac: 'A0B1C2BEEF01', host: own, port: 3000 },
    { mac: 'A0B1C2C0FFEE', host: own, port: 2446 },
  ])
})

test('no more than a shop has, however many are announced', async () => {
  const clock = createManualClock()
  const { panels, discovery, close } = await startPanels({ clock, panels: [{ mac: 'A0B1C2000000', width: 8, height: 8, scheme: 0 }] })
  onTestFinished(close)
  const finding = findPanels({ discovery, clock })
  for (let n = 0; n < 5000; n++) panels[0]?.announce({ mac: n.toString(16).toUpperCase().padStart(12, '0') })
  await clock.advance(5000)
  expect(await finding).toHaveLength(200)
})
