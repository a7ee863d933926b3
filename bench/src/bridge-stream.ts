/** What a bridge computes for a message of an access point's stream, beside parsing its JSON: labels of a campaign call, and each call is told twice. */
import { parseStreamMessage } from '@endcap/bridge/openepaperlink/codec/records'
import { freshEntry } from '@endcap/bridge/openepaperlink/simulator/tag'
import { median, type Figure } from './report.ts'

const messages = 2000
const rounds = 20
const entry = {
  ...freshEntry('0000021D00040001', 1_795_851_602),
  contentMode: 24,
  modecfgjson: JSON.stringify({ filename: '/temp/0000021D00040001_12.jpg', timetolive: '0', dither: '0', delete: '1' }),
}
const body = JSON.stringify({ tags: [entry] })

/** Microseconds of computing for each message. */
function computedBy(read: (text: string) => unknown): number {
  const before = process.cpuUsage()
  for (let message = 0; message < messages; message++) read(body)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / messages
}

export function benchBridgeStream(): Figure[] {
  const [read, parsed]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    read.push(computedBy(parseStreamMessage))
    parsed.push(computedBy(JSON.parse))
  }
  return [
    {
      what: 'a record of a label in the stream of an access point: reading it',
      value: median(read),
      unit: 'µs',
      raw: median(parsed),
      budget: { maxTimesRaw: 15 },
    },
  ]
}
