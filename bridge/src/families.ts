/** The families that this bridge speaks with. What needs a port or a socket of the process is opened when the first device needs it. */
import { formatDeviceMessage } from '@endcap/contract/device-words'
import { readFileSync } from 'node:fs'
import type { BridgeConfig } from './config.ts'
import type { Family, Probed } from './driver.ts'
import { checkAddress } from './networks.ts'
import { openDisplay } from './opendisplay/family.ts'
import { findPanels } from './opendisplay/find.ts'
import { findAccessPoints } from './openepaperlink/discover.ts'
import { openEPaperLink } from './openepaperlink/family.ts'
import type { TrmnlPort } from './trmnl/port.ts'

export interface Found {
  kind: Family['kind']
  address: string
  name: string
  detail: string
}

const foundPoints = async (): Promise<Found[]> =>
  (await findAccessPoints()).map(({ ip, alias, channel, tagsModulo256, version }) => ({
    kind: 'openepaperlink',
    address: ip,
    name: alias === '' ? ip : alias,
    detail: formatDeviceMessage('pointFound', { tags: tagsModulo256, channel, version }),
  }))
const foundPanels = async (): Promise<Found[]> =>
  (await findPanels()).map(({ address, name, mac }) => ({ kind: 'opendisplay', address, name, detail: mac }))

export function createFamilies(config: Pick<BridgeConfig, 'signPort' | 'signCert' | 'host' | 'hosts'>) {
  let port: Promise<TrmnlPort> | undefined
  let opened: TrmnlPort | undefined
  const problems = new Map<string, string>()

  async function signs(): Promise<Family> {
    // It draws text itself: a bridge without signs needs none of the memory for that.
    const [{ openTrmnlPort }, { trmnlFamily }] = await Promise.all([import('./trmnl/port.ts'), import('./trmnl/family.ts')])
    const { signPort, signCert, host } = config
    const cert = signCert && { cert: readFileSync(signCert.certFile, 'utf8'), key: readFileSync(signCert.keyFile, 'utf8') }
    port ??= openTrmnlPort({ port: signPort, host, cert })
    try {
      opened = await port
      problems.delete('signs')
      return trmnlFamily(opened)
    } catch (error) {
      port = undefined
      problems.set('signs', formatDeviceMessage('signPortTaken', { port: signPort }))
      throw error
    }
  }
  async function of(kind: string): Promise<Family> {
    if (kind === 'trmnl') return signs()
    if (kind === 'openepaperlink') return openEPaperLink
    if (kind === 'opendisplay') return openDisplay
    throw new Error(`This bridge does not know devices of kind ${kind}: it may be older than the server`)
  }
  return {
    of,
    /** Throws where these addresses may not be spoken with. */
    check: (address: string) => checkAddress(address, config.hosts),
    probe: async (
      kind: string,
      address: string,
      options: Readonly<Record<string, unknown>>,
    ): Promise<Omit<Probed, 'mac' | 'tags'> & { mac: string | null; tags: number | null }> => {
      await checkAddress(address, config.hosts)
      const { mac, tags, ...rest } = await (await of(kind)).probe(address, options)
      return { ...rest, mac: mac ?? null, tags: tags ?? null }
    },
    find: async (): Promise<Found[]> => (await Promise.all([foundPoints(), foundPanels()])).flat(),
    problems: (): string[] => [...problems.values()],
    signPort: (): number | null => opened?.port ?? null,
    close: async () => opened?.close(),
  }
}
export type Families = ReturnType<typeof createFamilies>
