/** OpenDisplay panels in a shop's network, as the bridge adds them. */
import { systemClock } from '../clock.ts'
import { DriverError, type Family, type Probed } from '../driver.ts'
import { boardOf } from './boards.ts'
import { connect, PanelError } from './connection.ts'
import { createDriver, readAddresses, readKeys } from './driver.ts'
import { identify } from './session.ts'

export const openDisplay: Family = {
  kind: 'opendisplay',
  create: (setup) => createDriver(setup),
  async probe(address, options) {
    const [first] = readAddresses(address)
    if (first === undefined) return everybody
    const key = first.mac === undefined ? undefined : readKeys(options.keys).get(first.mac)
    return probePanel({ ...first, key }).catch((error: unknown) => {
      throw error instanceof PanelError ? new DriverError(error.message, { retryable: error.again, reason: error.reason }) : error
    })
  },
}

/** Without an address: whatever is found in the network. */
const everybody: Probed = {
  ...{ maker: 'OpenDisplay', model: 'OpenDisplay panels', firmware: '', mac: undefined, name: 'OpenDisplay', tags: undefined },
  notes: ['Panels are looked for in the network of this computer. Those in other networks need an address.'],
}

async function probePanel(panel: { mac: string | undefined; host: string; port: number; key: Uint8Array | undefined }): Promise<Probed> {
  const { mac, host, port, key } = panel
  const connection = await connect({ host, port: key === undefined ? port : port + 1, masterKey: key }, systemClock)
  try {
    const { firmware, config, glass } = await identify(connection)
    const { maker, name } = boardOf(config)
    const notes = [`${glass.width} × ${glass.height} pixels, ${glass.palette}`]
    if (mac === undefined) notes.push('It is served as soon as its MAC is known: found in the network, or written before its address.')
    if (config.onBattery && config.sleepSeconds === 0) notes.push('On battery without deep sleep it lasts about a day.')
    return { maker, model: name, firmware, mac, name: `${maker} ${name}`, tags: 1, notes }
  } finally {
    connection.close()
  }
}
