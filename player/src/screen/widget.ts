/**
 * A widget in its sandbox. Its archive is unpacked here and handed to the sandbox as data; there each file becomes an address of the sandbox's
 * own, and index.html is written with these. So it needs no server, and reaches nothing of the player: its origin is opaque.
 */
import type { AreaItem } from '@endcap/signage/shows'
import { element } from '../element.ts'
import { unzip } from '../zip.ts'
import { fitted } from '@endcap/signage/fit'

/** Runs inside of the sandbox, before anything of the widget. Plain text: it is the sandbox's own page. */
const begin = `<!doctype html><script>
addEventListener('message', async function once(event) {
  removeEventListener('message', once)
  const { files, base } = event.data
  const urls = {}
  const nameOf = (path, from) => {
    if (/^[a-z][a-z0-9+.-]*:|^\\/\\/|^#/i.test(path)) return
    try { return decodeURIComponent(new URL(path.split(/[?#]/)[0], 'http://w/' + from).pathname.slice(1)) } catch {}
  }
  const types = { js: 'text/javascript', mjs: 'text/javascript', css: 'text/css', html: 'text/html', svg: 'image/svg+xml', png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp', json: 'application/json', mp4: 'video/mp4', webm: 'video/webm', woff2: 'font/woff2', woff: 'font/woff', ttf: 'font/ttf' }
  const typed = (name, content) => new Blob([content], { type: types[name.split('.').pop().toLowerCase()] || '' })
  const isStyle = (name) => /\\.css$/i.test(name)
  for (const [name, content] of files) if (!isStyle(name)) urls[name] = URL.createObjectURL(typed(name, content))
  const inStyle = (text, from) => text.replace(/url\\(\\s*(['"]?)(.*?)\\1\\s*\\)/g, (all, quote, path) => { const url = urls[nameOf(path, from)]; return url ? 'url("' + url + '")' : all })
  for (const [name, content] of files) if (isStyle(name)) urls[name] = URL.createObjectURL(typed(name, inStyle(await content.text(), name)))
  const found = (path) => urls[nameOf(String(path), base)]
  const realFetch = fetch
  window.fetch = (what, options) => realFetch(typeof what === 'string' || what instanceof URL ? found(what) || what : what, options)
  const realOpen = XMLHttpRequest.prototype.open
  XMLHttpRequest.prototype.open = function (method, url, ...more) { return realOpen.call(this, method, found(url) || url, ...more) }
  for (const [kind, name] of [[HTMLImageElement, 'src'], [HTMLScriptElement, 'src'], [HTMLMediaElement, 'src'], [HTMLLinkElement, 'href']]) {
    const own = Object.getOwnPropertyDescriptor(kind.prototype, name)
    Object.defineProperty(kind.prototype, name, { ...own, set(path) { own.set.call(this, found(path) || path) } })
  }
  const index = new Map(files).get(base + 'index.html')
  const page = new DOMParser().parseFromString(await index.text(), 'text/html')
  for (const one of page.querySelectorAll('[src],[href],[poster]')) for (const name of ['src', 'href', 'poster']) {
    const path = one.getAttribute(name)
    const url = path && found(path)
    if (url) one.setAttribute(name, url)
  }
  for (const one of page.querySelectorAll('style')) one.textContent = inStyle(one.textContent, base)
  for (const one of page.querySelectorAll('[style]')) one.setAttribute('style', inStyle(one.getAttribute('style'), base))
  document.open()
  document.write('<!doctype html>' + page.documentElement.outerHTML)
  document.close()
  parent.postMessage('endcap-widget-ready', '*')
})
</script>`

const patienceMs = 10_000

/** Throws when the archive is none, has no index.html, or nothing comes of it. */
export async function openWidget(
  box: HTMLElement,
  archive: Blob,
  size: { width: number; height: number },
  fit: AreaItem['fit'],
): Promise<void> {
  const files = await unzip(await archive.arrayBuffer())
  const index = [...files.keys()].filter((name) => /(^|\/)index\.html$/.test(name)).toSorted((a, b) => a.length - b.length)[0]
  if (index === undefined) throw new Error('the widget has no index.html')
  // A page of its own in between: the sandbox takes over what that page may do, which is more than the player may.
  const outer = element('iframe')
  outer.src = '/player/frame.html'
  const { left, top, width, height } = fitted(size, { width: box.offsetWidth, height: box.offsetHeight }, fit)
  outer.style.cssText = `width:${size.width}px;height:${size.height}px;transform-origin:0 0`
  outer.style.transform = `translate(${left}px,${top}px) scale(${width / size.width},${height / size.height})`
  await loaded(outer, () => box.append(outer))
  const inside = outer.contentDocument
  if (inside === null) throw new Error('the frame of the widget does not open')
  const sandbox = inside.importNode(element('iframe'))
  sandbox.setAttribute('sandbox', 'allow-scripts')
  sandbox.srcdoc = begin
  await loaded(sandbox, () => inside.body.append(sandbox))
  const base = index.slice(0, -'index.html'.length)
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the widget does not start')), patienceMs)
    outer.contentWindow?.addEventListener('message', ({ data, source }) => {
      if (source !== sandbox.contentWindow || data !== 'endcap-widget-ready') return
      clearTimeout(late)
      resolve()
    })
    // Its origin is opaque: there is none to name.
    sandbox.contentWindow?.postMessage({ files: [...files], base }, '*')
  })
}

function loaded(frame: HTMLIFrameElement, open: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('a frame does not load')), patienceMs)
    frame.addEventListener(
      'load',
      () => {
        clearTimeout(late)
        resolve()
      },
      { once: true },
    )
    open()
  })
}
