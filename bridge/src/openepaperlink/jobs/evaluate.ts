/** Judges by a tag's record what became of what was sent to it: what cannot be told from a loss is sent again. */
import { uploadedMode, type TagRecord } from '../codec/records.ts'
import type { JobsContext } from './context.ts'
import { resend, sendHeld } from './handover.ts'
import { reportOlder } from './older.ts'
import { settle } from './outcomes.ts'
import { hasCompleted, isDrawn, lanes, type Task } from './tasks.ts'

/** Reads a tag's record and goes on with what is under way for it. To be called in the tag's turn. Rejects where the access point or the tag is away. */
export async function evaluateTag(context: JobsContext, tag: string): Promise<void> {
  if (context.isOver) return
  const { link, read, tasks } = context
  const record = await link.tag(tag)
  if (record === undefined) return
  read(record)
  for (const lane of lanes) {
    const task = tasks.get(lane, tag)
    if (task === undefined) continue
    if (record.externalAccessPoint !== undefined) {
      const detail = `The tag is heard by the access point ${record.externalAccessPoint} now`
      settle(context, lane, task, { outcome: 'failed', reason: 'tag-silent', detail })
    } else await (lane === 'image' ? evaluateImage(context, task, record) : evaluateLight(context, task, record))
  }
  if (!tasks.isUnderWay(tag)) checkForeign(context, record)
}

async function evaluateImage(context: JobsContext, evaluated: Task, record: TagRecord): Promise<void> {
  const { tasks } = context
  const task = reportOlder(context, evaluated, record)
  if (task.phase === 'held') return sendHeld(context, 'image', task)
  if (record.contentMode !== uploadedMode || (task.upload !== undefined && record.upload !== task.upload))
    return resend(context, 'image', task, 'Another sender has sent something to this tag')
  if ((record.pending ?? 0) > 0) {
    if (!task.queued && isDrawn(record)) tasks.save('image', { ...task, queued: true })
    return
  }
  if (!isDrawn(record)) return
  const { tag, key } = task
  if (hasCompleted(task, record)) {
    tasks.keepTaken(tag, record.hash === undefined ? undefined : { key, hash: record.hash })
    return settle(context, 'image', task, { outcome: 'delivered' })
  }
  if (task.queued) return resend(context, 'image', task, 'The transfer to the tag failed')
  // It was never queued: the access point says that the tag shows it, or it could not draw it. Only our own memory tells which.
  const taken = tasks.taken(tag)
  if (taken !== undefined && taken.key === key && taken.hash === record.hash) return settle(context, 'image', task, { outcome: 'same' })
  return resend(context, 'image', task, 'The access point did not send the picture')
}

async function evaluateLight(context: JobsContext, task: Task, record: TagRecord): Promise<void> {
  const { tasks } = context
  if (task.phase === 'held') return tasks.get('image', task.tag) === undefined ? sendHeld(context, 'light', task) : undefined
  if (hasCompleted(task, record)) {
    // The command's bytes stand now where the picture had its hash.
    const taken = tasks.taken(task.tag)
    if (taken !== undefined && record.hash !== undefined && (record.pending ?? 0) === 0)
      tasks.keepTaken(task.tag, { ...taken, hash: record.hash })
    return settle(context, 'light', task, { outcome: 'delivered' })
  }
  if ((record.pending ?? 0) === 0) return resend(context, 'light', task, 'The light was lost on its way to the tag')
}

/** Says so where a record tells a picture or command of another program, of a tag for which nothing is under way from here. */
export function checkForeign({ tasks, events }: JobsContext, record: TagRecord): void {
  const taken = tasks.taken(record.mac)
  if (taken === undefined || record.hash === undefined || record.hash === taken.hash || (record.pending ?? 0) > 0 || !isDrawn(record))
    return
  tasks.keepTaken(record.mac, undefined)
  events.doubt(record.mac, 'Another sender has sent something else to the tag')
}
