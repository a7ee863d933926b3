/** Carries the server's operations to tags: makes a job of each for the queue, or answers at once where nothing is to be done. */
import type { Waiting } from '@endcap/gateway-link/gateway/state'
import { laneOf, ledParams, pageParams } from '@endcap/gateway-link/messages'
import type { End } from '../driver.ts'
import type { Job } from '../queue.ts'
import type { UnitContext } from './context.ts'
import { changedLate, finish } from './glass.ts'
import { knownTag, patienceOf } from './known-tags.ts'
import { sendPage, turnBackInTime } from './pages.ts'

const failed = (reason: Extract<End, { outcome: 'failed' }>['reason'], detail: string): End => ({ outcome: 'failed', reason, detail })

/** An operation and its bitmaps are here: it is carried to its tag, and ended by `finish`. */
export function carry(context: UnitContext, waiting: Waiting): void {
  const { op, tag, kind } = waiting.operation
  if (kind === 'STATUS_CHECK') {
    context.checks.set(tag, waiting.operation)
    return
  }
  const job: Omit<Job, 'begin'> = {
    op,
    tag,
    lane: laneOf[kind],
    urgent: kind !== 'SHOW' && kind !== 'BLANK',
    patience: patienceOf(context, tag),
    ended: (end) => finish(context, waiting, end),
    late: () => changedLate(context, waiting),
  }
  if (kind === 'LED') carryLight(context, waiting, job)
  else if (kind === 'PAGE') carryPage(context, waiting, job)
  else carryLabel(context, waiting, job)
}

function carryLight({ driver, queue }: UnitContext, { operation: { op, tag, params } }: Waiting, job: Omit<Job, 'begin'>) {
  const light = ledParams.safeParse(params)
  if (driver.light === undefined) job.ended(failed('unsupported', 'These devices have no light'))
  else if (!light.success) job.ended(failed('tag-refused', 'these settings of the light are unknown'))
  else queue.add({ ...job, begin: async (to) => to.light?.({ op, tag, params: light.data }) })
}

function carryLabel(context: UnitContext, { operation, files }: Waiting, job: Omit<Job, 'begin'>) {
  const { op, tag, kind, hash, params } = operation
  const { queue, campaign } = context
  const refresh = params?.refresh === 1
  const glass = knownTag(context, tag)
  if (glass.shown === hash && glass.page === 0 && !glass.doubt && !refresh) return job.ended({ outcome: 'same' })
  if (kind === 'BLANK') queue.add({ ...job, begin: (to) => to.blank({ op, tag, type: knownTag(context, tag).type, refresh }) })
  else queue.add({ ...job, begin: (to) => sendPage(context, to, { op, tag, file: files.get(0), refresh }) })
  campaign.goOn()
}

function carryPage(context: UnitContext, { operation: { op, tag, params } }: Waiting, job: Omit<Job, 'begin'>) {
  const { queue, memory, clock } = context
  const pageRequest = pageParams.safeParse(params)
  if (!pageRequest.success) return job.ended(failed('tag-refused', 'this page is unknown'))
  const { page, seconds } = pageRequest.data
  const file = memory.glass(tag, page)
  if (file === undefined) return job.ended(failed('tag-refused', `the label has no page ${page}`))
  const glass = knownTag(context, tag)
  if (glass.page === page && !glass.doubt) return job.ended({ outcome: 'same' })
  queue.add({
    ...job,
    begin: (to) => sendPage(context, to, { op, tag, file, refresh: false }),
    ended: (end) => {
      if (end.outcome !== 'failed') {
        const pageUntil = page === 0 || seconds === 0 ? null : clock.now() / 1000 + seconds
        memory.keepTag({ ...knownTag(context, tag), page, pageUntil })
        turnBackInTime(context, tag)
      }
      job.ended(end)
    },
  })
}
