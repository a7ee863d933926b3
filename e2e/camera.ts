/** What a camera sees: bar codes on paper, as a film that Chromium takes for one. */
import { encodeBarcode, type Symbology } from '@endcap/label/barcode'

const size = { width: 640, height: 480, pixelsPerModule: 3, barHeight: 200 }

/** A linear code in the middle of a grey-white picture, one byte a pixel. */
export function picture(symbology: Symbology, value: string): Uint8Array {
  const modules = encodeBarcode(symbology, value)
  if (typeof modules === 'string') throw new Error(modules)
  const luma = new Uint8Array(size.width * size.height).fill(215)
  const left = (size.width - modules.width * size.pixelsPerModule) >> 1
  const top = (size.height - size.barHeight) >> 1
  for (let x = 0; x < modules.width * size.pixelsPerModule; x++)
    if (modules.rows[0]?.[Math.floor(x / size.pixelsPerModule)] === 1)
      for (let y = top; y < top + size.barHeight; y++) luma[y * size.width + left + x] = 30
  return luma
}

/** A film without compression (YUV4MPEG2), each picture shown for two seconds, over and over. */
export function filmOf(pictures: readonly Uint8Array[]): Buffer {
  const colour = Buffer.alloc((size.width * size.height) / 2, 128)
  const frames = pictures.flatMap((luma) => Array.from({ length: 10 }, () => [Buffer.from('FRAME\n'), luma, colour]))
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${size.width} H${size.height} F5:1 Ip A1:1 C420jpeg\n`), ...frames.flat()])
}

/** Switches of a browser whose camera shows this film. */
export const filmSwitches = (file: string): string[] => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${file}`,
]
