/** A picture out of a film: the browser that sends it can decode it. */
import { thumbPixels } from '@endcap/contract/upload-limits'

/** What a film has not shown by then it does not show here. */
const longestMs = 10_000

/** A JPEG out of its first second; undefined when this browser cannot play it. */
export async function posterOf(file: Blob): Promise<Blob | undefined> {
  const href = URL.createObjectURL(file)
  try {
    const video = document.createElement('video')
    video.muted = true
    video.preload = 'auto'
    video.src = href
    await heard(video, 'loadeddata')
    if (Number.isFinite(video.duration)) {
      video.currentTime = Math.min(1, video.duration / 2)
      await heard(video, 'seeked')
    }
    const scale = Math.min(1, (2 * thumbPixels) / Math.max(video.videoWidth, video.videoHeight))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(video.videoWidth * scale))
    canvas.height = Math.max(1, Math.round(video.videoHeight * scale))
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', 0.85))
  } catch {
    return undefined
  } finally {
    URL.revokeObjectURL(href)
  }
}

function heard(video: HTMLVideoElement, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('This film does not play here.'))
    video.addEventListener(event, () => resolve(), { once: true })
    video.addEventListener('error', fail, { once: true })
    setTimeout(fail, longestMs)
  })
}
