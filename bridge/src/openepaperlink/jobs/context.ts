/** What the parts of the jobs of one access point share. */
import type { DriverEvents } from '../../driver.ts'
import type { Semaphore } from '../../semaphore.ts'
import type { TagRecord, TagType } from '../codec/records.ts'
import type { Link } from '../link.ts'
import type { TaskStore } from './task-store.ts'
import type { Turns } from './turns.ts'

/** What stands around the jobs. */
export interface JobsAround {
  readonly link: Link
  readonly events: Pick<DriverEvents, 'ended' | 'doubt' | 'note'>
  /** A record that was read just now. */
  read(record: TagRecord): void
  /** What the access point knows of a type; undefined where it knows none. */
  definition(hwType: number): Promise<TagType | undefined>
  /** Why it takes no picture of so many bytes now; undefined where it does. */
  refusal(bytes: number): string | undefined
  /** A call failed. */
  failed(error: unknown): void
}
export interface JobsContext extends JobsAround {
  readonly tasks: TaskStore
  readonly turns: Turns
  /** Pictures are handed over in it. */
  readonly handing: Semaphore
  /** The driver has ended: nothing is told any more. */
  isOver: boolean
  /** Looks at a tag's record when its turn comes, and goes on with what waits for it. */
  later(tag: string): void
}
