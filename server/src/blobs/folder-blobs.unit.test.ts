/** Content in a folder of this machine. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createFolderBlobs } from './folder-blobs.ts'

const folder = mkdtempSync(join(tmpdir(), 'endcap-blobs-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('content that is gone is an error for what reads it, not for the process, however late that begins', async () => {
  const content = createFolderBlobs(folder).read('0'.repeat(64))
  while (content.errored === null) await turn()
  await turn()
  await expect(content.toArray()).rejects.toMatchObject({ code: 'ENOENT' })
})
