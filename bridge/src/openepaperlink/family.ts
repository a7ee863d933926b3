/** OpenEPaperLink for the bridge: access points that shops flash themselves, without a login. */
import { formatDeviceMessage } from '@endcap/contract/device-words'
import { systemClock } from '../clock.ts'
import type { Family } from '../driver.ts'
import { createDriver } from './driver.ts'
import { baseOf, createHttp } from './http.ts'
import { licenceNote, lockNote, sleepNote } from './health.ts'
import { createLink } from './link.ts'

export const openEPaperLink: Family = {
  kind: 'openepaperlink',
  create: (setup) => createDriver(setup),
  async probe(address) {
    const http = createHttp(baseOf(address), systemClock)
    try {
      const link = createLink(http)
      const { alias = '', env = '', buildversion = '' } = await link.describe()
      const config = await link.config()
      const sleep = sleepNote(config)
      const { tags, more } = await link.tags()
      const own = tags.filter((tag) => tag.externalAccessPoint === undefined).length
      return {
        maker: 'OpenEPaperLink',
        model: env,
        firmware: buildversion,
        mac: await link.ownMac(),
        name: alias,
        tags: more ? undefined : own,
        notes: [
          ...(more ? [formatDeviceMessage('manyTags', { tags: own })] : []),
          ...(sleep === undefined ? [] : [sleep]),
          ...(config.lock === 1 ? [] : [lockNote]),
          licenceNote,
        ],
      }
    } finally {
      http.close()
    }
  },
}
