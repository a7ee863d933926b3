/** A backup of a shop, put back on another machine: its people sign in, its gateways are known, and its labels follow their prices. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectedPixels, isOnGlass } from './glass.ts'
import { setStage } from './stage.ts'
import { eanOf, showAll, signIn, until, uploadPrices } from './system.ts'

const stage = setStage()
const run = (command: 'backup' | 'restore', file: string, dataFolder: string) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/src/chain/backup/command.ts', command, file], {
    env: { ...process.env, ENDCAP_DATA: dataFolder },
    encoding: 'utf8',
  })
  return { status, output: (stdout + stderr).trim() }
}

test('everything is there again in another folder, and goes on', async () => {
  const first = await stage.openShop({ storeCode: 'KEEP', gateways: 1, tags: 5 }, { embedded: true })
  await uploadPrices(first.client, 'KEEP', [100, 200, 300, 400, 500])
  await showAll(first.client, first.shop)
  const file = join(stage.folder, 'endcap.tar.gz')
  writeFileSync(file, 'the backup of yesterday')

  const refused = run('backup', file, stage.folder)
  expect(refused).toMatchObject({ status: 1, output: expect.stringContaining(stage.folder) as string })
  expect(readFileSync(file, 'utf8')).toBe('the backup of yesterday')
  await first.server.stop()
  expect(run('backup', file, stage.folder)).toMatchObject({
    status: 0,
    output: expect.stringMatching(/[\d,]+ rows, [1-9]\d* files/) as string,
  })

  const otherFolder = join(stage.folder, 'other')
  mkdirSync(otherFolder)
  const cut = join(stage.folder, 'cut.tar.gz')
  copyFileSync(file, cut)
  truncateSync(cut, 5000)
  expect(run('restore', cut, otherFolder)).toMatchObject({ status: 1, output: expect.stringContaining('backup') as string })
  expect(run('restore', file, otherFolder).output).toContain('All accounts sign in anew.')
  expect(run('restore', file, otherFolder)).toMatchObject({ status: 1, output: expect.stringContaining('not empty') as string })
  expect(existsSync(join(otherFolder, 'secret.key'))).toBe(false)
  copyFileSync(join(stage.folder, 'secret.key'), join(otherFolder, 'secret.key'))

  const server = await stage.startServer({ ports: first.server.ports, dataFolder: otherFolder, embedded: true })
  const client = await signIn(server.url)
  const { data } = await client.tags.search({ params: { storeCode: 'KEEP' }, body: {} })
  expect(data.map(({ status }) => status)).toEqual(['OK', 'OK', 'OK', 'OK', 'OK'])
  await uploadPrices(client, 'KEEP', [110, 200, 300, 400, 500])
  const tag = first.shop.tagMacs[0] ?? ''
  const expected = expectedPixels([eanOf(0), 'Produkt 0', 'Sonnental', '1.10', '', '1 kg', '', '', 'EUR', eanOf(0)])
  await until('the glass follows', () => isOnGlass(first.fleet, tag, expected))
  // Nothing else was sent again, and the label that was has confirmed it.
  const statuses = async () => (await client.tags.search({ params: { storeCode: 'KEEP' }, body: {} })).data
  expect((await statuses()).every(({ tagMac, status }) => tagMac === tag || status === 'OK')).toBe(true)
  await until('the label has confirmed it', async () => (await statuses()).every(({ status }) => status === 'OK'))
})
