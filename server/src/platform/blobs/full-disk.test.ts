/** A disk that is full while files come in: the device `/dev/full` takes no byte, as such a disk. */
import { createWriteStream, existsSync } from 'node:fs'
import { readdir, symlink } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { pathOf } from '../decoders/jobs.ts'
import { picture } from '../../testing/media.ts'
import { seedStore, sendFile } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import type { Blobs } from './blobs.ts'

const { context, app, root, api } = await startTestApp()
const { blobs, config } = context.context
afterEach(() => void (context.context.blobs = blobs))
await seedStore(context.context, 'FULL')
const content = await picture(20, 20).png().toBuffer()
const isFull = { status: 503, body: { code: 'files-full', message: expect.stringMatching(/disk .* is full/) as string } }

const upload = () => sendFile(app, root, '/plus/store/FULL/image/file', { name: 'a.png', content })

describe.skipIf(!existsSync('/dev/full'))('a full disk (needs /dev/full of Linux)', () => {
  test.each<[string, Partial<Blobs>]>([
    [
      'while a file comes in',
      {
        receive: async (incoming) => {
          await pipeline(incoming, createWriteStream('/dev/full'))
          throw new Error('The disk took it')
        },
      },
    ],
    [
      'while its small picture is written',
      {
        receive: async (incoming) => {
          const received = await blobs.receive(incoming)
          await symlink('/dev/full', pathOf.thumb(received.path))
          return received
        },
      },
    ],
  ])('is told to who uploads, and nothing is left: %s', async (_, full) => {
    context.context.blobs = { ...blobs, ...full }
    expect(await upload()).toMatchObject(isFull)
    expect(await Array.fromAsync(blobs.list())).toEqual([])
    expect(await readdir(`${config.blobFolder}/incoming`).catch(() => [])).toEqual([])
    expect((await api('POST', '/status/store/FULL/plus/image/search', {})).body.data).toEqual([])
  })
})

test('with room again it is taken', async () => {
  expect(await upload()).toMatchObject({ status: 200 })
})
