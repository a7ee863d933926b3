/** Older pictures: what another one has taken the place of too late, and stands on the glass for a moment before it, or still does. */
import { isDrawn, type Task } from './tasks.ts'
import type { TagRecord } from '../codec/records.ts'
import type { JobsContext } from './context.ts'
import { reportEnd } from './outcomes.ts'

/** Tells those that came out, by the tag's record; answers the task without them. */
export function reportOlder(context: JobsContext, task: Task, { completed = 0 }: TagRecord): Task {
  const out = (task.older ?? []).filter((one) => one.completed <= completed)
  if (out.length === 0) return task
  for (const { op } of out) reportEnd(context, op, { outcome: 'delivered' })
  // Whatever the tag took last, it is not what it took last from here.
  context.tasks.keepTaken(task.tag, undefined)
  const next: Task = { ...task, older: (task.older ?? []).filter((one) => one.completed > completed) }
  context.tasks.save('image', next)
  return next
}

/** What the tag still gets before a picture that is sent now. `task`: the one whose place that takes. */
export function olderOf(context: JobsContext, task: Task | undefined, record: TagRecord): Task['older'] {
  if (task === undefined || task.phase === 'held') return []
  const all = reportOlder(context, task, record).older ?? []
  const isQueued = task.upload === record.upload && isDrawn(record) && (record.pending ?? 0) > 0
  if (!isQueued || task.base.completed === undefined) return all
  return [...all, { op: task.op, completed: task.base.completed + task.base.pending + 1 }]
}

/** The operation of a picture that was uploaded and not drawn yet: another upload takes its place, unless it is drawn just before. */
export function undrawnOf(task: Task | undefined, record: TagRecord): string | undefined {
  return task?.phase === 'sent' && task.upload === record.upload && !isDrawn(record) ? task.op : undefined
}
