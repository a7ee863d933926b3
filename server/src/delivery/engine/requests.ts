/**
 * Carries what gateways are asked to do, and what they shall be set to, to those this process serves, and takes their answers. Both are rows
 * in the database: any process may have asked, and a new holder of a shard goes on where the last one ended.
 */
import { inTransaction } from '../../platform/audit/transaction.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { hasOpenRequests, takeLogPart, takeReply, takeRequests } from '../../chain/gateways/requests.ts'
import { takeConfigs } from '../../chain/gateways/settings.ts'
import type { GatewayDriver, LinkEvent } from './link/driver.ts'
import type { Loop } from '../../platform/jobs/loop.ts'

/** Hints may be lost: the rows are looked at this often besides. */
const lookEveryMs = 2000
/** Parts of logs that may wait in memory to be stored; what is beyond is asked for again. */
export const maxLogsWaiting = 100

export function startRequests(options: { context: Context; driver: GatewayDriver; shards: () => readonly number[] }): Loop {
  const { context, driver, shards } = options
  const { db, clock, log, signals } = context
  return context.jobs.start({
    name: 'gateway-requests',
    everyMs: lookEveryMs,
    wakesOn: ['gateway-requests'],
    work: async () => {
      const mine = shards()
      if (mine.length === 0 || !(await hasOpenRequests(db))) return false
      const { send, rebooted, configs } = await inTransaction(db, async (tx) => ({
        ...(await takeRequests(tx, mine, clock.now())),
        configs: await takeConfigs(tx, mine, clock.now()),
      }))
      if (rebooted > 0) signals.notify('gateway-replies', {})
      const described = [
        ...send.map(({ request, kind, params, ...gateway }) => ({
          gateway,
          what: kind,
          sent: () => driver.request(gateway, { request, kind, ...(params !== null && { params }) }),
        })),
        ...configs.map(({ version, config, ...gateway }) => ({
          gateway,
          what: 'config',
          sent: () => driver.configure(gateway, { version, ...config }),
        })),
      ]
      await Promise.all(
        described.map(({ gateway, what, sent }) =>
          // It is sent again while it is wanted.
          sent().catch((error: unknown) => log.warn({ err: error, gateway: gateway.gwMac, what }, 'a gateway could not be told')),
        ),
      )
      return false
    },
  })
}

/** Stores what gateways answered; true when a caller may be waiting for it. */
export async function takeAnswers(tx: Db, events: readonly LinkEvent[], at: Date): Promise<boolean> {
  let requested = false
  for (const event of events) {
    if (event.type === 'log') await takeLogPart(tx, event.gateway, event.log, at)
    if (event.type === 'reply') requested = (await takeReply(tx, event.gateway, event.reply, at)) || requested
  }
  return requested
}
