/** The tasks of one access point, on disk: what was accepted outlives this process. */
import type { DriverState } from '../../driver.ts'
import { lanes, takenSchema, taskSchema, type Lane, type Taken, type Task } from './tasks.ts'

export type TaskStore = ReturnType<typeof createTaskStore>

/** The store with the tasks that are on disk; those that cannot be read are dropped. */
export function createTaskStore(state: DriverState) {
  const tasks: Record<Lane, Map<string, Task>> = { image: new Map(), light: new Map() }
  for (const lane of lanes) {
    for (const name of state.names(`${lane}/`)) {
      const task = taskSchema.safeParse(state.get(name)).data
      if (task === undefined) state.set(name, undefined)
      else tasks[lane].set(task.tag, task)
    }
  }

  // In memory as well: each record that an access point tells is compared with it, hundreds of times a second.
  const taken = new Map<string, Taken>()
  for (const name of state.names('taken/')) {
    const read = takenSchema.safeParse(state.get(name)).data
    if (read !== undefined) taken.set(name.slice('taken/'.length), read)
  }

  return {
    get: (lane: Lane, tag: string): Task | undefined => tasks[lane].get(tag),
    save(lane: Lane, task: Task) {
      tasks[lane].set(task.tag, task)
      state.set(`${lane}/${task.tag}`, task)
    },
    /** Of a picture its file goes as well. */
    drop(lane: Lane, tag: string) {
      tasks[lane].delete(tag)
      state.set(`${lane}/${tag}`, undefined)
      if (lane === 'image') state.keepFile(`image/${tag}`, undefined)
    },
    /** Whether a picture or a light is on its way to the tag. */
    isUnderWay: (tag: string): boolean => lanes.some((lane) => tasks[lane].has(tag)),
    /** The tags for which something is under way. */
    tags: (): string[] => [...new Set(lanes.flatMap((lane) => [...tasks[lane].keys()]))],
    /** The encoded picture of a tag's task. */
    file: (tag: string): Uint8Array | undefined => state.file(`image/${tag}`),
    keepFile: (tag: string, file: Uint8Array | undefined): void => state.keepFile(`image/${tag}`, file),
    /** What the tag took last through us; undefined where that is not known. */
    taken: (tag: string): Taken | undefined => taken.get(tag),
    keepTaken(tag: string, now: Taken | undefined) {
      if (now === undefined) taken.delete(tag)
      else taken.set(tag, now)
      state.set(`taken/${tag}`, now)
    },
  }
}
