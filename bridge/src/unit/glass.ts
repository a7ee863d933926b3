/** What stands on the glass of tags from now on: kept on disk, and told to the server. */
import type { Waiting } from '@endcap/gateway-link/gateway/state'
import type { End } from '../driver.ts'
import type { UnitContext } from './context.ts'
import { knownTag, reportTag } from './known-tags.ts'
import { turnBackInTime } from './pages.ts'

/**
 * From now on this stands on the glass. Its count of changes is the time of the change, in seconds since 1970, so that it orders the words of
 * several access points that hear the tag.
 */
function changeGlass(context: UnitContext, { operation: { tag, kind, hash }, files }: Waiting) {
  if (kind !== 'SHOW' && kind !== 'BLANK') return
  const { memory, clock } = context
  const before = knownTag(context, tag)
  const updates = Math.max(before.updates + 1, Math.floor(clock.now() / 1000))
  memory.keepGlass({ ...before, shown: hash, page: 0, pageUntil: null, updates, doubt: false }, kind === 'BLANK' ? new Map() : files)
  turnBackInTime(context, tag)
}

/** Something came out that no operation asks for any more: the server hears what stands there now. */
export function changedLate(context: UnitContext, late: Waiting): void {
  changeGlass(context, late)
  reportTag(context, knownTag(context, late.operation.tag))
}

/** An operation is over: what stands on the glass is kept, and the server is told how it ended. */
export function finish(context: UnitContext, done: Waiting, end: End): void {
  const { gateway } = context
  const { operation } = done
  const { tag, kind } = operation
  if (end.outcome === 'failed') {
    gateway.fail(operation, end.reason, end.detail)
    return
  }
  // The same pixels may be another label: with other pages, or one that was drawn when the bridge was killed before it could tell.
  if (end.outcome !== 'same' || knownTag(context, tag).shown !== operation.hash) changeGlass(context, done)
  const { rssi, battery, temperature, updates } = knownTag(context, tag)
  gateway.finish(operation, end.outcome === 'same' ? 'same' : 'shown', {
    ...(rssi !== undefined && { rssi }),
    ...(battery !== undefined && { battery }),
    ...(temperature !== undefined && { temperature }),
    ...(end.outcome === 'delivered' && { confirmed: false }),
    ...((kind === 'SHOW' || kind === 'BLANK') && { updates }),
  })
}
