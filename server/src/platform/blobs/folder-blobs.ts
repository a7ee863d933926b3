/** Blobs in a local folder: written beside their place and renamed into it, so that a blob is whole or not there. */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Blobs } from './blobs.ts'

const isHash = (text: string) => /^[0-9a-f]{64}$/.test(text)
const isArea = (name: string) => /^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(name)

export function createFolderBlobs(folder: string): Blobs {
  const place = (hash: string) => {
    if (!isHash(hash)) throw new Error('Not a content hash')
    return join(folder, hash.slice(0, 2), hash)
  }
  const newcomer = () => join(folder, 'incoming', randomUUID())
  const exists = (path: string) =>
    stat(path).then(
      () => true,
      () => false,
    )
  const settle = async (from: string, hash: string) => {
    await mkdir(join(folder, hash.slice(0, 2)), { recursive: true })
    await rename(from, place(hash))
  }
  return {
    async put(content) {
      const hash = createHash('sha256').update(content).digest('hex')
      if (!(await exists(place(hash)))) {
        const path = newcomer()
        await mkdir(join(folder, 'incoming'), { recursive: true })
        await writeFile(path, content)
        await settle(path, hash)
      }
      return { hash, bytes: content.byteLength }
    },
    async receive(content) {
      const path = newcomer()
      await mkdir(join(folder, 'incoming'), { recursive: true })
      const file = await open(path, 'wx')
      const digest = createHash('sha256')
      let bytes = 0
      try {
        for await (const chunk of content) {
          digest.update(chunk)
          bytes += chunk.byteLength
          await file.write(chunk)
        }
        await file.close()
        const hash = digest.digest('hex')
        return { hash, bytes, path, keep: () => settle(path, hash), drop: () => rm(path, { force: true }) }
      } catch (error) {
        await file.close().catch(() => undefined)
        await rm(path, { force: true })
        throw error
      }
    },
    async scratch() {
      await mkdir(join(folder, 'incoming'), { recursive: true })
      return newcomer()
    },
    async get(hash) {
      if (!isHash(hash)) return undefined
      return readFile(place(hash)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
    },
    size: async (hash) => {
      const found = isHash(hash) ? await stat(place(hash)).catch(() => undefined) : undefined
      return found?.size
    },
    read: (hash, { chunk, ...part } = {}) =>
      // An error is told to what reads: before that, it would end the process.
      createReadStream(place(hash), { ...part, ...(chunk !== undefined && { highWaterMark: chunk }) }).on('error', () => undefined),
    pathOf: place,
    remove: (hash) => rm(place(hash), { force: true }),
    async *list() {
      const shelves = await readdir(folder).catch(() => [])
      for (const shelf of shelves.filter((name) => /^[0-9a-f]{2}$/.test(name)))
        for (const name of await readdir(join(folder, shelf))) if (isHash(name)) yield name
    },
    async sweep(restSeconds) {
      const before = Date.now() - restSeconds * 1000
      for (const name of await readdir(join(folder, 'incoming')).catch(() => [])) {
        const path = join(folder, 'incoming', name)
        const found = await stat(path).catch(() => undefined)
        if (found !== undefined && Math.floor(found.mtimeMs) <= before) await rm(path, { force: true })
      }
    },
    area(name) {
      if (!isArea(name)) throw new Error('Not a name of an area')
      const root = join(folder, 'areas', name)
      const { area: _, ...own } = createFolderBlobs(root)
      return { ...own, clear: () => rm(root, { recursive: true, force: true }) }
    },
  }
}
