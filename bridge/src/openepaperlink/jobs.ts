/**
 * Pictures and lights on their way to tags through an access point that never says what became of them: 200 says nothing, the same picture
 * changes nothing, a time-out drops everything. So each upload is looked for in the tag's record, and each end is concluded from it: what
 * cannot be told from a loss is sent again. State on disk: a picture that was accepted outlives this process.
 */
import type { Bitmap } from '@endcap/label/bitmap'
import type { DriverState, Light, Show } from '../driver.ts'
import { createSemaphore } from '../semaphore.ts'
import type { TagRecord, TagType } from './codec/records.ts'
import { acceptImage, acceptLight, reported } from './jobs/accept.ts'
import type { JobsAround, JobsContext } from './jobs/context.ts'
import { resend } from './jobs/handover.ts'
import { checkForeign, evaluateTag } from './jobs/evaluate.ts'
import { createTaskStore } from './jobs/task-store.ts'
import { isDrawn, lanes } from './jobs/tasks.ts'
import { createTurns } from './jobs/turns.ts'

/**
 * Pictures that are handed over at once, each from its first call to the look whether it arrived. If this process is killed in between, these
 * are sent again and their labels are drawn twice; of all others it is known whether they arrived.
 */
export const maxConcurrentHandovers = 3

export type Jobs = ReturnType<typeof createJobs>

const whitePage = ({ width, height }: TagType): Bitmap => ({ width, height, palette: 'bw', pixels: new Uint8Array(width * height) })

/** The jobs of one access point, with those that are on disk from before: `later` goes on with them. */
export function createJobs({ state, ...around }: JobsAround & { state: DriverState }) {
  const tasks = createTaskStore(state)
  const turns = createTurns()
  const awaited = new Set<string>()
  const context: JobsContext = { ...around, tasks, turns, handing: createSemaphore(maxConcurrentHandovers), isOver: false, later }

  function later(tag: string) {
    // Told by packet and by stream: once is enough, and only while something is under way.
    if (awaited.has(tag)) return
    awaited.add(tag)
    turns
      .take(tag, async () => {
        awaited.delete(tag)
        if (tasks.isUnderWay(tag)) await evaluateTag(context, tag)
      })
      .catch(context.failed)
  }
  /** What is wrong with the access point is told before the next begins. */
  const accept = (show: Omit<Show, 'bitmap'>, draw: (type: TagType) => Bitmap) =>
    turns.take(show.tag, () => context.handing.run(() => reported(context, () => acceptImage(context, show, draw))))

  return {
    /** Resolves once the access point has the picture; rejects with a DriverError. */
    show: (show: Show) => accept(show, () => show.bitmap),
    /** The same for a white page. */
    blank: (show: Omit<Show, 'bitmap'>) => accept(show, whitePage),
    /** Resolves once the access point has the light, or it waits for a picture; rejects with a DriverError. */
    light: (light: Light) => turns.take(light.tag, () => reported(context, () => acceptLight(context, light))),
    /** Answers whether the operation will surely not be carried out. */
    cancel: (op: string, tag: string): Promise<boolean> => turns.take(tag, async () => takeBack(context, op, tag)),
    /** Looks now what became of what is under way for a tag. Rejects where the access point or the tag is away. */
    look: (tag: string): Promise<void> => turns.take(tag, () => evaluateTag(context, tag)),
    /** Looks at a tag's record when its turn comes, and goes on with what waits for it. */
    later,
    /** The access point dropped everything that waited for the tag. */
    timedOut(tag: string) {
      turns.take(tag, () => sendLost(context, tag)).catch(context.failed)
    },
    /** A record that came by itself: it may be older than what was just sent, so it only says that it is worth to look. */
    noticed(record: TagRecord) {
      if (!tasks.isUnderWay(record.mac)) {
        if (!turns.has(record.mac)) checkForeign(context, record)
      } else if ((record.pending ?? 0) === 0 && isDrawn(record)) later(record.mac)
    },
    /** The tag started again: what stands on its glass is not known. */
    restarted: (tag: string) => tasks.keepTaken(tag, undefined),
    /** The tags for which something is under way. */
    tags: tasks.tags,
    /** Whether something is being done at this moment. */
    busy: () => turns.size() > 0,
    close() {
      context.isOver = true
    },
  }
}

/** What was sent already may still come out, and is only not sent again. */
function takeBack({ tasks }: JobsContext, op: string, tag: string): boolean {
  for (const lane of lanes) {
    const task = tasks.get(lane, tag)
    if (task?.op !== op) continue
    if (task.phase === 'sent') {
      tasks.save(lane, { ...task, unwanted: true })
      return false
    }
    tasks.drop(lane, tag)
    // One that was sent before, and is to be sent again, may still be in a queue.
    return task.resends === 0
  }
  return false
}

async function sendLost(context: JobsContext, tag: string): Promise<void> {
  for (const lane of lanes) {
    const task = context.tasks.get(lane, tag)
    if (!context.isOver && task?.phase === 'sent') await resend(context, lane, task, 'The transfer to the tag timed out')
  }
}
