/**
 * Hands pictures and lights over to an access point, and sends again what was lost. It answers 200 whatever it did with them, so the tag's
 * record is looked at before and after.
 */
import { DriverError } from '../../driver.ts'
import type { TagRecord } from '../codec/records.ts'
import { CallError } from '../http.ts'
import type { JobsContext } from './context.ts'
import { settle } from './outcomes.ts'
import { baseOf, drawnBetween, hasMoved, type Lane, type Task } from './tasks.ts'

/** A loss is made good so many times. */
const maxResends = 3

/** Any error as one of the driver; where the access point could not be asked it may work a little later. */
export const asDriverError = (error: unknown): DriverError =>
  error instanceof DriverError
    ? error
    : new DriverError(error instanceof CallError ? error.message : 'The access point could not be asked', { retryable: true })

/** The tag's record as it is now. Rejects with a DriverError `tag-silent` where the access point does not hear the tag, or another one does. */
export async function readFresh({ link, read }: JobsContext, tag: string): Promise<TagRecord> {
  const record = await link.tag(tag)
  if (record === undefined)
    throw new DriverError('The access point does not know this tag at the moment', { retryable: false, reason: 'tag-silent' })
  read(record)
  if (record.externalAccessPoint !== undefined)
    throw new DriverError(`The tag is heard by the access point ${record.externalAccessPoint} now`, {
      retryable: false,
      reason: 'tag-silent',
    })
  return record
}

/**
 * Hands a picture over and looks whether anything came of it. `before`: the tag's record; `force`: the picture is sent whatever the access
 * point believes of the tag; `undrawn`: what was uploaded before it, and not drawn by then. Rejects with a CallError or DriverError.
 */
export async function sendImage(
  context: JobsContext,
  { task, file, before, force, undrawn }: { task: Task; file: Uint8Array; before: TagRecord; force: boolean; undrawn?: string | undefined },
): Promise<void> {
  const { link, tasks } = context
  if (force) await link.forget(task.tag)
  await link.upload(task.tag, file)
  const after = await readFresh(context, task.tag)
  if (!hasMoved(before, after))
    throw new DriverError('The access point answered that it took the picture, and did nothing with it', { retryable: true })
  const between = drawnBetween(before, after)
  const base = baseOf(before)
  base.pending += between
  const came = base.completed !== undefined && undrawn !== undefined && between > 0
  tasks.save('image', {
    ...task,
    phase: 'sent',
    queued: false,
    base,
    // It was drawn at the last moment after all, and stands on the glass before this one.
    ...(came && { older: [...(task.older ?? []), { op: undrawn, completed: (base.completed ?? 0) + base.pending }] }),
    ...(after.upload !== undefined && { upload: after.upload }),
  })
}

/** Hands a light over, in the same way. */
export async function sendLight(context: JobsContext, task: Task): Promise<void> {
  const { link, tasks } = context
  const before = await readFresh(context, task.tag)
  await link.flash(task.tag, task.key)
  const after = await readFresh(context, task.tag)
  if ((after.pending ?? 0) <= (before.pending ?? 0) && after.completed === before.completed)
    throw new DriverError('The access point answered that it took the light, and did nothing with it', { retryable: true })
  tasks.save('light', { ...task, phase: 'sent', base: baseOf(before) })
}

/** Something was lost on its way: it is sent again, a few times, and has failed then. A cancelled one is dropped. */
export async function resend(context: JobsContext, lane: Lane, task: Task, why: string): Promise<void> {
  const { tasks, events } = context
  if (task.unwanted === true) return tasks.drop(lane, task.tag)
  if (task.resends >= maxResends) {
    settle(context, lane, task, { outcome: 'failed', reason: 'transfer-timeout', detail: `${why}; it was sent ${maxResends + 1} times` })
    return
  }
  events.note(`${task.tag}: ${why}; it is sent again`)
  // What was in the queue before it went the same way.
  const again: Task = { ...task, resends: task.resends + 1, phase: 'held', older: [] }
  tasks.save(lane, again)
  await sendHeld(context, lane, again)
}

/**
 * Hands over what is still here. What cannot even be handed over counts as lost, but where the access point or the tag is away: then it
 * rejects, and the task waits.
 */
export async function sendHeld(context: JobsContext, lane: Lane, task: Task): Promise<void> {
  try {
    if (lane === 'light') await sendLight(context, task)
    else await context.handing.run(() => sendHeldImage(context, task))
  } catch (error) {
    const away = error instanceof CallError ? error.kind === 'offline' : asDriverError(error).reason === 'tag-silent'
    if (away) throw error
    const { message } = asDriverError(error)
    if (task.resends >= maxResends) settle(context, lane, task, { outcome: 'failed', reason: 'busy', detail: message })
    else context.tasks.save(lane, { ...task, resends: task.resends + 1 })
  }
}

async function sendHeldImage(context: JobsContext, task: Task): Promise<void> {
  const file = context.tasks.file(task.tag)
  if (file === undefined)
    return settle(context, 'image', task, {
      outcome: 'failed',
      reason: 'transfer-timeout',
      detail: 'Its picture is not on the disk any more',
    })
  if (context.refusal(file.byteLength) !== undefined) return
  await sendImage(context, { task, file, before: await readFresh(context, task.tag), force: true })
}
