/**
 * Webhooks: other systems are told when alarms come and go and when tasks end. What they get is signed as Standard Webhooks says
 * (headers webhook-id, webhook-timestamp, webhook-signature) and sent again until it was taken, for a day.
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { done, epochSeconds, storeCode } from './schemas.ts'
import { tableEndpoint } from './table.ts'

export const webhookEvents = ['alarm.raised', 'alarm.cleared', 'task.finished'] as const
/** Of one message: not sent yet, taken with a 2xx, refused or unanswered and to be sent again, given up after a day. */
export const messageStates = ['waiting', 'delivered', 'failing', 'given-up'] as const

/**
 * What came of one message, in no more words than these: refused is an answer of 4xx, failed one of 5xx, gone 410; not-allowed, an address that
 * the server may not call.
 */
export const webhookOutcomes = [
  'delivered',
  'redirected',
  'refused',
  'gone',
  'failed',
  'no-answer',
  'not-reachable',
  'not-allowed',
] as const
export type WebhookOutcome = (typeof webhookOutcomes)[number]
const outcome = z.enum(webhookOutcomes)

const settings = z.strictObject({
  name: z.string().trim().min(1, 'must not be empty').max(100),
  url: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .max(2000)
    .refine((url) => !/^[a-z]+:\/\/[^/]*@/i.test(url), 'must not hold a password: the signature tells who is calling'),
  events: z.array(z.enum(webhookEvents)).min(1, 'must name one event or more').max(webhookEvents.length),
  /** Null: all stores, and what is of no store. */
  storeCodes: z.array(storeCode).min(1).max(10_000).nullable(),
  /** Alarms of this class (1 information, 2 warning, 3 critical) and above. */
  minClass: z.union([z.literal(1), z.literal(2), z.literal(3)]).default(1),
  enabled: z.boolean().default(true),
})
export interface WebhookSettings extends z.infer<typeof settings> {}

const row = settings.extend({
  webhookId: z.string(),
  createdBy: z.string(),
  updatedAt: epochSeconds,
  /** How the last delivery went: null before the first. */
  lastState: z.enum(messageStates).nullable(),
  lastOutcome: outcome.or(z.literal('')),
  waiting: z.int(),
})
export interface WebhookRow extends z.infer<typeof row> {}

const delivery = z.object({
  deliveryId: z.string(),
  event: z.string(),
  state: z.enum(messageStates),
  tries: z.int(),
  /** What came of the last try. */
  outcome: outcome.or(z.literal('')),
  payload: z.record(z.string(), z.unknown()),
  dueAt: epochSeconds,
  updatedAt: epochSeconds,
})
export interface WebhookDelivery extends z.infer<typeof delivery> {}

const rules = { store: 'account' } as const

export const webhooks = {
  search: tableEndpoint('/setting/webhook/search', {
    ...rules,
    access: 'server_config.read',
    summary: 'Webhooks of the account’s stores; those of all stores are for accounts of the whole chain.',
    row,
    filters: ['name', 'url'],
  }),
  create: endpoint('POST', '/setting/webhook', {
    ...rules,
    access: 'server_config.write',
    summary: 'Creates a webhook; the answer holds the secret its messages are signed with, once.',
    body: settings,
    response: z.object({ webhookId: z.string(), secret: z.string() }),
  }),
  update: endpoint('PUT', '/setting/webhook/:webhookId', {
    ...rules,
    access: 'server_config.write',
    summary: 'Changes a webhook; 409 when it was changed since `updatedAt`.',
    body: settings.extend({ updatedAt: epochSeconds.optional() }),
    response: done,
  }),
  renewSecret: endpoint('POST', '/setting/webhook/:webhookId/secret', {
    ...rules,
    access: 'server_config.write',
    summary: 'Gives a webhook a new secret, told once; the old one is void at once.',
    response: z.object({ secret: z.string() }),
  }),
  remove: endpoint('DELETE', '/setting/webhook/:webhookId', {
    ...rules,
    access: 'server_config.write',
    summary: 'Removes a webhook with what it has not told yet.',
    response: done,
  }),
  test: endpoint('POST', '/setting/webhook/:webhookId/test', {
    ...rules,
    access: 'server_config.write',
    summary: 'Sends a message of the type `test` at once and answers what came back.',
    perMinute: 30,
    response: z.object({ ok: z.boolean(), outcome }),
  }),
  deliveries: tableEndpoint('/setting/webhook/:webhookId/delivery/search', {
    ...rules,
    access: 'server_config.read',
    summary: 'What a webhook told in the last 30 days, and what it still has to tell.',
    row: delivery,
    filters: ['event', 'state'],
  }),
  again: endpoint('POST', '/setting/webhook/:webhookId/delivery/:deliveryId', {
    ...rules,
    access: 'server_config.write',
    summary: 'Sends a message again, whatever came of it.',
    response: done,
  }),
}
