/**
 * Pictures and lights on their way to tags through an access point that never says what became of them: 200 says nothing, the same picture
 * changes nothing, a time-out drops everything. So each upload is looked for in the tag's record, and each end is concluded from it: what
 * cannot be told from a loss is sent again. State on disk: a picture that was accepted outlives this process.
 */
import { createHash } from 'node:crypto'
import type { Bitmap } from '@endcap/label/bitmap'
import { DriverError, type DriverEvents, type DriverState, type End, type Light, type Show } from '../driver.ts'
import { encodeForTag } from './codec/image.ts'
import { lightPattern, patternHex } from './codec/light.ts'
import { uploadedMode, type TagRecord, type TagType } from './codec/records.ts'
import { createSemaphore } from '../semaphore.ts'
import { CallError } from './http.ts'
import type { Link } from './link.ts'
import { baseOf, hasCompleted, hasMoved, isDrawn, takenSchema, taskSchema, type Lane, type Task } from './jobs/tasks.ts'

/** A loss is made good so many times. */
const mostResends = 3
/**
 * Pictures that are handed over at once, each from its first call to the look whether it arrived. If this process is killed in between, these
 * are sent again and their labels are drawn twice; of all others it is known whether they arrived.
 */
export const handedAtOnce = 3
/** Bit of `capabilities`. */
const hasLight = 1

interface JobsSetup {
  link: Link
  state: DriverState
  events: Pick<DriverEvents, 'ended' | 'doubt' | 'note'>
  /** A record that was read just now. */
  read(record: TagRecord): void
  /** What the access point knows of a type; undefined where it knows none. */
  definition(hwType: number): Promise<TagType | undefined>
  /** Why it takes nothing now; undefined where it does. */
  closed(bytes: number): string | undefined
  /** A call failed. */
  failed(error: unknown): void
}

const keyOf = ({ width, height, palette, pixels }: Bitmap) =>
  createHash('sha256').update(`${width}x${height}:${palette}:`).update(pixels).digest('hex')
const asError = (error: unknown): DriverError =>
  error instanceof DriverError
    ? error
    : new DriverError(error instanceof CallError ? error.message : 'The access point could not be asked', { retryable: true })

export type Jobs = ReturnType<typeof createJobs>

export function createJobs({ link, state, events, read, definition, closed, failed }: JobsSetup) {
  const lanes: Record<Lane, Map<string, Task>> = { image: new Map(), light: new Map() }
  const turns = new Map<string, Promise<unknown>>()
  const handing = createSemaphore(handedAtOnce)
  const awaited = new Set<string>()
  let over = false

  for (const lane of ['image', 'light'] as const) {
    for (const name of state.names(`${lane}/`)) {
      const task = taskSchema.safeParse(state.get(name)).data
      if (task === undefined) state.set(name, undefined)
      else lanes[lane].set(task.tag, task)
    }
  }

  /** One thing after the other for a tag: what was read for it still holds when it is judged. */
  function inTurn<T>(tag: string, work: () => Promise<T>): Promise<T> {
    const turn = (turns.get(tag) ?? Promise.resolve()).catch(() => undefined).then(work)
    turns.set(tag, turn)
    const leave = () => {
      if (turns.get(tag) === turn) turns.delete(tag)
    }
    turn.then(leave, leave)
    return turn
  }
  const save = (lane: Lane, task: Task) => {
    lanes[lane].set(task.tag, task)
    state.set(`${lane}/${task.tag}`, task)
  }
  function drop(lane: Lane, tag: string) {
    lanes[lane].delete(tag)
    state.set(`${lane}/${tag}`, undefined)
    if (lane === 'image') state.keepFile(`image/${tag}`, undefined)
  }
  const tell = (op: string, end: End) => {
    setImmediate(() => {
      if (!over) events.ended(op, end)
    })
  }
  function settle(lane: Lane, task: Task, end: End) {
    drop(lane, task.tag)
    tell(task.op, end)
    // A light that waited for the picture.
    if (lane === 'image' && lanes.light.get(task.tag)?.phase === 'held') later(task.tag)
  }
  /** Looks at a tag's record, and goes on with what waits for it. */
  function later(tag: string) {
    // Told by packet and by stream: once is enough, and only while something is under way.
    if (awaited.has(tag)) return
    awaited.add(tag)
    inTurn(tag, async () => {
      awaited.delete(tag)
      if (isUnderWay(tag)) await judge(tag)
    }).catch(failed)
  }
  const isUnderWay = (tag: string) => lanes.image.has(tag) || lanes.light.has(tag)
  const takenOf = (tag: string) => takenSchema.safeParse(state.get(`taken/${tag}`)).data
  async function fresh(tag: string): Promise<TagRecord> {
    const record = await link.tag(tag)
    if (record === undefined)
      throw new DriverError('The access point does not know this tag at the moment', { retryable: false, reason: 'tag-silent' })
    read(record)
    if (record.elsewhere !== undefined)
      throw new DriverError(`The tag is heard by the access point ${record.elsewhere} now`, { retryable: false, reason: 'tag-silent' })
    return record
  }

  /** Hands a picture over and looks whether anything came of it. `force`: it is sent whatever the access point believes of the tag. */
  async function sendImage(task: Task, file: Uint8Array, before: TagRecord, force: boolean) {
    if (force) await link.forget(task.tag)
    await link.upload(task.tag, file)
    const after = await fresh(task.tag)
    if (!hasMoved(before, after))
      throw new DriverError('The access point answered that it took the picture, and did nothing with it', { retryable: true })
    save('image', {
      ...task,
      phase: 'sent',
      queued: false,
      base: baseOf(before),
      ...(after.upload !== undefined && { upload: after.upload }),
    })
    return after
  }
  async function sendLight(task: Task) {
    const before = await fresh(task.tag)
    await link.flash(task.tag, task.key)
    const after = await fresh(task.tag)
    if ((after.pending ?? 0) <= (before.pending ?? 0) && after.completed === before.completed)
      throw new DriverError('The access point answered that it took the light, and did nothing with it', { retryable: true })
    save('light', { ...task, phase: 'sent', base: baseOf(before) })
  }

  /** What was lost is sent again, a few times. */
  async function resend(lane: Lane, task: Task, why: string) {
    if (task.unwanted === true) return drop(lane, task.tag)
    if (task.resends >= mostResends) {
      settle(lane, task, { outcome: 'failed', reason: 'transfer-timeout', detail: `${why}; it was sent ${mostResends + 1} times` })
      return
    }
    events.note(`${task.tag}: ${why}; it is sent again`)
    // What was in the queue before it went the same way.
    const again: Task = { ...task, resends: task.resends + 1, phase: 'held', older: [] }
    save(lane, again)
    await sendHeld(lane, again)
  }
  /** What cannot even be handed over counts as lost, but where the access point or the tag is away. */
  async function sendHeld(lane: Lane, task: Task) {
    try {
      if (lane === 'light') await sendLight(task)
      else await handing.run(() => handOver(task))
    } catch (error) {
      const away = error instanceof CallError ? error.kind === 'offline' : asError(error).reason === 'tag-silent'
      if (away) throw error
      const { message } = asError(error)
      if (task.resends >= mostResends) settle(lane, task, { outcome: 'failed', reason: 'busy', detail: message })
      else save(lane, { ...task, resends: task.resends + 1 })
    }
  }
  async function handOver(task: Task) {
    const file = state.file(`image/${task.tag}`)
    if (file === undefined)
      return settle('image', task, { outcome: 'failed', reason: 'transfer-timeout', detail: 'Its picture is not on the disk any more' })
    if (closed(file.byteLength) !== undefined) return
    await sendImage(task, file, await fresh(task.tag), true)
  }

  /** Pictures that were taken back too late stood on the glass for a moment, or still do. */
  function tellOlder(task: Task, { completed = 0 }: TagRecord): Task {
    const out = (task.older ?? []).filter((one) => one.completed <= completed)
    if (out.length === 0) return task
    for (const { op } of out) tell(op, { outcome: 'delivered' })
    // Whatever the tag took last, it is not what it took last from here.
    state.set(`taken/${task.tag}`, undefined)
    const next: Task = { ...task, older: (task.older ?? []).filter((one) => one.completed > completed) }
    save('image', next)
    return next
  }
  /** What the tag still gets before a picture that is sent now. */
  function olderOf(task: Task | undefined, record: TagRecord): Task['older'] {
    if (task === undefined || task.phase === 'held') return []
    const all = tellOlder(task, record).older ?? []
    const isQueued = task.upload === record.upload && isDrawn(record) && (record.pending ?? 0) > 0
    if (!isQueued || task.base.completed === undefined) return all
    return [...all, { op: task.op, completed: task.base.completed + task.base.pending + 1 }]
  }
  async function judgeImage(judged: Task, record: TagRecord) {
    const task = tellOlder(judged, record)
    if (task.phase === 'held') return sendHeld('image', task)
    if (record.contentMode !== uploadedMode || (task.upload !== undefined && record.upload !== task.upload))
      return resend('image', task, 'Somebody else has sent something to this tag')
    if ((record.pending ?? 0) > 0) {
      if (!task.queued && isDrawn(record)) save('image', { ...task, queued: true })
      return
    }
    if (!isDrawn(record)) return
    const { tag, key } = task
    if (hasCompleted(task, record)) {
      state.set(`taken/${tag}`, record.hash === undefined ? undefined : { key, hash: record.hash })
      return settle('image', task, { outcome: 'delivered' })
    }
    if (task.queued) return resend('image', task, 'The transfer to the tag failed')
    // It was never queued: the access point says that the tag shows it, or it could not draw it. Only our own memory tells which.
    const taken = takenOf(tag)
    if (taken !== undefined && taken.key === key && taken.hash === record.hash) return settle('image', task, { outcome: 'same' })
    return resend('image', task, 'The access point did not send the picture')
  }
  async function judgeLight(task: Task, record: TagRecord) {
    if (task.phase === 'held') return lanes.image.has(task.tag) ? undefined : sendHeld('light', task)
    if (hasCompleted(task, record)) {
      // The command's bytes stand now where the picture had its hash.
      const taken = takenOf(task.tag)
      if (taken !== undefined && record.hash !== undefined && (record.pending ?? 0) === 0)
        state.set(`taken/${task.tag}`, { ...taken, hash: record.hash })
      return settle('light', task, { outcome: 'delivered' })
    }
    if ((record.pending ?? 0) === 0) return resend('light', task, 'The light was lost on its way to the tag')
  }
  /** A picture or command of another program. */
  function checkForeign(record: TagRecord) {
    const taken = takenOf(record.mac)
    if (taken === undefined || record.hash === undefined || record.hash === taken.hash || (record.pending ?? 0) > 0 || !isDrawn(record))
      return
    state.set(`taken/${record.mac}`, undefined)
    events.doubt(record.mac, 'Something else was sent to the tag by somebody else')
  }
  async function judge(tag: string): Promise<void> {
    if (over) return
    const record = await link.tag(tag)
    if (record === undefined) return
    read(record)
    for (const lane of ['image', 'light'] as const) {
      const task = lanes[lane].get(tag)
      if (task === undefined) continue
      if (record.elsewhere !== undefined) {
        const detail = `The tag is heard by the access point ${record.elsewhere} now`
        settle(lane, task, { outcome: 'failed', reason: 'tag-silent', detail })
      } else await (lane === 'image' ? judgeImage(task, record) : judgeLight(task, record))
    }
    if (!isUnderWay(tag)) checkForeign(record)
  }
  const look = (tag: string): Promise<void> => inTurn(tag, () => judge(tag))

  /** Whether the tag shows this picture, as far as we sent it there ourselves. */
  function isTaken(tag: string, key: string, record: TagRecord): boolean {
    const taken = takenOf(tag)
    const quiet = (record.pending ?? 0) === 0 && isDrawn(record) && record.contentMode === uploadedMode
    return taken !== undefined && taken.key === key && taken.hash === record.hash && quiet && !lanes.image.has(tag)
  }
  function refuseAway(bytes: number) {
    const why = closed(bytes)
    if (why !== undefined) throw new DriverError(why, { retryable: true })
  }
  /** `draw` makes the page for the tag's panel. */
  async function take({ op, tag, refresh }: Omit<Show, 'bitmap'>, draw: (type: TagType) => Bitmap) {
    // It may have gone while this waited for its turn.
    refuseAway(0)
    const older = lanes.image.get(tag)
    const before = await fresh(tag)
    const type = before.hwType === undefined ? undefined : await definition(before.hwType)
    if (type === undefined)
      throw new DriverError(
        'The access point has no definition of this type of tag: open its own web page once, with internet, so that it loads it',
        {
          retryable: false,
          reason: 'unsupported',
        },
      )
    const [file, key] = encode(draw(type), type)
    if (older?.op === op && older.key === key) return save('image', { ...older, unwanted: false })
    if (!refresh && isTaken(tag, key, before)) return tell(op, { outcome: 'same' })
    refuseAway(file.byteLength)
    const olderFile = state.file(`image/${tag}`)
    const task: Task = { op, tag, key, resends: 0, phase: 'held', queued: false, older: olderOf(older, before), base: baseOf(before) }
    state.keepFile(`image/${tag}`, file)
    save('image', task)
    try {
      await sendImage(task, file, before, refresh || older !== undefined || (before.pending ?? 0) > 0)
    } catch (error) {
      // What was under way before still is.
      drop('image', tag)
      if (older !== undefined) {
        state.keepFile(`image/${tag}`, olderFile)
        save('image', older)
      }
      throw error
    }
  }
  function encode(bitmap: Bitmap, type: TagType): [Uint8Array, string] {
    try {
      return [encodeForTag(bitmap, type), keyOf(bitmap)]
    } catch (error) {
      const text = error instanceof Error ? error.message : 'The picture cannot be sent'
      throw new DriverError(text, { retryable: false, reason: 'tag-refused' })
    }
  }
  async function reported<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      failed(error)
      throw asError(error)
    }
  }
  /** What is wrong with the access point is told before the next begins. */
  const hand = (tag: string, work: () => Promise<void>) => inTurn(tag, () => handing.run(() => reported(work)))

  return {
    show: (show: Show) => hand(show.tag, () => take(show, () => show.bitmap)),
    blank: (show: Omit<Show, 'bitmap'>) =>
      hand(show.tag, () => take(show, ({ width, height }) => ({ width, height, palette: 'bw', pixels: new Uint8Array(width * height) }))),
    light: ({ op, tag, params }: Light) =>
      inTurn(tag, () =>
        reported(async () => {
          const record = await fresh(tag)
          if ((record.capabilities & hasLight) === 0)
            throw new DriverError('The tag has no light', { retryable: false, reason: 'unsupported' })
          const older = lanes.light.get(tag)
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
          // One thing at a time for a tag: a light waits for its picture.
          if (lanes.image.has(tag)) return save('light', task)
          await sendLight(task)
        }),
      ),
    cancel: (op: string, tag: string): Promise<boolean> =>
      inTurn(tag, async () => {
        for (const lane of ['image', 'light'] as const) {
          const task = lanes[lane].get(tag)
          if (task?.op !== op) continue
          if (task.phase === 'sent') {
            save(lane, { ...task, unwanted: true })
            return false
          }
          drop(lane, tag)
          // One that was sent before, and is to be sent again, may still be in a queue.
          return task.resends === 0
        }
        return false
      }),
    look,
    later,
    /** The access point dropped everything that waited for the tag. */
    timedOut(tag: string) {
      inTurn(tag, async () => {
        for (const lane of ['image', 'light'] as const) {
          const task = lanes[lane].get(tag)
          if (!over && task?.phase === 'sent') await resend(lane, task, 'The transfer to the tag timed out')
        }
      }).catch(failed)
    },
    /** A record that came by itself: it may be older than what was just sent, so it only says that it is worth to look. */
    noticed(record: TagRecord) {
      if (!isUnderWay(record.mac)) {
        if (!turns.has(record.mac)) checkForeign(record)
      } else if ((record.pending ?? 0) === 0 && isDrawn(record)) later(record.mac)
    },
    /** The tag started again: nobody knows what stands on its glass. */
    restarted: (tag: string) => state.set(`taken/${tag}`, undefined),
    tags: (): string[] => [...new Set([...lanes.image.keys(), ...lanes.light.keys()])],
    /** Whether something is being done at this moment. */
    busy: () => turns.size > 0,
    close() {
      over = true
    },
  }
}
