/**
 * OpenEPaperLink access points with their labels in a process of their own, for `bridge.ts`: the first two with labels that call each minute,
 * the others with labels that call in an even rhythm, as those of a quiet shop.
 */
import { baseOf, createHttp } from '@endcap/bridge/openepaperlink/http'
import { encodeForTag } from '@endcap/bridge/openepaperlink/codec/image'
import { udpPort } from '@endcap/bridge/openepaperlink/codec/packets'
import { createLink } from '@endcap/bridge/openepaperlink/link'
import { simulatedTypes, startAccessPoint, type AccessPoint } from '@endcap/bridge/openepaperlink/simulator'
import { systemClock } from '@endcap/bridge/clock'

const [points = 20, labels = 300, many = 400] = process.argv.slice(2).map(Number)
/** What a label waits between two calls, seconds: the shortest that an access point can be told, and what they have by themselves. */
const rhythms = { busy: 60, quiet: 600 }
const beatMs = 100
const hwType = 0x33
const type = new Map(simulatedTypes).get(hwType)

const macOf = (point: number, label: number) =>
  `0000021D${point.toString(16).padStart(4, '0')}${label.toString(16).padStart(4, '0')}`.toUpperCase()

const started: AccessPoint[] = []
for (let point = 0; point < points; point++) {
  const busy = point < 2
  const tags = Array.from({ length: busy ? many : labels }, (_, label) => ({ mac: macOf(point, label), hwType }))
  const mac = `34:85:18:00:00:${point.toString(16).padStart(2, '0')}`
  const one = await startAccessPoint({ host: `127.0.1.${point + 1}`, tags, mac, automatic: false, udp: { to: '127.0.0.1', port: udpPort } })
  one.air.settings.maxsleep = rhythms.busy / 60
  // With less, who gives it everything at once fills its disk, and it draws no more.
  one.air.state.free = 1_000_000_000
  started.push(one)
}
/** Every label of an access point calls once in each turn, whatever it was told: evenly, and in its own order. */
function keepRhythm(point: AccessPoint, seconds: number) {
  const macs = [...point.air.tags.keys()]
  let next = 0
  const begin = performance.now()
  setInterval(() => {
    const due = ((performance.now() - begin) / (seconds * 1000)) * macs.length
    for (; next < due; next++) point.checkIn(macs[next % macs.length] ?? '')
  }, beatMs)
}
for (const [index, point] of started.entries()) keepRhythm(point, index < 2 ? rhythms.busy : rhythms.quiet)

const drawings = (index: number) => [...(started[index]?.air.tags.values() ?? [])].map((tag) => tag.entry.updatecount)

/** Uploads a picture for each label straight to an access point, without a bridge. Answers the milliseconds until the last one has it. */
async function give(index: number): Promise<number> {
  const point = started[index]
  if (point === undefined || type === undefined) return 0
  const http = createHttp(baseOf(point.address), systemClock)
  const link = createLink(http)
  const pixels = Uint8Array.from({ length: type.width * type.height }, (_, place) => ((place >> 4) + (place >> 9)) % 3)
  const file = encodeForTag({ width: type.width, height: type.height, palette: 'bwr', pixels }, type)
  const begin = performance.now()
  for (const mac of point.air.tags.keys()) await link.upload(mac, file)
  while (drawings(index).some((count) => count === 0)) await new Promise((resolve) => setTimeout(resolve, beatMs))
  http.close()
  return performance.now() - begin
}

process.on('message', (asked: { drawings?: number; give?: number }) => {
  if (asked.drawings !== undefined) process.send?.({ drawings: drawings(asked.drawings) })
  if (asked.give !== undefined) void give(asked.give).then((took) => process.send?.({ took }))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ addresses: started.map((point) => point.address) })
