/** Hands rendered operations to gateways, within their windows, and deals with those nothing was heard of. */
import type { Operation } from '@endcap/gateway-link/messages'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { leftUntilHeard } from '../tasks/left-until-heard.ts'
import { finishOperations, type Ending } from '../tasks/tasks.service.ts'
import { takeCancels, type Cancel } from './cancel.queries.ts'
import {
  givenUpOffline,
  holdForGateway,
  isIdle,
  leaveOfflineGateways,
  overdueOperations,
  routeOperations,
  takeOffers,
  type Offer,
} from './dispatch.queries.ts'
import { retryOperations, type Retry } from './intake.queries.ts'
import type { Capability, GatewayDriver } from './link/driver.ts'
import { idle, type Loop } from '../../platform/jobs/loop.ts'
import { afterSilence, type EnginePolicy } from './policy.ts'

interface Options {
  context: Context
  driver: GatewayDriver
  policy: EnginePolicy
  shards: () => readonly number[]
}
interface DispatchOptions extends Options {
  /** Called with each look that finds operations. */
  onBusy: () => void
}

/** While there is no operation at all it is looked this often: a hint may have been lost. */
const idleMs = 5000

/** Operations routed in one statement, and taken back. */
const routeBatch = 2000
const cancelBatch = 5000

/** What a gateway must be able to do beside showing labels. */
const neededFor: Partial<Record<Operation['kind'], Capability>> = { LED: 'led', PAGE: 'page', STATUS_CHECK: 'collect' }

const after = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000)

export function startDispatch({ context, driver, policy, shards, onBusy }: DispatchOptions): Loop {
  const { db, clock, log, signals } = context

  const isAble = ({ kind, storeCode, gwMac }: Offer) => {
    const needed = neededFor[kind]
    return needed === undefined || driver.capabilities({ storeCode, gwMac }).has(needed)
  }
  /** Ends what a kind of gateway cannot do, by name. */
  async function refuse(offers: readonly Offer[]) {
    if (offers.length === 0) return
    const endings = offers.map(({ opId, gwMac }): Ending => ({
      opId,
      gwMac,
      outcome: 'FAILED',
      reason: 'unsupported',
      status: 'NG',
      answered: false,
      detail: 'The gateway cannot do this',
    }))
    await inTransaction(db, (tx) => finishOperations(tx, endings, clock.now()))
    for (const storeCode of new Set(offers.map((one) => one.storeCode)))
      signals.notify('changed', { storeCode, changes: ['tags', 'tasks'] })
  }

  async function publish(offers: readonly Offer[]) {
    const byGateway = Map.groupBy(offers, (offer) => offer.gwMac)
    await Promise.all(
      [...byGateway.values()].map(async (list) => {
        const operations: Operation[] = list.map(({ opId, tagMac, kind, hash, images, params }) => ({
          op: opId,
          tag: tagMac,
          kind,
          hash,
          images,
          ...(params && { params }),
        }))
        try {
          await driver.show(list[0]!, operations)
        } catch (error) {
          // Their deadline passes unaccepted, and they are offered again.
          log.warn({ err: error, gateway: list[0]!.gwMac, operations: list.length }, 'operations could not be handed to the gateway')
        }
      }),
    )
  }

  async function takeBack(cancels: readonly Cancel[]) {
    const byGateway = Map.groupBy(cancels, (one) => one.gwMac)
    await Promise.all(
      [...byGateway.values()].map((list) =>
        driver
          .cancel(
            list[0]!,
            list.map((one) => one.opId),
          )
          // It is told again.
          .catch((error: unknown) =>
            log.warn({ err: error, gateway: list[0]!.gwMac }, 'operations could not be taken back from the gateway'),
          ),
      ),
    )
  }

  return context.jobs.start({
    name: 'dispatch',
    everyMs: 1000,
    idleMs,
    work: async () => {
      const mine = shards()
      if (mine.length === 0) return false
      if (await isIdle(db)) return idle
      onBusy()
      const at = clock.now()
      const { cancels, routed } = await inTransaction(db, async (tx) => ({
        cancels: await takeCancels(tx, mine, { at, limit: cancelBatch }),
        routed: await routeOperations(tx, { at, policy, limit: routeBatch }),
      }))
      // Before anything is offered: who gets an operation once more must not be told afterwards to leave it.
      await takeBack(cancels)
      const offers = await inTransaction(db, (tx) =>
        takeOffers(tx, mine, { at, deadline: after(at, policy.acceptSeconds), window: policy.window, queue: policy.gatewayQueue }),
      )
      await refuse(offers.filter((one) => !isAble(one)))
      await publish(offers.filter(isAble))
      return routed === routeBatch || cancels.length === cancelBatch || offers.length > 0
    },
  })
}

export interface Deadlines extends Loop {
  /** There are operations: they are looked after each second from now on. */
  busy(): void
}

/** Looks for operations past their deadline or stranded at an offline gateway; woken only by time, once there are operations. */
export function startDeadlines({ context, policy, shards, onWork }: Omit<Options, 'driver'> & { onWork: () => void }): Deadlines {
  const { db, clock, signals } = context
  let rests = false
  const loop = context.jobs.start({
    name: 'deadlines',
    everyMs: 1000,
    idleMs,
    work: async () => {
      const mine = shards()
      if (mine.length === 0) return false
      rests = await isIdle(db)
      if (rests) return idle
      const at = clock.now()
      const overdue = await overdueOperations(db, mine, at)
      const held = overdue.filter((one) => one.offline)
      const decided = overdue.filter((one) => !one.offline).map((one) => ({ one, next: afterSilence(policy, one) }))
      const retries: Retry[] = decided.flatMap(({ one, next }) =>
        next.next === 'retry'
          ? { opId: one.opId, dueAt: after(at, next.afterSeconds), reason: next.reason, detail: null, status: next.status, held: true }
          : [],
      )
      const endings: Ending[] = decided.flatMap(({ one, next }) => {
        if (next.next === 'expect') return leftUntilHeard(one)
        return next.next === 'fail' ? { opId: one.opId, outcome: 'FAILED', reason: next.reason, status: next.status, answered: false } : []
      })
      const forgotten = await givenUpOffline(db, {
        queuedBefore: after(at, -policy.offlineSeconds),
        controlBefore: after(at, -policy.controlOfflineSeconds),
      })
      endings.push(
        ...forgotten.map(({ opId }): Ending => ({ opId, outcome: 'FAILED', reason: 'gateway-offline', status: 'NG', answered: false })),
      )
      if (overdue.length > 0 || endings.length > 0) {
        const ended = await inTransaction(db, async (tx) => {
          await holdForGateway(
            tx,
            held.map((one) => one.opId),
            at,
          )
          await retryOperations(tx, retries, at)
          return finishOperations(tx, endings, at)
        })
        const stores = new Set([...ended, ...overdue].map((one) => one.storeCode))
        for (const storeCode of stores) signals.notify('changed', { storeCode, changes: ['tags', 'tasks'] })
      }
      const moved = await inTransaction(db, (tx) => leaveOfflineGateways(tx, mine, { at, policy }))
      if (overdue.length > 0 || endings.length > 0 || moved.length > 0) onWork()
      return overdue.length >= 2000
    },
  })
  const busy = () => {
    if (!rests) return
    rests = false
    loop.wake()
  }
  return { ...loop, busy }
}
