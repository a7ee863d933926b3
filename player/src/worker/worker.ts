/**
 * The service worker: the page itself starts without the server, and content comes from the pieces that the page has kept, in ranges, as
 * films need it. It loads nothing of its own accord. It shares no module with the page: each is one file.
 */
const worker = scopeOf(globalThis)
function scopeOf(scope: object): ServiceWorkerGlobalScope {
  if (scope instanceof ServiceWorkerGlobalScope) return scope
  throw new Error('this runs in a service worker alone')
}

/** As content-store.ts names them. */
const pieces = 'endcap-content'
const shell = 'endcap-shell'
const pieceBytes = 8_388_608
/** A server that does not answer in this time is not waited for when the page is known. */
const patienceMs = 4000

worker.addEventListener('install', (event) => {
  void worker.skipWaiting()
  event.waitUntil(keepShell(new URL('./', worker.location.href).href))
})
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return
  const [, hash] = /^\/player\/content\/([\w-]+)$/.exec(url.pathname) ?? []
  if (hash !== undefined) event.respondWith(contentOf(hash, request.headers.get('range')))
  else if (url.pathname.startsWith('/player/assets/')) event.respondWith(assetOf(request))
  else if (url.pathname === '/player/' || url.pathname === '/player/index.html')
    event.respondWith(pageOf(new URL('./', worker.location.href).href))
  else if (url.pathname === '/player/frame.html') event.respondWith(pageOf(new URL('./frame.html', worker.location.href).href))
})

/** The page with all that it loads; what an older one loaded goes. */
async function keepShell(address: string): Promise<Response> {
  const answer = await fetch(address, { cache: 'no-cache' })
  if (!answer.ok) return answer
  const cache = await caches.open(shell)
  const text = await answer.clone().text()
  const assets = [...text.matchAll(/(?:src|href)="(\/player\/assets\/[^"]+)"/g)].map(([, path = '']) => new URL(path, address).href)
  for (const asset of assets) if ((await cache.match(asset)) === undefined) await cache.add(asset)
  await cache.put(address, answer.clone())
  const frame = new URL('./frame.html', address).href
  if (address !== frame && (await cache.match(frame)) === undefined) await cache.add(frame)
  const needed = new Set([...assets, address, frame])
  for (const { url } of await cache.keys()) if (address !== frame && !needed.has(url)) await cache.delete(url)
  return answer
}

async function pageOf(address: string): Promise<Response> {
  const cache = await caches.open(shell)
  const known = await cache.match(address)
  const fresh = keepShell(address)
  if (known === undefined) return fresh
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(known), patienceMs))
  const good = fresh.then((answer) => (answer.ok ? answer : known)).catch(() => known)
  return Promise.race([good, late])
}

async function assetOf(request: Request): Promise<Response> {
  const cache = await caches.open(shell)
  return (await cache.match(request)) ?? fetch(request)
}

/** What the page kept under this hash, or the part of it that is asked for. */
async function contentOf(hash: string, range: string | null): Promise<Response> {
  const cache = await caches.open(pieces)
  const blobs: Blob[] = []
  let type = ''
  for (let index = 0; ; index++) {
    const piece = await cache.match(`/player/pieces/${hash}/${index}`)
    if (piece === undefined) break
    type = piece.headers.get('content-type') ?? type
    blobs.push(await piece.blob())
    if ((blobs.at(-1)?.size ?? 0) < pieceBytes) break
  }
  if (blobs.length === 0) return new Response('not kept', { status: 404 })
  const whole = new Blob(blobs, { type })
  const headers = { 'content-type': type, 'accept-ranges': 'bytes', 'cache-control': 'no-store' }
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (from === '' && to === '') return new Response(whole, { headers: { ...headers, 'content-length': String(whole.size) } })
  const start = from === '' ? Math.max(0, whole.size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? whole.size - 1 : Math.min(whole.size - 1, Number(to))
  if (start > end) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${whole.size}` } })
  const part = whole.slice(start, end + 1, type)
  return new Response(part, {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${start}-${end}/${whole.size}`, 'content-length': String(part.size) },
  })
}
