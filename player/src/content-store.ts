/** Where content is kept on this machine, in pieces, so that a load that broke off goes on where it was. */
import { answered, table } from './database.ts'

export interface ContentStore {
  has(key: string, piece: number): Promise<boolean>
  put(key: string, piece: number, content: Blob): Promise<void>
  read(key: string, pieces: number): Promise<Blob | undefined>
  /** An address that an element of the page can load; undefined when not all of it is there. */
  url(key: string, pieces: number, type: string): Promise<string | undefined>
  drop(key: string): Promise<void>
  keys(): Promise<string[]>
  /** The page is answered without the server. */
  startsAlone: boolean
}

/** As worker.ts knows it. */
const cacheName = 'endcap-content'
const pathOf = (key: string, piece: number) => `/player/pieces/${key}/${piece}`

/** With a service worker: the browser's cache, out of which the worker answers in ranges. */
async function cacheStore(): Promise<ContentStore> {
  const cache = await caches.open(cacheName)
  const all = async (key: string, pieces: number) => {
    const found: Response[] = []
    for (let piece = 0; piece < pieces; piece++) {
      const one = await cache.match(pathOf(key, piece))
      if (one === undefined) return undefined
      found.push(one)
    }
    return found
  }
  return {
    startsAlone: true,
    has: async (key, piece) => (await cache.match(pathOf(key, piece))) !== undefined,
    put: async (key, piece, content) => {
      await cache.put(pathOf(key, piece), new Response(content, { headers: { 'content-type': content.type } }))
    },
    read: async (key, pieces) => {
      const found = await all(key, pieces)
      return found && new Blob(await Promise.all(found.map((one) => one.blob())))
    },
    url: async (key, pieces) => ((await all(key, pieces)) === undefined ? undefined : `/player/content/${key}`),
    drop: async (key) => {
      for (const { url } of await cache.keys()) if (url.includes(`/player/pieces/${key}/`)) await cache.delete(url)
    },
    keys: async () => [...new Set((await cache.keys()).map(({ url }) => new URL(url).pathname.split('/')[3] ?? ''))],
  }
}

/** Without one: the browser's database, and addresses that are good as long as the page is. */
function databaseStore(): ContentStore {
  const urls = new Map<string, string>()
  const get = async (key: string, piece: number) => {
    const stored: unknown = await answered((await table('pieces', 'readonly')).get(`${key}/${piece}`))
    return stored instanceof Blob ? stored : undefined
  }
  const keys = async () => (await answered((await table('pieces', 'readonly')).getAllKeys())).filter((key) => typeof key === 'string')
  const read: ContentStore['read'] = async (key, pieces) => {
    const found = await Promise.all(Array.from({ length: pieces }, (_, piece) => get(key, piece)))
    const there = found.filter((one) => one !== undefined)
    return there.length < pieces ? undefined : new Blob(there)
  }
  return {
    startsAlone: false,
    has: async (key, piece) => (await get(key, piece)) !== undefined,
    put: async (key, piece, content) => void (await answered((await table('pieces', 'readwrite')).put(content, `${key}/${piece}`))),
    read,
    url: async (key, pieces, type) => {
      const known = urls.get(key)
      if (known !== undefined) return known
      const whole = await read(key, pieces)
      if (whole === undefined) return undefined
      const url = URL.createObjectURL(new Blob([whole], { type }))
      urls.set(key, url)
      return url
    },
    drop: async (key) => {
      const url = urls.get(key)
      if (url !== undefined) URL.revokeObjectURL(url)
      urls.delete(key)
      const range = IDBKeyRange.bound(`${key}/`, `${key}/~`)
      await answered((await table('pieces', 'readwrite')).delete(range))
    },
    keys: async () => [...new Set((await keys()).map((name) => name.split('/')[0] ?? ''))],
  }
}

/** A worker that does not take the page over in this time never will: then it plays without. */
const takeOverMs = 10_000

export async function openContentStore(): Promise<ContentStore> {
  if (!isSecureContext || !('serviceWorker' in navigator)) return databaseStore()
  try {
    await navigator.serviceWorker.register('/player/worker.js', { scope: '/player/', updateViaCache: 'none' })
    if (navigator.serviceWorker.controller === null)
      await new Promise<void>((resolve, reject) => {
        navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
        setTimeout(() => reject(new Error('the service worker does not take over')), takeOverMs)
      })
    void navigator.storage.persist().catch(() => undefined)
    return await cacheStore()
  } catch {
    // A new page without the server finds the worker again; until then it is as without.
    return navigator.serviceWorker.controller === null ? databaseStore() : cacheStore()
  }
}
