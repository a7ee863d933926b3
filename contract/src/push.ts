/**
 * The push channel: a WebSocket at `/push` and on its own port 8801 (specification 1 §7). The client's first message presents its
 * session; then the server sends the messages below, only for the account's stores. All but type 1 are hints to fetch again. A client that says what it shows hears of that alone.
 */
import * as z from 'zod'
import { storeCode } from './schemas.ts'

/** The specification's port of the push channel. */
export const defaultPushPort = 8801
/** A client that is not open after this long starts polling (specification 1 §4). */
export const pushOpenTimeoutMs = 1000
/** Fallback polling period (specification 1 §4). */
export const pushFallbackPollMs = 5000
/** The server says something at least this often, so that a client notices a channel that died without being closed. */
export const pushHeartbeatMs = 15_000

/** A client is told of changes at most this often, and fetches what changed at most this often. The first change after a rest is told at once. */
export const changeRestMs = 2000

/** Close code of a channel for which there is no room, of the server or of the account: the session stands, the client comes back later. */
export const tryLaterCode = 1013

/** The token is empty in the console: its browser sends a cookie when it opens the channel. */
export const pushHello = z.object({ accessToken: z.string(), accessEmail: z.string() })
export type PushHello = z.infer<typeof pushHello>

/** What changed in a store: `stores` is its name and configuration, `signage` is what displays show and are asked to do, `displays` what they say of themselves; `settings` (of the system, aliases) and `layouts` come without a store, to every account; `servers`, `members`, `roles` and `software` come for the location SYSTEM, to accounts that may read them. Several changes within a moment are sent as one message. */
export const storeChanges = [
  'stores',
  'tags',
  'tasks',
  'products',
  'gateways',
  'sensors',
  'files',
  'layouts',
  'papers',
  'signage',
  'displays',
  'alarms',
  'servers',
  'members',
  'roles',
  'software',
  'settings',
] as const
export const storeChange = z.enum(storeChanges)
export type StoreChange = z.infer<typeof storeChange>

/** Entries of one watch, and characters of its message: a client that shows more hears of everything. */
export const maxWatched = 40
export const maxWatchLength = 3500
/**
 * What a client shows, said after its hello and again whenever that is something else: from then on it hears of these changes alone. An
 * empty store code means all stores together: their changes come as one message without a store. Null: everything, store by store.
 */
export const pushWatch = z.object({
  watch: z
    .array(z.object({ storeCode: z.string().max(32), changes: z.array(storeChange).max(storeChanges.length) }))
    .max(maxWatched)
    .nullable(),
})
export type PushWatch = z.infer<typeof pushWatch>

export const pushMessage = z.discriminatedUnion('type', [
  /** Specification 1 §7: the stores that are collecting tag status now. */
  z.object({ type: z.literal(1), msg: z.array(z.object({ storeCode, storeName: z.string() })) }),
  z.object({ type: z.literal(2), msg: z.object({ storeCode: z.string(), changes: z.array(storeChange) }) }),
  /** The session has ended: the client goes to sign-in. */
  z.object({ type: z.literal(3), msg: z.object({ reason: z.string() }) }),
  /** What the account may do has changed: the client asks for its session again. */
  z.object({ type: z.literal(4), msg: z.object({}) }),
])
export type PushMessage = z.infer<typeof pushMessage>
