/** `npm run bridge -- simulate`: simulated devices on this computer, to be added in the console as real ones. What their glass shows goes to files. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { encodePng, type Bitmap } from '@endcap/label/bitmap'
import { every, systemClock } from './clock.ts'
import { startPanels } from './opendisplay/simulator.ts'
import { simulatedTypes, startAccessPoint } from './openepaperlink/simulator.ts'
import { createSign, keepSignAlive } from './trmnl/simulator.ts'

const help = `npm run bridge -- simulate KIND
  openepaperlink [--port 8080] [--tags 20]              an access point with labels
  opendisplay                                           a panel
  trmnl --server http://localhost:2300/STORE            a sign that calls there
  --glass ./glass                                       folder for pictures of what stands on each glass
The server must list this computer: ENDCAP_ACCESS_POINT_HOSTS=127.0.0.1`

const lookMs = 1000

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '8080' },
      tags: { type: 'string', default: '20' },
      server: { type: 'string', default: 'http://localhost:2300/STORE' },
      glass: { type: 'string', default: './glass' },
      help: { type: 'boolean', default: false },
    },
  })
  const [kind] = positionals
  const seen = new Map<string, Bitmap>()
  mkdirSync(values.glass, { recursive: true })
  const watch = (glasses: () => [string, Bitmap | undefined][]) =>
    every(systemClock, lookMs, () => {
      for (const [id, glass] of glasses()) {
        if (glass === undefined || seen.get(id) === glass) continue
        seen.set(id, glass)
        const file = join(values.glass, `${id}.png`)
        writeFileSync(file, encodePng(glass))
        console.log(`${id} shows another picture: ${file}`)
      }
    })
  if (kind === 'openepaperlink') {
    const tags = Array.from({ length: Number(values.tags) }, (_, index) => ({
      mac: `0000021D${index.toString(16).toUpperCase().padStart(8, '0')}`,
      hwType: simulatedTypes[index % simulatedTypes.length]?.[0],
    }))
    const point = await startAccessPoint({ port: Number(values.port), tags })
    point.air.settings.maxsleep = 1
    console.log(`An OpenEPaperLink access point with ${tags.length} labels is at ${point.address}`)
    watch(() => [...point.air.tags].map(([id, tag]) => [id, tag.glass]))
  } else if (kind === 'opendisplay') {
    const { panels, address } = await startPanels({
      clock: systemClock,
      panels: [{ mac: 'D0CF5E000001', width: 400, height: 300, scheme: 3 }],
    })
    console.log(`An OpenDisplay panel is at ${address}`)
    watch(() => panels.map(({ mac, glass }) => [mac, glass]))
  } else if (kind === 'trmnl') {
    const sign = createSign({ mac: '02:EC:5B:00:00:09', base: values.server.replace(/\/$/, ''), clock: systemClock })
    watch(() => {
      const glass = sign.glass()
      return [[sign.mac.replaceAll(':', ''), 'picture' in glass ? glass.picture : undefined]]
    })
    keepSignAlive(sign, {
      clock: systemClock,
      onSleep: (seconds) =>
        console.log(seconds === undefined ? 'The sign sleeps until its button is pressed' : `The sign calls again in ${seconds} s`),
    })
  } else {
    console.log(help)
    process.exit(values.help ? 0 : 2)
  }
}
