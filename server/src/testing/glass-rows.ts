/** Rows of what is known of a glass, for tests that ask statements of the engine alone. */
import type { OperationKind } from '@endcap/contract/vocabulary'
import type { Insertable } from 'kysely'
import type { Database, Db } from '../platform/db/schema.ts'

export interface Glass {
  shown_hash: string | null
  updates: number
  in_doubt?: boolean
  delivery_id?: number
}
export type Open = Partial<Insertable<Database['operations']>>
interface Ended {
  store_code?: string
  tag_mac: string
  hash?: string | null
  kind?: OperationKind
  outcome?: 'SHOWN' | 'SAME' | 'SUPERSEDED' | 'FAILED'
  op_id?: number
}

/** Its times are so many seconds before `at`; `storeOf`: the store that a tag is in. */
export function glassRows(db: Db, at: Date, storeOf: (mac: string) => string) {
  const before = (seconds: number) => new Date(at.getTime() - seconds * 1000)
  /** A tag, with what is known of its glass. */
  async function stand(mac: string, glass: Glass | undefined, more: Partial<Insertable<Database['tags']>> = {}) {
    const store_code = storeOf(mac)
    await db
      .insertInto('tags')
      .values({ store_code, tag_mac: mac, barcode: mac, tag_type: '29', status: 'OK', pr_code: 'p1', ...more })
      .execute()
    if (glass !== undefined)
      await db
        .insertInto('tag_glass')
        .values({ store_code, tag_mac: mac, shown_at: before(500), ...glass })
        .execute()
  }
  let ids = 5000
  async function open(mac: string, more: Open = {}) {
    const store_code = storeOf(mac)
    const { op_id } = await db
      .insertInto('operations')
      .values({ store_code, task_id: 1, tag_mac: mac, kind: 'SHOW', lane: 'image', state: 'SENT', hash: 'new', ...more })
      .returning('op_id')
      .executeTakeFirstOrThrow()
    return op_id
  }
  /** An operation that ended so many seconds ago, of a task that this one caused. */
  async function end(secondsAgo: number, more: Ended, createdBy = 'root@test.example') {
    const store_code = more.store_code ?? storeOf(more.tag_mac)
    const { task_id } = await db
      .insertInto('tasks')
      .values({ store_code, task_type: 'UPDATE', created_by: createdBy })
      .returning('task_id')
      .executeTakeFirstOrThrow()
    const op_id = more.op_id ?? ++ids
    await db
      .insertInto('ledger')
      .values({
        store_code,
        task_id,
        kind: 'SHOW',
        outcome: 'SHOWN',
        hash: 'new',
        images: JSON.stringify([{ page: 0, hash: `image ${op_id}`, bytes: 1 }]),
        tries: 1,
        queued_at: before(secondsAgo + 5),
        finished_at: before(secondsAgo),
        ...more,
        op_id,
      })
      .execute()
    return op_id
  }
  const glassOf = async (mac: string) => {
    const glass = await db.selectFrom('tag_glass').selectAll().where('tag_mac', '=', mac).executeTakeFirstOrThrow()
    return { ...glass, images: glass.images.map(({ hash }) => hash) }
  }
  const tagOf = (mac: string) =>
    db.selectFrom('tags').select(['status', 'confirmed', 'updated_at']).where('tag_mac', '=', mac).executeTakeFirstOrThrow()
  return { before, stand, open, end, glassOf, tagOf }
}
