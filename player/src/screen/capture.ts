/**
 * A picture of what the player shows. A browser gives a page no picture of itself: it is drawn once more from what is on the page. What comes
 * from elsewhere (webpages, widgets) is a grey box there.
 */

const mostWidth = 960

export async function capture(): Promise<Blob> {
  const scale = Math.min(1, mostWidth / innerWidth)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(innerWidth * scale)
  canvas.height = Math.round(innerHeight * scale)
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('this browser draws no pictures')
  pen.scale(scale, scale)
  pen.fillStyle = '#000'
  pen.fillRect(0, 0, innerWidth, innerHeight)
  for (const part of document.querySelectorAll('.view.shown, .overlay > *')) draw(pen, part)
  return new Promise((resolve, reject) =>
    canvas.toBlob((picture) => (picture === null ? reject(new Error('no picture came of it')) : resolve(picture)), 'image/jpeg', 0.8),
  )
}

function draw(pen: CanvasRenderingContext2D, part: Element): void {
  const { left, top, width, height } = part.getBoundingClientRect()
  if (width === 0 || height === 0) return
  const style = getComputedStyle(part)
  pen.save()
  pen.beginPath()
  pen.rect(left, top, width, height)
  pen.clip()
  pen.fillStyle = part instanceof HTMLIFrameElement ? '#777' : style.backgroundColor
  pen.fillRect(left, top, width, height)
  if (part instanceof HTMLImageElement || part instanceof HTMLVideoElement) pen.drawImage(part, left, top, width, height)
  for (const child of part.childNodes) {
    if (child instanceof Element) draw(pen, child)
    else if (child instanceof Text) drawText(pen, child, style)
  }
  pen.restore()
}

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
