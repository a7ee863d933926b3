/** Frames that a page draws. */
import type { Page } from 'playwright-core'

export interface Frames {
  perSecond: number
  /** From one to the next, milliseconds. */
  gaps: number[]
}

/** Counts the frames of the page for so many milliseconds. */
export async function countFrames(page: Page, milliseconds: number): Promise<Frames> {
  const times = await page.evaluate(
    (ms: number) =>
      new Promise<number[]>((resolve) => {
        const times: number[] = []
        const begin = performance.now()
        const next = (time: number) => {
          times.push(time)
          if (performance.now() - begin < ms) requestAnimationFrame(next)
          else resolve(times)
        }
        requestAnimationFrame(next)
      }),
    milliseconds,
  )
  const gaps = times.slice(1).map((time, n) => time - (times[n] ?? time))
  return { perSecond: (gaps.length * 1000) / ((times.at(-1) ?? 0) - (times[0] ?? 0)), gaps }
}
