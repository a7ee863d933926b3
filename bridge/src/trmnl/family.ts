/** TRMNL signs, as a family of the bridge: they call a port of ours, so there is nothing to be asked at an address. */
import { formatDeviceMessage } from '@endcap/contract/device-words'
import type { Family } from '../driver.ts'
import { createTrmnlDriver } from './driver.ts'
import type { TrmnlPort } from './port.ts'

export const trmnlFamily = (port: TrmnlPort): Family => ({
  kind: 'trmnl',
  create: (setup) => createTrmnlDriver(setup, port),
  probe: async () => ({
    maker: 'TRMNL',
    model: 'Signs that call',
    firmware: '',
    mac: undefined,
    name: '',
    tags: undefined,
    notes: [formatDeviceMessage('signsPort', { port: port.port })],
  }),
})
