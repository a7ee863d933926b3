/** Displays for journeys: players in real browsers, and what stores give them. */
import { crc32, deflateRawSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { patienceMs } from './patience.ts'
import type { ApiClient, ServerProcess } from './system.ts'

export interface Display {
  page: Page
  context: BrowserContext
  mac: string
}
interface Opened {
  browser: Browser
  server: ServerProcess
  mac: string
  size?: { width: number; height: number }
}

/** `localhost`: a secure context, as behind the host program or https. */
export const playerUrl = ({ ports }: Pick<ServerProcess, 'ports'>, mac: string, more = '') =>
  `http://localhost:${ports.http}/player/?mac=${mac}${more}`

export async function openDisplay({ browser, server, mac, size = { width: 1920, height: 540 } }: Opened, more = ''): Promise<Display> {
  const context = await browser.newContext({ viewport: size })
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.goto(playerUrl(server, mac, more))
  return { page, context, mac }
}

/** What the display's code says, typed into the console's call. */
export async function takeIn(
  client: ApiClient,
  storeCode: string,
  { page, mac }: Pick<Display, 'page' | 'mac'>,
  name: string,
): Promise<void> {
  const code = (await page.locator('.code').innerText()).replaceAll(/\s/g, '')
  await client.displays.accept({ params: { storeCode }, body: { mac, code, name } })
}

/** A picture of one colour, as PNG. */
export async function pictureOf(page: Page, colour: string, size = { width: 640, height: 360 }): Promise<Blob> {
  const bytes = await page.evaluate(
    async ({ colour, size: { width, height } }) => {
      const canvas = new OffscreenCanvas(width, height)
      const pen = canvas.getContext('2d')
      if (pen === null) throw new Error('no canvas')
      pen.fillStyle = colour
      pen.fillRect(0, 0, width, height)
      return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())]
    },
    { colour, size },
  )
  return new Blob([new Uint8Array(bytes)], { type: 'image/png' })
}

interface FilmForm {
  width: number
  height: number
  /** Missing: one that changes from picture to picture. */
  colour?: string
  /** It has so many pictures at least, and lasts so long. */
  pictures?: number
  milliseconds?: number
  /** Container and codec; WebM where none is named. */
  type?: string
}
/** A film as browsers record it. */
export async function filmOf(
  page: Page,
  { width, height, colour, pictures = 0, milliseconds = 0, type = 'video/webm' }: FilmForm,
): Promise<Blob> {
  const bytes = await page.evaluate(
    async ({ width, height, colour, pictures, milliseconds, type }) => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width, height })
      const pen = canvas.getContext('2d')
      const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: type })
      const parts: Blob[] = []
      recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
      const over = new Promise((resolve) => recorder.addEventListener('stop', resolve))
      recorder.start()
      const end = performance.now() + milliseconds
      for (let picture = 0; picture < pictures || performance.now() < end; picture++) {
        if (pen !== null) pen.fillStyle = colour ?? `rgb(0 0 ${Math.floor(performance.now()) % 255})`
        pen?.fillRect(0, 0, width, height)
        await new Promise(requestAnimationFrame)
      }
      recorder.stop()
      await over
      return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
    },
    { width, height, colour, pictures, milliseconds, type },
  )
  return new Blob([new Uint8Array(bytes)])
}

/** The colour of a pixel of what is really on the screen, as `r,g,b`. */
export async function pixelOf(page: Page, x: number, y: number): Promise<string> {
  return (await pixelsOf(page, { x, y, width: 1, height: 1 }))[0] ?? ''
}

/** The colours of all pixels of a part of what is really on the screen, row by row, each as `r,g,b`. */
export async function pixelsOf(page: Page, clip: { x: number; y: number; width: number; height: number }): Promise<string[]> {
  const picture = (await page.screenshot({ clip })).toString('base64')
  return page.evaluate(async (picture) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))]))
    const { width, height } = bitmap
    const pen = new OffscreenCanvas(width, height).getContext('2d')
    pen?.drawImage(bitmap, 0, 0)
    const data = pen?.getImageData(0, 0, width, height).data
    return Array.from({ length: width * height }, (_, at) => [...(data?.slice(at * 4, at * 4 + 3) ?? [])].join(','))
  }, picture)
}

/** Of the colours of two pictures, how many pixels differ; any page looks at them. */
export async function differingPixels(page: Page, one: Buffer, other: Buffer): Promise<number> {
  return page.evaluate(
    async (both) => {
      const [a, b] = await Promise.all(
        both.map(async (source) => {
          const image = new Image()
          image.src = source
          await image.decode()
          const pen = new OffscreenCanvas(image.width, image.height).getContext('2d')
          pen?.drawImage(image, 0, 0)
          return pen?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray()
        }),
      )
      let count = a?.length === b?.length ? 0 : Infinity
      for (let at = 0; at < (a?.length ?? 0); at += 4) if ([0, 1, 2].some((part) => a?.[at + part] !== b?.[at + part])) count++
      return count
    },
    [one, other].map((picture) => `data:image/png;base64,${picture.toString('base64')}`),
  )
}

/** The card of a product that is on the screen: what was loaded for it, and the size of its place as calls name it. */
export async function cardOn(page: Page, slot: string): Promise<{ svg: string; cardSize: string }> {
  const card = page.locator(`.view.shown [data-content="product:${slot}"] img`)
  await card.waitFor()
  return card.evaluate(async (image: HTMLImageElement) => {
    const { offsetWidth = 0, offsetHeight = 0 } = image.parentElement ?? {}
    return { svg: await (await fetch(image.src)).text(), cardSize: `${offsetWidth}x${offsetHeight}` }
  })
}

/** An archive of these texts. */
export function zipOf(files: Record<string, string>): Blob {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(files)) {
    const [path, content] = [Buffer.from(name), Buffer.from(text)]
    const packed = deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(path.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, path, packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    list.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), common, place, path]))
    parts.push(local)
    at += local.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(list.length, 4)
  end.writeUInt16LE(list.length, 6)
  end.writeUInt32LE(Buffer.concat(list).length, 8)
  end.writeUInt32LE(at, 12)
  return new Blob([Buffer.concat([...parts, ...list, Buffer.from('PK\u0005\u0006'), end])])
}
