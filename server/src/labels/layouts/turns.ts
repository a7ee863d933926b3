/** Labels follow layouts and rules: a store at a time, each in a transaction with its task of type LAYOUT. */
import type { Context } from '../../platform/context.ts'
import type { RuleLists } from '../../platform/db/layout-tables.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { createLayoutBook, ruleLabels } from '../rendering/labels.service.ts'
import { layoutOfLabel } from '../../catalogue/products/layout-of-label.ts'
import { startTask } from '../../delivery/tasks/tasks.service.ts'
import { tagsDrawnBy, labelsOf } from './shown.ts'
import { endTurns, lockDue, nextBegin, storesDue } from './versions.queries.ts'

/** Longest time between two looks into the database, should a hint be lost. */
const longestRestMs = 30_000

export interface Follower {
  /** Starts the tasks that are due; answers how many stores were. */
  work(): Promise<number>
  stop(): void
}
export function createFollower(context: Context): Follower {
  const { db, clock, signals } = context
  let due = 0
  const forget = signals.on('layouts', () => void (due = 0))
  return {
    async work() {
      const now = clock.now().getTime()
      if (now < due) return 0
      due = now + longestRestMs
      const stores = await storesDue(db, clock.now())
      for (const storeCode of stores) await followStore(context, storeCode)
      const next = await nextBegin(db, clock.now())
      if (next !== undefined) due = Math.min(due, next.getTime())
      return stores.length
    },
    stop: forget,
  }
}

/** Everything that is due in a store, as one task. */
async function followStore({ db, clock, signals }: Context, storeCode: string): Promise<void> {
  const hasTask = await inTransaction(db, async (tx) => {
    const at = clock.now()
    const turns = await lockDue(tx, storeCode, at)
    const ruleTurn = await tx.deleteFrom('rule_turns').where('store_code', '=', storeCode).returning(['before', 'by']).executeTakeFirst()
    if (turns.length === 0 && ruleTurn === undefined) return false
    const book = await createLayoutBook(tx, clock)()
    const tagMacs = new Set(turns.length === 0 ? [] : await tagsDrawnBy(tx, book, storeCode, turns))
    if (ruleTurn !== undefined) for (const tagMac of await ruledAnew(tx, book, storeCode, ruleTurn.before)) tagMacs.add(tagMac)
    const layouts = new Set(turns.map((turn) => turn.layout_id))
    const task =
      tagMacs.size === 0
        ? undefined
        : await startTask(tx, {
            storeCode,
            taskType: 'LAYOUT',
            kind: 'SHOW',
            tagMacs: [...tagMacs],
            createdBy: turns.at(-1)?.by ?? ruleTurn?.by ?? '',
            at,
            layoutId: layouts.size === 1 && ruleTurn === undefined ? ([...layouts][0] ?? null) : null,
          })
    await endTurns(tx, storeCode, { turns, task, at })
    return task !== undefined
  })
  signals.notify('changed', { storeCode: '', changes: ['layouts'] })
  // Displays may show products by it.
  signals.notify('changed', { storeCode, changes: ['signage'] })
  if (!hasTask) return
  signals.notify('operations', { storeCode })
  signals.notify('changed', { storeCode, changes: ['tasks', 'tags'] })
}

/** Tags whose label has another layout by the rules that hold now than by those that held. */
async function ruledAnew(
  tx: Db,
  book: Awaited<ReturnType<ReturnType<typeof createLayoutBook>>>,
  storeCode: string,
  before: RuleLists,
): Promise<string[]> {
  const old = { ...book, rulesOf: () => before }
  const found: string[] = []
  for await (const labels of labelsOf(tx, storeCode)) {
    const [then, now] = [ruleLabels(labels, old), ruleLabels(labels, book)]
    for (const [place, { tagMac }] of labels.entries()) {
      const [one, other] = [then[place], now[place]]
      if (one !== undefined && other !== undefined && layoutOfLabel(one) !== layoutOfLabel(other)) found.push(tagMac)
    }
  }
  return found
}
