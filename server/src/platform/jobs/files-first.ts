/** Work that can wait goes behind files that are being taken in, with which it would share the database; but not for ever. */
import type { Context } from '../context.ts'
import type { Db } from '../db/schema.ts'

declare module '../base/ports.ts' {
  interface Ports {
    /** Whether a file of any store is being taken in. */
    filesComeIn(db: Db): Promise<boolean>
  }
}

/** How long none came when the last of several is over, in milliseconds. */
const quietMs = 5000

export interface FilesFirst {
  /** Whether the work has its turn. */
  isTurn(): Promise<boolean>
  /** All of it is done: what comes then waits anew. */
  done(): void
}

/** `patienceMs`: how long the work waits at most. */
export function openFilesFirst({ db, clock, ports }: Pick<Context, 'db' | 'clock' | 'ports'>, patienceMs: number): FilesFirst {
  let waitsSince: number | undefined
  let fileSeenAt = -Infinity
  return {
    isTurn: async () => {
      const comeIn = await ports.filesComeIn(db)
      // Behind the answer: the embedded database may be busy with a file until then.
      const now = clock.now().getTime()
      if (comeIn) fileSeenAt = now
      return now - fileSeenAt >= quietMs || now - (waitsSince ??= now) >= patienceMs
    },
    done: () => void (waitsSince = undefined),
  }
}
