/**
 * Makes an upgrade file for gateways: `node tools/make-upgrade.ts --component gmp --version 3.4.0 --image gmp.bin`. Without an image it makes up
 * one, for a trial with the virtual fleet. docs/software.md has the form of the file.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { packUpgrade, upgradeManifest } from '@endcap/contract/upgrade-file'

const { values } = parseArgs({
  options: {
    component: { type: 'string', default: 'gmp' },
    version: { type: 'string' },
    'minimum-version': { type: 'string' },
    image: { type: 'string' },
    notes: { type: 'string' },
    out: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help || values.version === undefined) {
  console.log(`Makes an upgrade file. Options:
  --component gmp            gmp or grm
  --version 3.4.0            what gateways report when they run it
  --minimum-version 3.0.0    gateways with an older one do not get it
  --image gmp.bin            what gateways load; without it, 1 MB of anything
  --notes "what is new"
  --out gmp_3.4.0.tar        where to put it`)
  process.exit(values.help ? 0 : 2)
}
const { component, version, 'minimum-version': minimumVersion, notes } = values
const image = values.image === undefined ? randomBytes(1_000_000) : readFileSync(values.image)
const checked = upgradeManifest.safeParse({
  format: 1,
  component,
  version,
  ...(minimumVersion !== undefined && { minimumVersion }),
  ...(notes !== undefined && { notes }),
  image: basename(values.image ?? `${component}.bin`),
  bytes: image.byteLength,
  sha256: createHash('sha256').update(image).digest('hex'),
})
if (!checked.success) {
  for (const issue of checked.error.issues) console.error(`${issue.path.join('.')}: ${issue.message}`)
  process.exit(2)
}
const out = values.out ?? `${component}_${version}.tar`
writeFileSync(out, packUpgrade(checked.data, image))
console.log(`${out}: ${component} ${version}, ${image.byteLength} bytes, SHA-256 ${checked.data.sha256}`)
