/** Takes queued operations, makes their labels, and decides what needs no sending. */
import { createHash } from 'node:crypto'
import { blankHash } from '@endcap/gateway-link/messages'
import { modelOf } from '@endcap/label/models'
import type { Context } from '../../platform/context.ts'
import { getSetting } from '../../settings/settings.service.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import type { LabelImage } from '../../platform/db/schema.ts'
import { planLabel, ruleLabels, type LayoutBook, type RenderJob } from './labels.service.ts'
import { layoutOfLabel } from '../../catalogue/products/layout-of-label.ts'
import { promoteLabels } from '../promotions/promotions.service.ts'
import { decorateLabels } from '../../catalogue/scripts/decorate.ts'
import { finishOperations, type Ending } from '../../delivery/tasks/tasks.service.ts'
import { confirmedStatus } from '../../delivery/tasks/confirmed-status.ts'
import { claimQueued, loadQueued, markRendered, type QueuedOperation, type Rendered } from './label-source.ts'
import { createLru } from '../../platform/base/lru.ts'

/** Operations claimed at once, and how long the claim holds if this process dies. */
const claimSize = 400
const claimSeconds = 60
/** Labels remembered by what they were made from: tags that show the same product share one rendering. */
const rememberedLabels = 20_000

type Bundle = { hash: string; images: LabelImage[] }
type Made = Bundle | { failure: { reason: NonNullable<Ending['reason']>; detail: string } }

/** The hash of a whole glass: of its pages' hashes. */
export function bundleHash(images: readonly LabelImage[]): string {
  return createHash('sha256')
    .update(images.map(({ page, hash }) => `${page}:${hash}`).join('\n'))
    .digest('hex')
}

/** `holder` names this process in the claims on operations. */
export function createLabelRenderer(context: Context, holder: string): { work(): Promise<boolean> } {
  const { db, clock, blobs, labels, signals } = context
  const remembered = createLru<string, Bundle>(rememberedLabels)

  /** Labels of these operations; every distinct label is drawn once and its bitmaps are stored before anything is said of them. */
  async function make(operations: readonly QueuedOperation[], book: LayoutBook): Promise<Made[]> {
    const plans = operations.map((operation) => planLabel(operation, book))
    const missing = new Map<string, RenderJob>()
    for (const plan of plans) if (plan.failure === undefined && remembered.get(plan.key) === undefined) missing.set(plan.key, plan.job)
    const results = await labels.render([...missing.values()])
    const failures = new Map<string, Made>()
    await Promise.all(
      [...missing.keys()].map(async (key, index) => {
        const result = results[index]!
        if (result.failure !== undefined) {
          failures.set(key, { failure: result.failure })
          return
        }
        const images = await Promise.all(
          result.images.map(async ({ page, content }) => ({ page, hash: (await blobs.put(content)).hash, bytes: content.byteLength })),
        )
        remembered.set(key, { hash: bundleHash(images), images })
      }),
    )
    return plans.map((plan): Made => {
      if (plan.failure !== undefined) return plan
      return (
        failures.get(plan.key) ?? remembered.get(plan.key) ?? { failure: { reason: 'render-error', detail: 'The label was not drawn' } }
      )
    })
  }

  return {
    work: async () => {
      const at = clock.now()
      const until = new Date(at.getTime() + claimSeconds * 1000)
      const opIds = await inTransaction(db, (tx) => claimQueued(tx, { holder, at, until, limit: claimSize }))
      if (opIds.length === 0) return false
      const book = await labels.book()
      const operations = ruleLabels(await promoteLabels(db, await loadQueued(db, opIds)), book)
      const [rendered, endings]: [Rendered[], Ending[]] = [[], []]
      const images: QueuedOperation[] = []
      const toRender = operations.filter((one) => one.kind === 'SHOW')
      for (const [place, { label, failure }] of (await decorateLabels(context, toRender, { real: true })).entries()) {
        if (failure === undefined) images.push(label)
        else {
          const detail = `Product ${failure.prCode}: ${failure.detail}`
          endings.push({
            opId: toRender[place]?.opId ?? '',
            outcome: 'FAILED',
            reason: 'decorator-error',
            detail,
            status: 'NG',
            answered: false,
          })
        }
      }
      const made = await make(images, book)
      for (const { opId, kind, tagType } of operations) {
        if (kind === 'LED' && modelOf(tagType)?.led === false) {
          const detail = `Tags of type ${tagType} have no LED`
          endings.push({ opId, outcome: 'FAILED', reason: 'unsupported', detail, status: 'NG', answered: false })
        } else if (kind !== 'SHOW') rendered.push(bare(opId, kind === 'BLANK' ? blankHash : null))
      }
      // Labels that already stand on the glass are left alone.
      const { imageBaseUpdate: leaveAlone } = await getSetting(db, 'system')
      for (const [index, operation] of images.entries()) {
        const label = made[index]!
        if ('failure' in label) {
          endings.push({ opId: operation.opId, outcome: 'FAILED', ...label.failure, status: 'NG', answered: false })
          continue
        }
        rendered.push({ ...describe(operation), hash: label.hash, images: JSON.stringify(label.images) })
        const stands = leaveAlone && !operation.force && !operation.inDoubt && operation.shownHash === label.hash
        if (stands) endings.push({ opId: operation.opId, outcome: 'SAME', status: confirmedStatus('SHOW'), answered: false })
      }
      await inTransaction(db, async (tx) => {
        await markRendered(tx, rendered, { holder, at: clock.now() })
        await finishOperations(tx, endings, clock.now())
      })
      signals.notify('rendered', {})
      for (const storeCode of new Set(operations.map((one) => one.storeCode)))
        signals.notify('changed', { storeCode, changes: ['tags', 'tasks'] })
      return opIds.length === claimSize
    },
  }
}

const bare = (opId: string, hash: string | null): Rendered => ({
  opId,
  hash,
  images: '[]',
  layoutId: null,
  nfc: null,
  prInfo: null,
  promotion: null,
})

/** What the ledger keeps of the label's making. */
function describe({ opId, nfc, products, layoutId, promotion }: QueuedOperation): Omit<Rendered, 'hash' | 'images'> {
  const [first] = products
  return {
    opId,
    layoutId: layoutOfLabel({ layoutId, products }),
    nfc: nfc ?? first?.nfc ?? null,
    prInfo: first?.prInfo ?? null,
    promotion: promotion ?? null,
  }
}
