/** A reader who knows the field finds each concept by the word of the field: in the name of a file, or in the comment at its top. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

const { stdout } = spawnSync('git', ['ls-files', 'server', 'contract', 'label', 'signage', 'gateway-link', 'bridge'], { encoding: 'utf8' })
const sources = stdout.split('\n').filter((file) => file.endsWith('.ts') && !/\.(test|link|behaviour|d)\.ts$|\/testing\//.test(file))
const headOf = (source: string) => /^(?:#!.*\n)?(\/\*[^]*?\*\/)/.exec(source)?.[1] ?? ''
const searched = sources.map((file) => ({ file, text: `${file} ${headOf(readFileSync(file, 'utf8'))}`.toLowerCase() }))
/** Files with all of these words, those first that have them in their name. */
function find(words: string): string[] {
  const all = words.split(' ')
  const named = (file: string) => all.filter((word) => basename(file).toLowerCase().includes(word)).length
  const found = searched.filter(({ text }) => all.every((word) => text.includes(word))).map(({ file }) => file)
  return found.toSorted((one, other) => named(other) - named(one))
}

test.each([
  ['retry back-off', 'server/src/delivery/engine/policy.ts'],
  ['topics', 'gateway-link/src/topics.ts'],
  ['session expiry idle', 'server/src/people/session/session.service.ts'],
  ['webhook retry', 'server/src/people/webhooks/outbox.ts'],
  ['rate limit', 'server/src/platform/http/bind.ts'],
  ['render label', 'label/src/render.ts'],
  ['layout rule', 'server/src/labels/rendering/layout-rules.ts'],
  ['gateway authentication', 'server/src/chain/gateways/authenticate.ts'],
  ['ldap', 'server/src/people/session/third-party-accounts.ts'],
  ['ldap', 'server/src/people/session/third-party.ts'],
  ['display offline', 'server/src/signage/display-api/player.service.ts'],
  ['upload video', 'server/src/signage/media/store-upload.ts'],
  ['reboot', 'server/src/chain/gateways/requests.ts'],
  ['semaphore', 'server/src/platform/base/semaphore.ts'],
  ['throttle', 'server/src/people/session/throttle.ts'],
  ['brute force', 'server/src/people/session/throttle.ts'],
  ['lease', 'server/src/platform/db/leases.ts'],
  ['migrations', 'server/src/platform/db/migrate.ts'],
  ['display manifest', 'server/src/signage/display-api/manifest.ts'],
  ['alarm sweep', 'server/src/people/alarms/alarm-sweep.ts'],
  ['inbox sftp', 'server/src/catalogue/product-files/inbox.ts'],
  ['dispatch', 'server/src/delivery/engine/dispatch.ts'],
  ['shards lease', 'server/src/delivery/engine/shards.ts'],
  ['backup restore', 'server/src/chain/backup/command.ts'],
  ['authorise accounts', 'server/src/people/accounts/authorise-managing.ts'],
  ['normalise numbers', 'server/src/catalogue/products/normalise-numbers.ts'],
])('a search for "%s" leads to %s with its first two hits', (words, file) => {
  expect(find(words).slice(0, 2)).toContain(file)
})
