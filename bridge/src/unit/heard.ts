/** What the driver says of tags: they were heard, or their glass may show something else. */
import type { HeardTag } from '../driver.ts'
import type { KnownTag } from '../unit-state.ts'
import type { UnitContext } from './context.ts'
import { finish } from './glass.ts'
import { knownTag, reportTag } from './known-tags.ts'
import { redraw } from './pages.ts'

/** A tag was heard: the server is told, and a status check that waited for it is done. Tags that there is no room for are left. */
export function heardTag(context: UnitContext, { event, ago = 0, doubt, ...tag }: HeardTag): void {
  const { memory, checks, clock } = context
  const before = knownTag(context, tag.tag)
  const next: KnownTag = { ...before, ...tag, doubt: doubt ?? before.doubt, heardAt: clock.now() / 1000 - ago }
  if (!memory.keepTag(next)) return
  reportTag(context, next, event)
  const check = checks.get(tag.tag)
  if (check === undefined) return
  checks.delete(tag.tag)
  finish(context, { operation: check, files: new Map() }, { outcome: 'shown' })
}

/** The glass of a tag may show something else than it was sent last: the server is told, and it is drawn again. */
export function doubtGlass(context: UnitContext, tag: string, why: string): void {
  const { memory, gateway } = context
  const glass = knownTag(context, tag)
  gateway.note('grm', `${tag} may show something else: ${why}`)
  if (glass.shown === null) return
  memory.keepTag({ ...glass, doubt: true })
  reportTag(context, knownTag(context, tag))
  redraw(context, tag, glass.page)
}
