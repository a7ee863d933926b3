/** Tag status collections: started, stopped, and ended when all have answered or their time is over (specification 1 §4, §7). */
import { alarmTagsNamed } from '@endcap/contract/alarm-kinds'
import type { RequestOf } from '@endcap/contract/endpoint'
import { typesOfTags, type CollectingType, type statusCheck as endpoints } from '@endcap/contract/status-check'
import { clearAlarm, raiseAlarm } from '../../people/alarms/alarms.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { done } from '../../platform/http/done.ts'
import { conflict, invalid, unknownStore } from '../../platform/base/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import { getSetting } from '../../settings/settings.service.ts'
import { refuseForeign } from '../tags/tags.service.ts'
import { finishOperations, startTask, type Ending } from '../../delivery/tasks/tasks.service.ts'
import {
  answeredChecks,
  askGateways,
  checkSettings,
  closeCollection,
  giveUpRequests,
  insertCollection,
  longestCheckin,
  markSettled,
  newestCollection,
  openChecks,
  silentTags,
  tagsOfStore,
  unsettledCollections,
  type Unsettled,
} from './status-check.queries.ts'

export { hasUnsettled, openCollections } from './status-check.queries.ts'

type Body = RequestOf<(typeof endpoints)['start']>['body']

/** Tags whose check is ended in one transaction. */
const endBatchSize = 2000
/** Before labels: a person waits for the answers, and a check takes hardly any time on the air. */
const priority = 2
const taskType = 'STATUS_CHECK'

/** What a check asks of a tag: a battery check measures under load. */
const paramsOf: Partial<Record<CollectingType, Record<string, number>>> = { BATTERY_CHECK: { battery: 1 } }

/** `also`: what must hold with the start or not at all. */
export async function startCollection(context: Context, session: Session, body: Body, also?: (tx: Db) => Promise<void>) {
  const { db, clock } = context
  const { storeCode, cmd } = body
  if (typesOfTags.includes(cmd) && body.tagList.length === 0) throw invalid('No row selected. Please select one or more rows.', 'tagList')
  const started = await inTransaction(db, async (tx) => {
    await also?.(tx)
    const settings = await checkSettings(tx, storeCode)
    if (settings === undefined) throw unknownStore(storeCode)
    if (!settings.enabled || !(await getSetting(tx, 'system')).enableTagStatusCheck)
      throw conflict('Tag status check is not enabled for this store.', 'status-check-off')
    const at = clock.now()
    const deadlineOf = (seconds: number) => new Date(at.getTime() + seconds * 1000)
    const { baseTimeout, timeoutTag } = settings
    const record = async (taskId: string | null, requestIds: readonly string[], given: { total: number; deadline: Date }) => {
      const collectionId = await insertCollection(tx, { storeCode, cmd, taskId, requestIds, createdBy: session.email, at, ...given })
      if (collectionId === undefined) throw conflict('This store is collecting already. Stop that first.', 'collecting')
      return { collectionId, taskId, total: given.total }
    }
    if (cmd === 'GATEWAY_SCAN') {
      const deadline = deadlineOf(baseTimeout)
      const requestIds = await askGateways(tx, { storeCode, at, deadline })
      if (requestIds.length === 0) throw conflict('This store has no gateway.', 'no-gateway')
      return record(null, requestIds, { total: requestIds.length, deadline })
    }
    const tagMacs = cmd === 'ALL_TAG_STATUS_COLLECT' ? await tagsOfStore(tx, storeCode) : [...new Set(body.tagList)]
    await refuseForeign(tx, session, storeCode, tagMacs)
    if (tagMacs.length === 0) throw conflict('This store has no tag.', 'no-tag')
    // The store's own budget (specification 2 §3: base timeout and timeout a tag), and time for a tag that cannot be woken to check in.
    const seconds = baseTimeout + timeoutTag * tagMacs.length + 2 * (await longestCheckin(tx, storeCode, tagMacs))
    const own = paramsOf[cmd]
    const params = own && new Map(tagMacs.map((tagMac) => [tagMac, own] as const))
    const task = { storeCode, taskType, kind: taskType, tagMacs, createdBy: session.email, at, priority } as const
    const { taskId, tagCount } = await startTask(tx, { ...task, ...(params && { params }) })
    return record(taskId, [], { total: tagCount, deadline: deadlineOf(seconds) })
  })
  context.signals.notify('operations', { storeCode })
  context.signals.notify('gateway-requests', {})
  notifyChange(context, storeCode)
  return { ...started, message: 'Start tag status collection' }
}

/** Stops a collection, or takes some of its tags out of it. */
export async function stopCollection(context: Context, { storeCode, cmd, tagList }: Body): Promise<{ message: string }> {
  const { db, clock } = context
  await inTransaction(db, async (tx) => {
    const current = await newestCollection(tx, storeCode)
    if (current === undefined || current.outcome !== null || current.cmd !== cmd)
      throw conflict('This store is not collecting that.', 'not-collecting')
    const { taskId } = current
    if (tagList.length > 0 && taskId !== null) {
      await endChecks(tx, { storeCode, taskId }, { tagMacs: tagList, reason: 'cancelled', at: clock.now() })
      return
    }
    const { answered, failed } = current
    await closeCollection(tx, current, { outcome: 'STOPPED', answered, failed, at: clock.now() })
  })
  notifyChange(context, storeCode)
  // What is still under way is taken back at once, and by any other process should this one die now.
  await settleCollections(context)
  return done
}

interface End {
  tagMacs?: readonly string[]
  /** Why they end; a tag that was waited for in vain says by itself whose fault it was. */
  reason: 'cancelled' | 'silent'
  at: Date
}
/** Ends checks that were not answered, as many as go into one transaction; answers whether none is left. */
async function endChecks(tx: Db, task: { storeCode: string; taskId: string }, { tagMacs, reason, at }: End): Promise<boolean> {
  const open = await openChecks(tx, task, { limit: endBatchSize, ...(tagMacs && { tagMacs }) })
  const endings = open.map(({ opId, offline }): Ending => ({
    opId,
    outcome: 'FAILED',
    status: 'NG',
    answered: false,
    reason: reason === 'cancelled' ? 'cancelled' : offline ? 'gateway-offline' : 'tag-silent',
  }))
  await finishOperations(tx, endings, at)
  return open.length < endBatchSize
}

/** Ends what is over. Any process may look; each collection is taken by one of them at a time. */
export async function settleCollections(context: Context): Promise<void> {
  const { db, clock } = context
  for (let more = true; more;) {
    const at = clock.now()
    const touched = await inTransaction(db, async (tx) => {
      const result: { storeCode: string; left: boolean }[] = []
      for (const one of await unsettledCollections(tx, at)) {
        const step = await settle(tx, one, at)
        if (step !== undefined) result.push({ storeCode: one.storeCode, left: step === 'more' })
      }
      return result
    })
    for (const { storeCode } of touched) notifyChange(context, storeCode)
    more = touched.some((one) => one.left)
  }
}

/** Undefined when there is nothing to do for it yet. */
async function settle(tx: Db, one: Unsettled, at: Date): Promise<'more' | 'done' | undefined> {
  const { storeCode, collectionId, taskId, over, late, total } = one
  const complete = one.answered + one.failed >= total
  if (!over && !late && !complete) return undefined
  if (!complete && taskId !== null && !(await endChecks(tx, { storeCode, taskId }, { reason: over ? 'cancelled' : 'silent', at })))
    return 'more'
  if (!complete && taskId === null) await giveUpRequests(tx, one, at)
  await markSettled(tx, one)
  if (over) return 'done'
  // Once more: a tag may have answered just now.
  const answered = taskId === null ? one.answered : await answeredChecks(tx, { storeCode, taskId })
  const failed = total - answered
  const silent = taskId === null || failed === 0 ? [] : await silentTags(tx, { storeCode, taskId }, alarmTagsNamed)
  // All that did not answer were taken out of it by a person.
  const isStopped = taskId !== null && failed > 0 && silent.length === 0
  const outcome = isStopped ? 'STOPPED' : failed > 0 ? 'TIMED_OUT' : 'DONE'
  await closeCollection(tx, { storeCode, collectionId }, { outcome, answered, failed, at })
  if (isStopped) return 'done'
  const alarm = { storeCode, type: 'TAG STATUS CHECK TIME OUT', subject: storeCode, at } as const
  if (failed === 0) await clearAlarm(tx, alarm)
  else if (taskId === null) await raiseAlarm(tx, { ...alarm, class: 2, data: { gateways: failed, tags: 0 } })
  else await raiseAlarm(tx, { ...alarm, class: 2, data: { tags: failed, gateways: 0, tagMacList: silent } })
  return 'done'
}

function notifyChange({ signals }: Context, storeCode: string) {
  signals.notify('collecting', {})
  signals.notify('changed', { storeCode, changes: ['tags', 'tasks', 'alarms'] })
}
