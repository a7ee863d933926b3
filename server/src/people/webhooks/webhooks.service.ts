/** Webhooks: made, changed and removed by accounts that may see all that they tell. */
import type { WebhookSettings } from '@endcap/contract/webhooks'
import { fromEpoch, toEpoch } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { recordChange } from '../../platform/audit/audit.service.ts'
import { ApiError, conflict, forbidden, notFound } from '../../platform/base/errors.ts'
import { openSecret, sealSecret } from '../../platform/secrets/secrets.ts'
import { isHopeless, targetOf } from '../../platform/outgoing/networks.ts'
import type { Session } from '../../platform/http/session.ts'
import { postMessage, type Answer } from './post-message.ts'
import { makeSecret } from './sign.ts'
import { ownWebhooks } from './webhooks.queries.ts'

type Known = WebhookSettings & { secret: string; updatedAt: Date }

/** Throws unless all that the webhook would tell is of the account's stores. */
function checkStores({ storeCodes }: WebhookSettings, session: Session): void {
  if (storeCodes === null && session.stores !== 'all') throw forbidden('Name the stores: not all of them are yours.', 'other-store')
  for (const code of storeCodes ?? []) if (!session.allows(code)) throw forbidden(`The store ${code} is not one of yours.`, 'other-store')
}

/** Throws where it is plain that the address may not be called; a name that leads there is found when it is called. */
function checkAddress({ config }: Context, { url }: WebhookSettings): void {
  const target = targetOf(new URL(url))
  if (isHopeless(config.webhookHosts, target))
    throw new ApiError(400, {
      code: 'address-not-allowed',
      message: `${target.host} at port ${target.port} is in a private network or at an unusual port. Ask the operator of the server to list it in ENDCAP_WEBHOOK_HOSTS.`,
      field: 'url',
    })
}

/** A webhook of the account; throws where there is none. `toChange`: kept from others until the transaction ends. */
async function find(db: Db, webhookId: string, session: Session, toChange = false): Promise<Known> {
  const own = ownWebhooks(db, session.stores)
    .where('w.webhook_id', '=', webhookId)
    .selectAll('w')
    .$narrowType<{ events: WebhookSettings['events'] }>()
  const row = await (toChange ? own.forUpdate('w') : own).executeTakeFirst()
  if (row === undefined) throw notFound('There is no such webhook.')
  const { name, url, events, secret, enabled } = row
  return { name, url, events, storeCodes: row.store_codes, minClass: row.min_class, enabled, secret, updatedAt: row.updated_at }
}
const shown = ({ name, url, events, storeCodes, minClass, enabled }: WebhookSettings) => ({
  name,
  url,
  events,
  storeCodes,
  minClass,
  enabled,
})
const columns = ({ name, url, events, storeCodes, minClass, enabled }: WebhookSettings) => ({
  name,
  url,
  events,
  store_codes: storeCodes,
  min_class: minClass,
  enabled,
})
/** By the name that people know it by. */
const subject = ({ name }: WebhookSettings) => ({ kind: 'webhook', id: name })

export async function createWebhook(
  context: Context,
  session: Session,
  settings: WebhookSettings,
): Promise<{ webhookId: string; secret: string }> {
  checkStores(settings, session)
  checkAddress(context, settings)
  const secret = makeSecret()
  const at = context.clock.now()
  const made = await inTransaction(context.db, async (tx) => {
    const { webhook_id: webhookId } = await tx
      .insertInto('webhooks')
      .values({ ...columns(settings), secret: sealSecret(context, secret), created_by: session.email, created_at: at, updated_at: at })
      .returning('webhook_id')
      .executeTakeFirstOrThrow()
    await recordChange(tx, { subject: subject(settings), before: null, after: shown(settings) })
    return { webhookId, secret }
  })
  context.signals.notify('webhooks', {})
  return made
}

/** `seen`: when the caller's copy was changed last, epoch seconds; a later change by another account is not undone unseen. */
export async function updateWebhook(
  context: Context,
  session: Session,
  { webhookId, settings, seen }: { webhookId: string; settings: WebhookSettings; seen: number | undefined },
): Promise<void> {
  checkStores(settings, session)
  const { db, clock, signals } = context
  const at = clock.now()
  await inTransaction(db, async (tx) => {
    const before = await find(tx, webhookId, session, true)
    if (seen !== undefined && toEpoch(before.updatedAt) > seen)
      throw conflict('Another account has changed this webhook in the meantime. Close it and look at it again.', 'changed-since')
    // One that was made before may still be switched off.
    if (settings.url !== before.url) checkAddress(context, settings)
    // The account that changes it expects to see whether it works now.
    const updated_at = at > before.updatedAt ? at : fromEpoch(toEpoch(before.updatedAt) + 1)
    await tx
      .updateTable('webhooks')
      .set({ ...columns(settings), failures: 0, paused_until: null, updated_at })
      .where('webhook_id', '=', webhookId)
      .execute()
    await recordChange(tx, { subject: subject(before), before: shown(before), after: shown(settings) })
  })
  signals.notify('webhooks', {})
}

export async function removeWebhook({ db }: Context, session: Session, webhookId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await find(tx, webhookId, session, true)
    await tx.deleteFrom('webhooks').where('webhook_id', '=', webhookId).execute()
    await recordChange(tx, { subject: subject(before), before: shown(before), after: null })
  })
}

export async function renewSecret(context: Context, session: Session, webhookId: string): Promise<{ secret: string }> {
  const secret = makeSecret()
  await inTransaction(context.db, async (tx) => {
    await find(tx, webhookId, session, true)
    await tx
      .updateTable('webhooks')
      .set({ secret: sealSecret(context, secret) })
      .where('webhook_id', '=', webhookId)
      .execute()
  })
  return { secret }
}

/** Sends the address a test at once; it is no message of the queue. */
export async function testWebhook(context: Context, session: Session, webhookId: string): Promise<Answer> {
  const { url, secret } = await find(context.db, webhookId, session)
  const at = context.clock.now()
  const payload = { type: 'test', timestamp: at.toISOString(), data: { webhookId } }
  const [own, hosts] = [openSecret(context, secret), context.config.webhookHosts]
  return postMessage({ url, payload, hosts, secret: own, id: `msg_test_${at.getTime()}`, at })
}

/** The message goes out as if it were new. */
export async function sendAgain(
  { db, clock }: Context,
  session: Session,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await find(tx, webhookId, session)
    const { numUpdatedRows } = await tx
      .updateTable('webhook_deliveries')
      .set({
        tries: 0,
        created_at: clock.now(),
        due_at: clock.now(),
        delivered_at: null,
        given_up_at: null,
        outcome: null,
      })
      .where('webhook_id', '=', webhookId)
      .where('delivery_id', '=', deliveryId)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw notFound('There is no such message any more.')
    await tx.updateTable('webhooks').set({ failures: 0, paused_until: null }).where('webhook_id', '=', webhookId).execute()
  })
}

/** Throws unless the webhook is one of the account's. */
export const checkWebhook = async ({ db }: Context, session: Session, webhookId: string): Promise<void> =>
  void (await find(db, webhookId, session))
