/** Work on disk, for the start of a bridge whose server is away. */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createStoredWork, type StoredWork } from './stored-work.ts'

const work: StoredWork = {
  accessPoints: [
    {
      gwMac: '02EC5B010001',
      storeCode: 'S1',
      kind: 'openepaperlink',
      address: '192.168.1.50',
      options: { keys: { a: '1' }, other: 2 },
      secret: 'secret',
    },
  ],
  mqtt: { url: null, port: 1883, securePort: null },
}
const createFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-stored-work-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('is read as it was kept, letter by letter, and by no other user of this machine', () => {
  const folder = createFolder()
  createStoredWork(folder).keep(work)
  expect(JSON.stringify(createStoredWork(folder).read())).toBe(JSON.stringify(work))
  expect(readdirSync(folder)).toEqual(['work.json'])
  expect(statSync(join(folder, 'work.json')).mode & 0o777).toBe(0o600)
})
test.each([
  ['', 'empty'],
  ['{"accessPoints":[', 'cut off'],
  ['null', 'nothing'],
  ['{"accessPoints":[{"gwMac":7}],"mqtt":{}}', 'something else'],
])('counts as none where it cannot be read: %j is %s', (content) => {
  const folder = createFolder()
  expect(createStoredWork(folder).read()).toBeUndefined()
  writeFileSync(join(folder, 'work.json'), content)
  expect(createStoredWork(folder).read()).toBeUndefined()
})
