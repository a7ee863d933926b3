/** Reads the records that an access point has of its tags: those that its list reaches, and others one by one. */
import type { TagRecord } from './codec/records.ts'
import type { Jobs } from './jobs.ts'
import { isClosed, type Session } from './session.ts'
import type { Tags } from './tags.ts'
import type { Types } from './types.ts'

/** Records of tags that were not in its list, waiting to be read. */
const maxUnread = 50

interface TagReaderSetup {
  tags: Pick<Tags, 'record' | 'remembered'>
  jobs: Pick<Jobs, 'noticed' | 'look'>
  types: Pick<Types, 'check'>
  failed(error: unknown): void
}
export type TagReader = ReturnType<typeof createTagReader>

/** A reader that tells `tags`, `jobs` and `types` what it reads. */
export function createTagReader(session: Session, { tags, jobs, types, failed }: TagReaderSetup) {
  const { clock, link, noteFirstTime } = session
  const { at } = session.schedule
  const unread = new Set<string>()

  /** A record that came, asked for or not. */
  function take(record: TagRecord) {
    tags.record(record)
    jobs.noticed(record)
    if (record.hwType !== undefined && record.externalAccessPoint === undefined) void types.check(record.hwType)
  }
  /** Reads all records: those that its list reaches, and one by one those that are known from before. */
  async function readAll(): Promise<void> {
    at.read = clock.now()
    const { tags: list, dropped, more } = await link.tags()
    at.sign = clock.now()
    if (dropped > 0) noteFirstTime(`${dropped} records of its tags cannot be read`)
    for (const record of list) take(record)
    if (!more) return
    noteFirstTime('It has more tags than its list can tell: the others are known once they have been heard')
    const listed = new Set(list.map((record) => record.mac))
    for (const mac of tags.remembered()) {
      if (listed.has(mac) || isClosed(session)) continue
      const record = await link.tag(mac)
      if (record !== undefined) take(record)
    }
  }
  /** Any device of the network may send packets of made-up tags: those that are too many are read when they are heard again. */
  function readOne(mac: string) {
    if (unread.size >= maxUnread || unread.has(mac)) return
    unread.add(mac)
    jobs
      .look(mac)
      .catch(failed)
      .finally(() => unread.delete(mac))
  }

  return { take, readAll, readOne }
}
