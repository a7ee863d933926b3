/** Brings labels in step with the promotions that hold: when one begins or ends, and when one was changed. */
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { startTask } from '../../delivery/tasks/tasks.service.ts'
import { dropUnused } from './promotions.queries.ts'
import { differencesOf, nextTurn, recountEmpty, setRunning, storesToSettle, tagsOfVersions, type Difference } from './running.queries.ts'

/** Longest time between two looks into the database, should a hint be lost. */
const longestRestMs = 30_000
/** Names in the cause of a task. */
const maxNames = 5

export interface Promoter {
  /** Brings in step what is not; answers how many stores were. */
  work(): Promise<number>
  stop(): void
}

export function createPromoter(context: Context): Promoter {
  const { db, clock, signals } = context
  let due = 0
  const forget = signals.on('promotions', () => void (due = 0))

  async function settleStore(storeCode: string): Promise<boolean> {
    const at = clock.now()
    const done = await inTransaction(db, async (tx) => {
      const differences = await differencesOf(tx, storeCode, at)
      if (differences.length === 0) return undefined
      const tags = await tagsOfVersions(tx, storeCode, differences)
      const tagMacs = [...new Set(tags.map(({ tagMac }) => tagMac))]
      await setRunning(tx, storeCode, differences, { tags, at })
      await dropUnused(tx)
      if (tagMacs.length === 0) return { hasTask: false }
      await startTask(tx, { storeCode, taskType: 'UPDATE', kind: 'SHOW', tagMacs, createdBy: causeOf(differences), at })
      return { hasTask: true }
    })
    if (done === undefined) return false
    if (done.hasTask) signals.notify('operations', { storeCode })
    signals.notify('changed', { storeCode, changes: ['products', 'tasks', 'tags'] })
    return true
  }

  return {
    async work() {
      const now = clock.now().getTime()
      if (now < due) return 0
      due = now + longestRestMs
      let settled = 0
      for (const storeCode of await storesToSettle(db, clock.now())) if (await settleStore(storeCode)) settled++
      await inTransaction(db, (tx) => recountEmpty(tx, clock.now()))
      const next = await nextTurn(db, clock.now())
      if (next !== undefined) due = Math.min(due, next.getTime())
      return settled
    },
    stop: forget,
  }
}

/** Who is named as the cause of the task. */
function causeOf(differences: readonly Difference[]): string {
  const names = [...new Set(differences.map((one) => one.name))]
  return `Promotion ${names.slice(0, maxNames).join(', ')}${names.length > maxNames ? ' …' : ''}`
}
