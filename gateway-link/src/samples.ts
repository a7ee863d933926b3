/** Messages for tests: what a gateway says when nothing is wrong. */
import type { Sighting, UpMessage } from './messages.ts'

/** A tag as a gateway heard it: it has shown nothing yet. */
export const sampleSighting: Sighting = {
  tag: '5A3C9E0050000001',
  type: 'B5',
  at: 1,
  rssi: -50,
  battery: 2.9,
  temperature: 20,
  version: '1',
  checkin: 60,
  page: 0,
  resets: 0,
  shown: null,
}

/** The status of a gateway that is well. */
export const sampleStatus: UpMessage<'status'> = {
  at: 1,
  uptime: 1,
  ip: '10.0.0.1:8080',
  alternateIp: '',
  gmpVersion: '1',
  grmVersion: '1',
  dataChannel: 11,
  eventChannel: 26,
  channelGroupIndex: 0,
  tagCount: 0,
  memory: 1,
  disks: [],
  services: [],
  upLink: 'OK',
  downLink: 'OK',
}
