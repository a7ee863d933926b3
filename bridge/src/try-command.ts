/** `npm run bridge -- try`: reads the command line, asks the person at the terminal. */
import { createInterface } from 'node:readline/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { systemClock } from './clock.ts'
import { createFamilies } from './families.ts'
import { tryDevices } from './try.ts'
import { messageOf } from './thrown.ts'

const help = `npm run bridge -- try KIND [ADDRESS] [--tag ID]
  KIND            openepaperlink, opendisplay, trmnl
  ADDRESS         of the access point or panel; TRMNL signs call this computer instead, at http://ITS-ADDRESS:2300/try
  --tag ID        the label or sign whose glass takes test pictures; without it devices are only listed
  --key KEY       of an OpenDisplay panel that is encrypted: 32 hexadecimal digits
  --port 2300     where TRMNL signs call
  --patience 20   minutes to wait for a device, each time it is asked something
Ends with 0 where all was good. Questions are answered with y or n.`

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      tag: { type: 'string' },
      key: { type: 'string' },
      port: { type: 'string', default: '2300' },
      patience: { type: 'string', default: '20' },
      help: { type: 'boolean', default: false },
    },
  })
  const [kind, address = ''] = positionals
  if (values.help || kind === undefined || (kind !== 'trmnl' && kind !== 'opendisplay' && address === '')) {
    console.log(help)
    process.exitCode = values.help ? 0 : 2
    return
  }
  const families = createFamilies({ signPort: Number(values.port), signCert: undefined, host: '0.0.0.0', hosts: [] })
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const tag = values.tag?.replaceAll(':', '').toUpperCase()
  try {
    const good = await tryDevices({
      family: await families.of(kind),
      address: kind === 'trmnl' ? 'try' : address,
      options: values.key === undefined || tag === undefined ? {} : { keys: { [tag.slice(-12)]: values.key } },
      clock: systemClock,
      tag,
      patience: Number(values.patience),
      print: console.log,
      pause: () => wait(500),
      ask: async (question) => (await terminal.question(`${question} [y/n] `)).trim().toLowerCase().startsWith('y'),
    })
    if (!good) process.exitCode = 1
  } catch (error) {
    console.error(messageOf(error))
    process.exitCode = 1
  } finally {
    terminal.close()
    await families.close()
  }
}
