/**
 * What a changed decorator means for the labels that hang: of each store it is found which labels would show something else, and those are
 * drawn anew in a task. The same when the day changes, for scripts that look at it: a price that ends today must not stand tomorrow.
 * What the labels were last drawn with stands in `decorated_stores`, so that nothing is forgotten when a process ends.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../platform/context.ts'
import { holdLease } from '../../platform/db/leases.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { localDay } from '../../people/notifications/store-clock.ts'
import { startTask } from '../../delivery/tasks/tasks.service.ts'
import { decorateBy, type Decorated, type LabelToDecorate } from './decorate.ts'
import { decoratedStores, keepDecorated, type DecoratedStore, type Mark } from './effects.queries.ts'
import { createReadier } from './in-use.ts'
import { decoratableTags } from './samples.ts'
import { findVersion } from './scripts.queries.ts'

const leaseSeconds = 60
/** Labels looked at together. */
const batchSize = 500

type Parts = Pick<Context, 'db' | 'clock' | 'ports' | 'scripts' | 'signals' | 'log'>

/** One round, if it is this process's turn; answers how many labels are drawn anew. */
export async function applyDecorators(context: Parts, holder: string): Promise<number> {
  const { db, clock } = context
  const stores = await decoratedStores(db)
  const due = stores.flatMap((store) => {
    const target: Mark | null = store.target === null ? null : { ...store.target, day: localDay(clock.now(), store.timeZone) }
    return isDeepStrictEqual(target, store.drawn) ? [] : [{ store, target }]
  })
  if (due.length === 0 || !(await holdLease(db, 'decorators', holder, leaseSeconds))) return 0
  let count = 0
  for (const { store, target } of due) {
    const hold = async () => {
      if (!(await holdLease(db, 'decorators', holder, leaseSeconds))) throw new Error('another process took the decorators over')
    }
    count += await applyTo(context, store, target, hold)
  }
  return count
}

async function applyTo(context: Parts, store: DecoratedStore, target: Mark | null, hold: () => Promise<void>): Promise<number> {
  const { db, clock, signals } = context
  const { storeCode, drawn } = store
  const tagMacs = await changedLabels(context, { storeCode, drawn, target, hold })
  const task = await inTransaction(db, async (tx) => {
    // Another round, when the script was saved again meanwhile.
    if (!(await keepDecorated(tx, storeCode, drawn, target)) || tagMacs.length === 0) return undefined
    return startTask(tx, {
      storeCode,
      taskType: 'UPDATE',
      kind: 'SHOW',
      tagMacs,
      createdBy: store.savedBy ?? 'tag data decorator',
      at: clock.now(),
    })
  })
  if (task === undefined) return 0
  signals.notify('operations', { storeCode })
  signals.notify('changed', { storeCode, changes: ['tags', 'tasks'] })
  return task.tagCount
}

interface Change {
  storeCode: string
  drawn: Mark | null
  target: Mark | null
  hold: () => Promise<void>
}

/** Tags whose label would be another with the target than with what it was drawn with. What fails counts as another. */
async function changedLabels(context: Parts, { storeCode, drawn, target, hold }: Change): Promise<string[]> {
  const [before, after] = await Promise.all([decorator(context, storeCode, drawn), decorator(context, storeCode, target)])
  const sameScript = drawn !== null && target !== null && drawn.scope === target.scope && drawn.version === target.version
  if (sameScript && !after.looksAtDay) return []
  const changed: string[] = []
  for (let from = ''; ;) {
    await hold()
    const labels = await context.ports.promoteLabels(
      context.db,
      await decoratableTags(context.db, { storeCode, after: from, limit: batchSize }),
    )
    const [last] = labels.slice(-1)
    if (last === undefined) return changed
    const [old, next] = [await before.decorate(labels), await after.decorate(labels)]
    for (const [place, { tagMac }] of labels.entries()) if (differs(old[place], next[place])) changed.push(tagMac)
    from = last.tagMac
  }
}

const differs = (before: Decorated<LabelToDecorate> | undefined, after: Decorated<LabelToDecorate> | undefined): boolean =>
  before?.label === undefined || after?.label === undefined || !isDeepStrictEqual(shownBy(before.label), shownBy(after.label))
const shownBy = ({ products, layoutId, nfc }: LabelToDecorate) => ({
  infos: products.map((product) => product.prInfo),
  layoutId: layoutId ?? products[0]?.layoutId ?? null,
  nfc: nfc ?? products[0]?.nfc ?? null,
})

/** The script of a mark on its day; nothing is done where there is none. After a breakdown nothing more is tried: all that is left counts as failed. */
async function decorator(context: Parts, storeCode: string, mark: Mark | null) {
  const version = mark === null ? undefined : await findVersion(context.db, mark.scope, 'tag-data-decorator', mark.version)
  const plain = async (labels: readonly LabelToDecorate[]): Promise<Decorated<LabelToDecorate>[]> => labels.map((label) => ({ label }))
  if (mark === null || version === undefined) return { decorate: plain, looksAtDay: false }
  const script = (await createReadier(context, [storeCode]))({ kind: 'tag-data-decorator', code: version.code }, storeCode, mark.day)
  let broken = false
  return {
    looksAtDay: /today|date|time/.test(version.code),
    decorate: async (labels: readonly LabelToDecorate[]): Promise<Decorated<LabelToDecorate>[]> => {
      if (broken) return labels.map(() => ({ failure: { detail: '', prCode: '', line: null } }))
      const decorated = await decorateBy(context, { script, labels })
      broken = decorated.every((one) => one.failure !== undefined)
      return decorated
    },
  }
}
