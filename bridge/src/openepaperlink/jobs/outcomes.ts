/** How a task came out is told to the bridge, and the task is dropped. */
import type { End } from '../../driver.ts'
import type { JobsContext } from './context.ts'
import type { Lane, Task } from './tasks.ts'

/**
 * Tells how an operation ended, in a turn of its own: the call that asked for it is answered by then, that the access point has it. Ends are
 * told in the order of these calls.
 */
export function reportEnd(context: JobsContext, op: string, end: End): void {
  setImmediate(() => {
    if (!context.isOver) context.events.ended(op, end)
  })
}

/** A task is over: it is dropped, its end is told, and a light that waited for the picture goes on. */
export function settle(context: JobsContext, lane: Lane, task: Task, end: End): void {
  const { tasks } = context
  tasks.drop(lane, task.tag)
  reportEnd(context, task.op, end)
  if (lane === 'image' && tasks.get('light', task.tag)?.phase === 'held') context.later(task.tag)
}
