/** OpenDisplay panels in a shop's network, as the bridge adds them. */
import { formatDeviceMessage } from '@endcap/contract/device-words'
import { systemClock } from '../clock.ts'
import { DriverError, type Family, type Probed } from '../driver.ts'
import { boardOf } from './boards.ts'
import { connect, noKey, PanelError, type Connection } from './connection.ts'
import { readAddresses, readKeys } from './addresses.ts'
import { createDriver } from './driver.ts'
import { identify } from './session.ts'

/** Where nothing listens in the clear, it is looked for so long whether something listens for those who have the key. */
const sealedMs = 3000

export const openDisplay: Family = {
  kind: 'opendisplay',
  create: (setup) => createDriver(setup),
  async probe(address, options) {
    const [first] = readAddresses(address)
    if (first === undefined) return panelOfAnyone
    const key = first.mac === undefined ? undefined : readKeys(options.keys).get(first.mac)
    return probePanel({ ...first, key }).catch((error: unknown) => {
      throw error instanceof PanelError ? new DriverError(error.message, { retryable: error.again, reason: error.reason }) : error
    })
  },
}

/** Without an address: whatever is found in the network. */
const panelOfAnyone: Probed = {
  maker: 'OpenDisplay',
  model: 'OpenDisplay panels',
  firmware: '',
  mac: undefined,
  name: 'OpenDisplay',
  tags: undefined,
  notes: [formatDeviceMessage('panelsFound')],
}

interface Asked {
  mac: string | undefined
  host: string
  port: number
  key: Uint8Array | undefined
}
async function reach({ host, port, key }: Asked): Promise<Connection> {
  if (key !== undefined) return connect({ host, port: port + 1, masterKey: key }, systemClock)
  try {
    return await connect({ host, port }, systemClock)
  } catch (error) {
    const sealed = await connect({ host, port: port + 1 }, systemClock, AbortSignal.timeout(sealedMs)).catch(() => undefined)
    sealed?.close()
    throw sealed === undefined ? error : noKey()
  }
}
async function probePanel(panel: Asked): Promise<Probed> {
  const connection = await reach(panel)
  const { mac } = panel
  try {
    const { firmware, config, glass } = await identify(connection)
    const { maker, name } = boardOf(config)
    const notes = [formatDeviceMessage('panelSize', { width: glass.width, height: glass.height, palette: glass.palette })]
    if (mac === undefined) notes.push(formatDeviceMessage('macNeeded'))
    if (config.onBattery && config.sleepSeconds === 0) notes.push(formatDeviceMessage('dayOnBattery'))
    return { maker, model: name, firmware, mac, name: `${maker} ${name}`, tags: 1, notes }
  } finally {
    connection.close()
  }
}
