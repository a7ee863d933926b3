/** Lights and pages of tags: a task each, in lanes of their own beside the labels (specification 1 §7, 2 §3). */
import type { tagControl as endpoints } from '@endcap/contract/tag-control'
import type { RequestOf } from '@endcap/contract/endpoint'
import type { ledParams, pageParams } from '@endcap/gateway-link/messages'
import type * as z from 'zod'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { done } from '../../platform/http/done.ts'
import type { Session } from '../../platform/http/session.ts'
import { findStore } from '../../chain/stores/stores.service.ts'
import { refuseForeign } from '../tags/tags.service.ts'
import { startTask } from '../../delivery/tasks/tasks.service.ts'
import { tagsOfProducts } from './tag-control.queries.ts'

type Body = RequestOf<(typeof endpoints)['led']>['body']
type Settings = Omit<Body['tagList'][number], 'tagMac'>

export interface Controlled {
  taskId: string | null
  tagCount: number
  message: string
}

/** Before labels, which are 5 or 3: a person stands in the aisle and waits. */
const priority = 2
const secondsOf = ({ duration }: Settings) => Math.round(duration * 60)

export function controlLeds(context: Context, session: Session, body: Body): Promise<Controlled> {
  const paramsOf = (one: Settings): z.infer<typeof ledParams> => ({
    state: one.ledState,
    brightness: one.ledBrightness,
    speed: one.blinkingSpeed,
    seconds: secondsOf(one),
  })
  return control(context, session, { body, kind: 'LED', paramsOf })
}

export async function controlPages(context: Context, session: Session, body: Body): Promise<Controlled> {
  const store = await findStore(context.db, body.storeCode)
  // Stores may want pages to stay (specification 2 §3, notAutoRtnPage).
  const stays = store?.config.notAutoRtnPage === true
  const paramsOf = (one: Settings): z.infer<typeof pageParams> => ({ page: one.pageNo, seconds: stays ? 0 : secondsOf(one) })
  return control(context, session, { body, kind: 'PAGE', paramsOf })
}

interface RequestedTag {
  body: Body
  kind: 'LED' | 'PAGE'
  paramsOf: (settings: Settings) => Record<string, number>
}

async function control(context: Context, session: Session, { body, kind, paramsOf }: RequestedTag): Promise<Controlled> {
  const { db, clock, signals } = context
  const { storeCode, productList, tagList } = body
  const started = await inTransaction(db, async (tx) => {
    const named = tagList.map((one) => one.tagMac)
    await refuseForeign(tx, session, storeCode, named)
    const requested = new Map(productList.map((one) => [one.prCode, paramsOf(one)]))
    const shown = await tagsOfProducts(tx, storeCode, [...requested.keys()])
    // What is said of a tag itself counts more than what is said of its product.
    const params = new Map([
      ...shown.map(({ tagMac, prCode }) => [tagMac, requested.get(prCode)!] as const),
      ...tagList.map((one) => [one.tagMac, paramsOf(one)] as const),
    ])
    if (params.size === 0) return undefined
    const at = clock.now()
    return startTask(tx, { storeCode, taskType: kind, kind, tagMacs: [...params.keys()], params, createdBy: session.email, at, priority })
  })
  if (started === undefined) return { taskId: null, tagCount: 0, message: 'no matching tags' }
  signals.notify('operations', { storeCode })
  signals.notify('changed', { storeCode, changes: ['tags', 'tasks'] })
  return { ...started, ...done }
}
