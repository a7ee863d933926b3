/** Pages of labels. Devices of other makes show one picture: another page is another picture, until its time is over. */
import { blankHash } from '@endcap/gateway-link/messages'
import { decodeBitmap } from '@endcap/label/bitmap'
import type { Driver } from '../driver.ts'
import type { UnitContext } from './context.ts'
import { knownTag, patienceOf, reportTag } from './known-tags.ts'

interface Page {
  op: string
  tag: string
  /** The encoded bitmap; undefined where there is none. */
  file: Uint8Array | undefined
  refresh: boolean
}

/** Hands a page over to the driver. Rejects where there is no picture, or the driver does not take it. */
export async function sendPage(context: UnitContext, to: Driver, { op, tag, file, refresh }: Page): Promise<void> {
  if (file === undefined) throw new Error('There is no picture for this page')
  await to.show({ op, tag, type: knownTag(context, tag).type, bitmap: decodeBitmap(file), refresh })
}

/** Turns the tag to its first page when the time of the one that it shows is over; to be called when that changed. */
export function turnBackInTime(context: UnitContext, tag: string): void {
  const { clock, turning } = context
  turning.get(tag)?.()
  turning.delete(tag)
  const { pageUntil } = knownTag(context, tag)
  if (pageUntil === null) return
  const forget = clock.after(Math.max(0, 1000 * pageUntil - clock.now()), () => {
    turning.delete(tag)
    redraw(context, tag, 0)
  })
  turning.set(tag, forget)
}

/** Shows a page of what the glass should show, by ourselves. */
export function redraw(context: UnitContext, tag: string, page: number): void {
  const { memory, queue, gateway } = context
  const file = memory.glass(tag, page)
  const blank = knownTag(context, tag).shown === blankHash
  if (file === undefined && !blank) return
  const op = `own-${++context.redraws}`
  queue.add({
    op,
    tag,
    lane: 'page',
    urgent: true,
    patience: patienceOf(context, tag),
    late: () => undefined,
    begin: (to) =>
      blank
        ? to.blank({ op, tag, type: knownTag(context, tag).type, refresh: true })
        : sendPage(context, to, { op, tag, file, refresh: true }),
    ended: (end) => {
      if (end.outcome === 'failed') return gateway.note('grm', `${tag} could not be drawn again: ${end.detail}`)
      memory.keepTag({ ...knownTag(context, tag), page, doubt: false, ...(page === 0 && { pageUntil: null }) })
      reportTag(context, knownTag(context, tag))
    },
  })
}
