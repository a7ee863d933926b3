/**
 * The record of what people change. A write that knows what was there before says so with `recordChange`; for every other write of the
 * contract the binding and `inTransaction` see to it that what was asked for is recorded. Jobs of the server itself are no acts of people:
 * their effects stand in the histories of products and tags.
 */
import type { Db } from '../db/schema.ts'
import { currentAct } from './act.ts'
import { redact } from './redact.ts'

export interface Change {
  /** What was changed, such as a role, and which one; `storeCode` where it is of one store and the call does not say so. */
  subject: { kind: string; id: string; storeCode?: string }
  /** Null: was not there before. Secrets are left out by name (redact.ts); do not rely on it for others. */
  before: unknown
  /** Null: is no more. */
  after: unknown
}

/** Records a change, in the transaction that makes it, under the name of who asked for it. What the server does by itself is not recorded. */
export async function recordChange(tx: Db, { subject, before, after }: Change): Promise<void> {
  const act = currentAct()
  if (act === undefined) return
  const { at, email, ip, action } = act
  await tx
    .insertInto('audit_log')
    .values({
      at,
      email,
      ip,
      action,
      kind: subject.kind,
      subject: subject.id,
      store_code: subject.storeCode ?? act.storeCode,
      before: toJson(before),
      after: toJson(after),
      update_id: act.updateId ?? null,
    })
    .execute()
  act.recorded = true
}

/** Says, before the record is written, which update of products the call makes: the record leads to the history of that update. */
export function nameUpdate(updateId: string): void {
  const act = currentAct()
  if (act !== undefined) act.updateId = updateId
}

/** Records what was asked for by a write that has recorded nothing itself; does nothing outside of writes. */
export async function recordAct(tx: Db): Promise<void> {
  const act = currentAct()
  if (act === undefined || act.recorded) return
  await recordChange(tx, { subject: { kind: act.kind, id: act.subject }, before: null, after: act.given })
}

/** This call is one part of a write of which another call makes the record. */
export function leaveToLater(): void {
  const act = currentAct()
  if (act !== undefined) act.recorded = true
}

const toJson = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(redact(value)))
