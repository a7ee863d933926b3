/** Webhook delivery and retry: messages are queued by the database with its cause: sent by whichever process is free, and again while a receiver is away. */
import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { isTrue } from '../../platform/db/is-true.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { openSecret } from '../../platform/secrets/secrets.ts'
import { postMessage, type Answer } from './post-message.ts'

/** Seconds for which a receiver is left alone, by its failures in a row; from then on, the last. */
const restSeconds: readonly number[] = [5, 30, 60, 120, 300, 600, 1800]
/** What could not be told for so long is given up: it is no news any more. */
const triedForSeconds = 86_400
/** While a process sends a message no other one does; longer than a receiver may take. */
const sendingSeconds = 60
/** Messages are kept so long. */
const retentionDays = 30

interface Taken {
  webhookId: string
  deliveryId: string
  url: string
  secret: string
  payload: Record<string, unknown>
  tries: number
}

/** Takes the message that has waited longest of a webhook that does not rest, counting the try: a process that dies while sending has made one. */
async function take(db: Db, at: Date): Promise<Taken | undefined> {
  const result = await sql<Taken>`
    update webhook_deliveries d set tries = d.tries + 1, due_at = ${at}::timestamptz + make_interval(secs => ${sendingSeconds})
    from (
      select q.webhook_id, q.delivery_id, w.url, w.secret from webhook_deliveries q join webhooks w using (webhook_id)
      where q.due_at <= ${at}::timestamptz and q.delivered_at is null and q.given_up_at is null
        and w.enabled and (w.paused_until is null or w.paused_until <= ${at}::timestamptz)
      order by q.due_at, q.delivery_id limit 1 for update of q skip locked
    ) next
    where d.webhook_id = next.webhook_id and d.delivery_id = next.delivery_id
    returning d.webhook_id as "webhookId", d.delivery_id as "deliveryId", next.url, next.secret, d.payload, d.tries`.execute(db)
  return result.rows[0]
}

/** Whether there is any webhook that messages could go to. */
export const hasWebhooks = (db: Db): Promise<boolean> => isTrue(db, sql`exists (select from webhooks where enabled)`)

/** Sends one message that is due; answers whether there was one, so that the next one is worth a look. */
export async function sendNext(context: Context): Promise<boolean> {
  const { db, clock } = context
  const taken = await take(db, clock.now())
  if (taken === undefined) return false
  const { url, payload, webhookId, deliveryId } = taken
  const [secret, hosts] = [openSecret(context, taken.secret), context.config.webhookHosts]
  const answer = await postMessage({ url, payload, secret, hosts, id: `msg_${deliveryId}`, at: clock.now() })
  await keepAnswer(context, taken, answer)
  if (!answer.ok)
    context.log.warn(
      { webhook: webhookId, delivery: deliveryId, tries: taken.tries, outcome: answer.outcome, detail: answer.detail },
      'webhook',
    )
  return true
}

async function keepAnswer({ db, clock }: Context, { webhookId, deliveryId }: Taken, { ok, outcome }: Answer): Promise<void> {
  const at = clock.now()
  const before = (seconds: number) => new Date(at.getTime() - seconds * 1000)
  await inTransaction(db, async (tx) => {
    const hook = tx.updateTable('webhooks').where('webhook_id', '=', webhookId)
    const messages = tx.updateTable('webhook_deliveries').where('webhook_id', '=', webhookId)
    const answered = { outcome, ...(ok ? { delivered_at: at } : { due_at: at }) }
    // The webhook before its messages, as in every change of it.
    if (ok) await hook.set({ failures: 0, paused_until: null }).where('failures', '>', 0).execute()
    else
      await hook
        .set({
          failures: sql`failures + 1`,
          paused_until: sql`${at}::timestamptz + make_interval(secs => (${restSeconds}::int[])[least(failures + 1, ${restSeconds.length})])`,
          ...(outcome === 'gone' && { enabled: false }),
        })
        .execute()
    await messages.set(answered).where('delivery_id', '=', deliveryId).execute()
    if (ok) return
    const open = messages.set({ given_up_at: at }).where('delivered_at', 'is', null).where('given_up_at', 'is', null)
    await open.where('created_at', '<=', outcome === 'gone' ? at : before(triedForSeconds)).execute()
  })
}

/** Forgets messages of long ago; for the hourly housekeeping. */
export async function dropOldMessages({ db, clock }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - retentionDays * 86_400_000)
  await db.deleteFrom('webhook_deliveries').where('created_at', '<', before).execute()
}
