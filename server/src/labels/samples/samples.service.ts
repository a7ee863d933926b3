/** Sample products go as they came, and exactly: their labels turn blank in the same transaction. */
import type { ResultOf } from '@endcap/contract/endpoint'
import { sampleCodes, type samples as endpoints } from '@endcap/contract/samples'
import type { Context } from '../../platform/context.ts'
import { recordChange } from '../../platform/audit/audit.service.ts'
import { forbidden } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/db/schema.ts'
import { done } from '../../platform/http/done.ts'
import type { Session } from '../../platform/http/session.ts'
import { affectedTags, applyStaged, keepUsed, numberRulesOf, stageRemoval } from '../../catalogue/products/products.service.ts'
import { startTask } from '../../delivery/tasks/tasks.service.ts'
import { codesOfSite } from '../../settings/settings.service.ts'
import { carriedProducts, takeProducts } from '../tags/tags.service.ts'
import { countLabels, productsThere } from './samples.queries.ts'

export async function readSamples({ db }: Context, storeCode: string): Promise<ResultOf<(typeof endpoints)['state']>> {
  const codes = await codesOfSite(db, sampleCodes)
  const there = await productsThere(db, storeCode, codes)
  const going = there.filter(({ held }) => !held).map(({ prCode }) => prCode)
  const counts = going.length === 0 ? { tagCount: 0, sharedCount: 0 } : await countLabels(db, storeCode, going)
  const { words } = await numberRulesOf(db, storeCode)
  const stored = new Set(there.map(({ prCode }) => prCode))
  return {
    prCodeList: sampleCodes.filter((_, place) => stored.has(codes[place] ?? '')),
    ...words,
    held: there.length - going.length,
    ...counts,
  }
}

export async function removeSamples(
  context: Context,
  session: Session,
  storeCode: string,
): Promise<ResultOf<(typeof endpoints)['remove']>> {
  const { db, clock, signals } = context
  const codes = await codesOfSite(db, sampleCodes)
  let blanked: { taskId: string | null; tagCount: number } = { taskId: null, tagCount: 0 }
  let carried = new Map<string, string[]>()
  /** Once no other transaction can change the store's products. */
  const blank = async (tx: Db, fileId: string) => {
    blanked = { taskId: null, tagCount: 0 }
    const tagMacs = await affectedTags(tx, fileId)
    carried = await carriedProducts(tx, storeCode, tagMacs)
    if (tagMacs.length > 0) {
      if (!session.can('tag.write')) throw forbidden('Labels show sample products: taking these off needs tag.write.')
      await takeProducts(tx, storeCode, tagMacs)
      const start = { storeCode, tagMacs, taskType: 'DEASSIGN', kind: 'BLANK', createdBy: session.email, at: clock.now() } as const
      blanked = await startTask(tx, { ...start, priority: 3 })
    }
    await keepUsed(tx, storeCode, fileId)
  }
  const record = async (tx: Db) => {
    if (carried.size === 0) return
    const tagsWith = (codesOf: (prCodeList: string[]) => string[]) => ({
      tagList: [...carried].map(([tagMac, prCodeList]) => ({ tagMac, prCodeList: codesOf(prCodeList) })),
    })
    const subject = { kind: 'products', id: '', storeCode }
    await recordChange(tx, { subject, before: tagsWith((list) => list), after: tagsWith(() => []) })
  }
  const stage = { storeCode, kind: 'REMOVE', changedBy: session.email, finish: record } as const
  const { changed } = await applyStaged(context, stage, (fileId) => stageRemoval(db, storeCode, fileId, codes), blank)
  if (blanked.taskId !== null) {
    signals.notify('operations', { storeCode })
    signals.notify('changed', { storeCode, changes: ['tags', 'tasks', 'products'] })
  }
  return { removed: changed, ...blanked, ...done }
}
