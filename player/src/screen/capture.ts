import type { AreaItem } from '@endcap/signage/shows'
import { fitted } from '@endcap/signage/fit'

/**
 * A picture of what the player shows, upright as people in front see it. A browser gives a page no picture of itself: it is drawn once more from what is on the page. What comes
 * from elsewhere (webpages, widgets) is a grey box there.
 */

const maxWidth = 960

export async function capture(): Promise<Blob> {
  const canvas = document.createElement('canvas')
  // Nothing of it is seen: the screen is drawn when this is over.
  document.documentElement.classList.add('upright')
  try {
    const shown = document.querySelector<HTMLElement>('.view.shown')
    // A slide that is on its way is there.
    for (const way of shown?.querySelector('.stage')?.getAnimations() ?? []) way.finish()
    const [width, height] = shown === null ? [innerWidth, innerHeight] : [shown.offsetWidth, shown.offsetHeight]
    const scale = Math.min(1, maxWidth / width)
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    const pen = canvas.getContext('2d')
    if (pen === null) throw new Error('this browser draws no pictures')
    pen.scale(scale, scale)
    pen.fillStyle = '#000'
    pen.fillRect(0, 0, width, height)
    for (const part of document.querySelectorAll('.view.shown, .overlay > *')) draw(pen, part)
  } finally {
    document.documentElement.classList.remove('upright')
  }
  return pictureOf(canvas)
}

/** How far what is shown is turned back, clockwise, degrees: a picture that the machine takes is turned so until it is upright. */
export function turnShown(): '0' | '90' | '180' | '270' {
  const turn = document.querySelector<HTMLElement>('.view.shown')?.dataset.turn
  return turn === '90' || turn === '180' || turn === '270' ? turn : '0'
}

/** A picture of the screen as the machine took it, as large as the server wants it. */
export async function smaller(picture: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(picture)
  const scale = Math.min(1, maxWidth / bitmap.width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return pictureOf(canvas)
}

function pictureOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((picture) => (picture === null ? reject(new Error('no picture came of it')) : resolve(picture)), 'image/jpeg', 0.8),
  )
}

function draw(pen: CanvasRenderingContext2D, part: Element): void {
  const { left, top, width, height } = part.getBoundingClientRect()
  const style = getComputedStyle(part)
  if (width === 0 || height === 0 || style.opacity === '0') return
  pen.save()
  pen.globalAlpha *= Number(style.opacity)
  pen.beginPath()
  pen.roundRect(left, top, width, height, Number.parseFloat(style.borderRadius))
  pen.clip()
  pen.fillStyle = part instanceof HTMLIFrameElement ? '#777' : style.backgroundColor
  pen.fillRect(left, top, width, height)
  if (part instanceof HTMLImageElement || part instanceof HTMLVideoElement) {
    const [ownWidth, ownHeight] =
      part instanceof HTMLVideoElement ? [part.videoWidth, part.videoHeight] : [part.naturalWidth, part.naturalHeight]
    const place = fitted({ width: ownWidth, height: ownHeight }, { width, height }, fitOf(style.objectFit))
    pen.drawImage(part, left + place.left, top + place.top, place.width, place.height)
  }
  for (const child of part.childNodes) {
    if (child instanceof Element) draw(pen, child)
    else if (child instanceof Text) drawText(pen, child, style)
  }
  pen.restore()
}

/** All that the player's own style sheet sets. */
const fitOf = (objectFit: string): AreaItem['fit'] => (objectFit === 'contain' || objectFit === 'fill' ? objectFit : 'cover')

/** Line by line as the browser has broken it. */
function drawText(pen: CanvasRenderingContext2D, text: Text, style: CSSStyleDeclaration): void {
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  pen.fillStyle = style.color
  pen.textBaseline = 'middle'
  const range = document.createRange()
  let line: { text: string; box: DOMRect } | undefined
  const put = () => {
    if (line !== undefined) pen.fillText(line.text, line.box.left, line.box.top + line.box.height / 2)
  }
  for (let index = 0; index < text.data.length; index++) {
    range.setStart(text, index)
    range.setEnd(text, index + 1)
    const box = range.getBoundingClientRect()
    if (line !== undefined && Math.abs(line.box.top - box.top) < box.height / 2) line.text += text.data[index] ?? ''
    else {
      put()
      line = { text: text.data[index] ?? '', box }
    }
  }
  put()
}
