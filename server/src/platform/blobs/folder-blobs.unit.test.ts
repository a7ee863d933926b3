/** Content in a folder of this machine. */
import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { createFolderBlobs } from './folder-blobs.ts'

const folder = mkdtempSync(join(tmpdir(), 'endcap-blobs-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('content that is gone is an error for what reads it, not for the process, however late that begins', async () => {
  const content = createFolderBlobs(folder).read('0'.repeat(64))
  while (content.errored === null) await turn()
  await turn()
  await expect(content.toArray()).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a sweep counts in whole milliseconds, as the clock does: files are dated more finely', async () => {
  const blobs = createFolderBlobs(folder)
  const { path } = await blobs.receive(Readable.from([Buffer.from('half')]))
  const now = 1_800_000_000_000
  utimesSync(path, now / 1000, (now + 0.9) / 1000)
  vi.spyOn(Date, 'now').mockReturnValue(now)
  await blobs.sweep(1)
  expect(readdirSync(dirname(path))).toHaveLength(1)
  await blobs.sweep(0)
  expect(readdirSync(dirname(path))).toEqual([])
  vi.restoreAllMocks()
})
