/** Accepts pictures and lights: checks that the access point can take them, makes a task of each, and hands it over for the first time. */
import { createHash } from 'node:crypto'
import type { Bitmap } from '@endcap/label/bitmap'
import { DriverError, type Light, type Show } from '../../driver.ts'
import { encodeForTag } from '../codec/image.ts'
import { lightPattern, patternHex } from '../codec/light.ts'
import { uploadedMode, type TagRecord, type TagType } from '../codec/records.ts'
import type { JobsContext } from './context.ts'
import { asDriverError, readFresh, sendImage, sendLight } from './handover.ts'
import { olderOf, undrawnOf } from './older.ts'
import { reportEnd } from './outcomes.ts'
import { baseOf, isDrawn, type Task } from './tasks.ts'

/** Bit of `capabilities`. */
const hasLight = 1

/** Does what an operation waits for: what is wrong with the access point is told, and the error is one of the driver. */
export async function reported<T>({ failed }: JobsContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    failed(error)
    throw asDriverError(error)
  }
}

/** Accepts a picture; `draw` makes it for the tag's panel. What was under way before goes on where this one cannot be handed over. */
export async function acceptImage(
  context: JobsContext,
  { op, tag, refresh }: Omit<Show, 'bitmap'>,
  draw: (type: TagType) => Bitmap,
): Promise<void> {
  const { tasks } = context
  // It may have gone while this waited for its turn.
  refuseAway(context, 0)
  const older = tasks.get('image', tag)
  const before = await readFresh(context, tag)
  const type = await definitionFor(context, before)
  const { file, key } = encode(draw(type), type)
  if (older?.op === op && older.key === key) return tasks.save('image', { ...older, unwanted: false })
  if (!refresh && isTaken(context, key, before)) return reportEnd(context, op, { outcome: 'same' })
  refuseAway(context, file.byteLength)
  const olderFile = tasks.file(tag)
  const task: Task = {
    op,
    tag,
    key,
    resends: 0,
    phase: 'held',
    queued: false,
    older: olderOf(context, older, before),
    base: baseOf(before),
  }
  tasks.keepFile(tag, file)
  tasks.save('image', task)
  try {
    const force = refresh || older !== undefined || (before.pending ?? 0) > 0
    await sendImage(context, { task, file, before, force, undrawn: undrawnOf(older, before) })
  } catch (error) {
    // What was under way before still is.
    tasks.drop('image', tag)
    if (older !== undefined) {
      tasks.keepFile(tag, olderFile)
      tasks.save('image', older)
    }
    throw error
  }
}

/** Accepts a light. One thing at a time for a tag: a light waits for its picture. */
export async function acceptLight(context: JobsContext, { op, tag, params }: Light): Promise<void> {
  const { tasks } = context
  const record = await readFresh(context, tag)
  if ((record.capabilities & hasLight) === 0) throw new DriverError('The tag has no light', { retryable: false, reason: 'unsupported' })
  const older = tasks.get('light', tag)
  if (older?.op === op) return
  const task: Task = {
    op,
    tag,
    key: patternHex(lightPattern(params)),
    resends: 0,
    phase: 'held',
    queued: false,
    base: { pending: 0 },
  }
  if (tasks.get('image', tag) !== undefined) return tasks.save('light', task)
  await sendLight(context, task)
}

function refuseAway({ refusal }: JobsContext, bytes: number) {
  const why = refusal(bytes)
  if (why !== undefined) throw new DriverError(why, { retryable: true })
}

async function definitionFor({ definition }: JobsContext, { hwType }: TagRecord): Promise<TagType> {
  const type = hwType === undefined ? undefined : await definition(hwType)
  if (type !== undefined) return type
  throw new DriverError(
    'The access point has no definition of this type of tag: open its own web page once, with internet, so that it loads it',
    { retryable: false, reason: 'unsupported' },
  )
}

function encode(bitmap: Bitmap, type: TagType): { file: Uint8Array; key: string } {
  try {
    return { file: encodeForTag(bitmap, type), key: keyOf(bitmap) }
  } catch (error) {
    const text = error instanceof Error ? error.message : 'The picture cannot be sent'
    throw new DriverError(text, { retryable: false, reason: 'tag-refused' })
  }
}
const keyOf = ({ width, height, palette, pixels }: Bitmap) =>
  createHash('sha256').update(`${width}x${height}:${palette}:`).update(pixels).digest('hex')

/** Whether the tag shows this picture, as far as we sent it there ourselves. */
function isTaken({ tasks }: JobsContext, key: string, record: TagRecord): boolean {
  const taken = tasks.taken(record.mac)
  const quiet = (record.pending ?? 0) === 0 && isDrawn(record) && record.contentMode === uploadedMode
  return taken !== undefined && taken.key === key && taken.hash === record.hash && quiet && tasks.get('image', record.mac) === undefined
}
