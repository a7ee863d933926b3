import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../base/config.ts'
import { openSecret, sealSecret, SecretLost } from './secrets.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'endcap-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const place = (env: Record<string, string> = {}) => ({ config: readConfig({ ENDCAP_DATA: folder, ...env }) })

test('a secret that was sealed opens again, and looks different each time', () => {
  const context = place({ ENDCAP_SECRET_KEY: key(1) })
  const [one, other] = [sealSecret(context, 'pässwörd 秘密'), sealSecret(context, 'pässwörd 秘密')]
  expect(one).not.toBe(other)
  expect(one).not.toContain('word')
  expect([one, other].map((sealed) => openSecret(context, sealed))).toEqual(['pässwörd 秘密', 'pässwörd 秘密'])
  expect(openSecret(context, sealSecret(context, ''))).toBe('')
})
test('without a key in the environment the data folder gets one that only its owner reads', () => {
  const sealed = sealSecret(place(), 'secret')
  expect(readdirSync(folder)).toEqual(['secret.key'])
  expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(openSecret(place(), sealed)).toBe('secret')
})
test('processes that begin at once end up with one key', async () => {
  const script = `
    const { sealSecret } = await import(${JSON.stringify(new URL('secrets.ts', import.meta.url).href)})
    process.stdout.write(sealSecret({ config: { secretKey: undefined, dataFolder: ${JSON.stringify(folder)} } }, 'x'))`
  const children = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  const sealed = await Promise.all(
    children.map(async (child) => {
      const [out] = await Promise.all([readText(child.stdout), once(child, 'close')])
      return out
    }),
  )
  expect(new Set(sealed).size).toBe(6)
  expect(sealed.map((one) => openSecret(place(), one))).toEqual(Array.from({ length: 6 }, () => 'x'))
  expect(readdirSync(folder)).toEqual(['secret.key'])
})
test('another key does not open it, and the error names both keys and what to do', () => {
  const sealed = sealSecret(place({ ENDCAP_SECRET_KEY: key(1) }), 'secret')
  const attempt = () => openSecret(place({ ENDCAP_SECRET_KEY: key(2) }), sealed)
  expect(attempt).toThrow(SecretLost)
  expect(attempt).toThrow(/sealed with the key [0-9a-f]{8}, and this server has the key [0-9a-f]{8}\. .*ENDCAP_SECRET_KEY/)
})
test('what was changed or cut off does not open', () => {
  const context = place({ ENDCAP_SECRET_KEY: key(1) })
  const sealed = sealSecret(context, 'secret')
  const [form, name, body = ''] = sealed.split('.')
  const changed = Buffer.from(body, 'base64url')
  changed[14]! ^= 1
  expect(() => openSecret(context, [form, name, changed.toString('base64url')].join('.'))).toThrow('changed since it was sealed')
  for (const broken of ['', 'secret', `${form}.${name}`, sealed.slice(0, 20)])
    expect(() => openSecret(context, broken)).toThrow('This is no sealed secret.')
})
test('a key that is no key is refused by name, in the environment and in the file', () => {
  expect(() => place({ ENDCAP_SECRET_KEY: 'short' })).toThrow('ENDCAP_SECRET_KEY: must be 32 bytes in base64')
  writeFileSync(join(folder, 'secret.key'), 'short')
  expect(() => sealSecret(place(), 'secret')).toThrow(/secret\.key holds no key/)
})
