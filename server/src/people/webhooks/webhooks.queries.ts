/** Webhooks and what they told, as lists show them. */
import type { WebhookDelivery, WebhookOutcome, WebhookRow } from '@endcap/contract/webhooks'
import type { TablePage, TableRequest } from '@endcap/contract/table'
import { sql } from 'kysely'
import { toEpoch } from '../../platform/base/clock.ts'
import { tablePage, textColumn, timeColumn } from '../../platform/db/table-page.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'

type State = WebhookDelivery['state']
const stateOf = sql<State>`case when delivered_at is not null then 'delivered' when given_up_at is not null then 'given-up'
  when outcome is null then 'waiting' else 'failing' end`
const outcomeColumn = sql<WebhookOutcome | ''>`coalesce(outcome, '')`

/** Webhooks that tell of nothing but what the account may see. */
export const ownWebhooks = (db: Db, stores: Session['stores']) =>
  db
    .selectFrom('webhooks as w')
    .$if(stores !== 'all', (some) => some.where(sql<boolean>`w.store_codes <@ ${stores === 'all' ? [] : stores}::text[]`))

export async function searchWebhooks(db: Db, stores: Session['stores'], request: TableRequest): Promise<TablePage<WebhookRow>> {
  const query = ownWebhooks(db, stores)
    .leftJoin(
      sql<{ webhook_id: string; state: State; last_outcome: WebhookOutcome | '' }>`lateral (
        select d.webhook_id, ${stateOf} as state, ${outcomeColumn} as last_outcome from webhook_deliveries d
        where d.webhook_id = w.webhook_id and d.tries > 0 order by d.delivery_id desc limit 1)`.as('l'),
      (join) => join.onTrue(),
    )
    .select(['w.webhook_id', 'w.name', 'w.url', 'w.events', 'w.store_codes', 'w.min_class', 'w.enabled', 'w.created_by', 'w.updated_at'])
    .select(['l.state', 'l.last_outcome'])
    .select(
      sql<number>`(select count(*)::int from webhook_deliveries q
        where q.webhook_id = w.webhook_id and q.delivered_at is null and q.given_up_at is null)`.as('waiting'),
    )
    // The contract's enumeration is what the column was written with.
    .$narrowType<{ events: WebhookRow['events'] }>()
  const page = await tablePage(query, request, {
    columns: {
      name: textColumn('w.name'),
      url: textColumn('w.url'),
      createdBy: textColumn('w.created_by'),
      updatedAt: timeColumn('w.updated_at'),
    },
    defaultOrder: sql`w.name`,
    tieBreak: sql`w.webhook_id`,
  })
  return {
    ...page,
    data: page.data.map(({ webhook_id, store_codes, min_class, created_by, updated_at, state, last_outcome, ...row }) => ({
      ...row,
      webhookId: webhook_id,
      storeCodes: store_codes,
      minClass: min_class,
      createdBy: created_by,
      updatedAt: toEpoch(updated_at),
      lastState: state,
      lastOutcome: last_outcome ?? '',
    })),
  }
}

export async function searchDeliveries(db: Db, webhookId: string, request: TableRequest): Promise<TablePage<WebhookDelivery>> {
  const query = db
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .select(['delivery_id as deliveryId', 'event', 'tries', 'payload', 'due_at', 'created_at'])
    .select([stateOf.as('state'), outcomeColumn.as('outcome')])
  const page = await tablePage(query, request, {
    columns: { event: textColumn('event'), state: { sql: stateOf, kind: 'text' }, updatedAt: timeColumn('created_at') },
    dateColumn: sql.ref('created_at'),
    defaultOrder: sql`delivery_id desc`,
    tieBreak: sql`delivery_id desc`,
  })
  return {
    ...page,
    data: page.data.map(({ due_at, created_at, ...row }) => ({ ...row, dueAt: toEpoch(due_at), updatedAt: toEpoch(created_at) })),
  }
}
