/** All that is known of one tag, and what it shows. */
import { listAliases } from '../../catalogue/aliases/aliases.service.ts'
import { toDelivery } from '../../delivery/tasks/tasks.service.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/base/errors.ts'
import { mainPageOf } from '../../settings/main-page.ts'
import { newestLabel, readEvidence, readGlass, recentDeliveries, recentEvents } from './deliveries.queries.ts'
import { diagnose } from './diagnosis.ts'
import { nameSlotOf } from './name-slot.ts'
import { pictures } from './pictures.ts'
import { readGiven } from './swap.queries.ts'
import { findTag } from './tags.queries.ts'

/** Deliveries in a tag's timeline. */
const timelineLength = 20

const missing = (tagMac: string) => notFound(`There is no tag ${tagMac} in this store.`)

async function tagOf({ db }: Context, storeCode: string, tagMac: string) {
  const tag = await findTag(db, storeCode, tagMac, await nameSlotOf(db))
  if (tag === undefined) throw missing(tagMac)
  return tag
}

/** The tag with its history, its events and why it is as it is; throws 404 where the store has no such tag. */
export async function describeTag(context: Context, storeCode: string, tagMac: string) {
  const { db } = context
  const tag = await tagOf(context, storeCode, tagMac)
  const timeline = await recentDeliveries(db, storeCode, tagMac, timelineLength)
  const evidence = await readEvidence(db, storeCode, tagMac)
  const given = await readGiven(db, storeCode, tagMac)
  if (evidence === undefined) throw missing(tagMac)
  return {
    tag,
    prCodeList: given.prCodeList,
    fmPrCode: given.fmPrCode,
    diagnosis: diagnose(tag, await newestLabel(db, storeCode, tagMac), evidence),
    timeline: timeline.map(toDelivery),
    eventList: await recentEvents(db, storeCode, tagMac, timelineLength),
    page: evidence.page,
  }
}

/** The pictures that stand on the glass by the tag's own word, and what they were made of; throws 404 where the store has no such tag. */
export async function previewTag(context: Context, storeCode: string, tagMac: string) {
  const { db, blobs, labels } = context
  const { tagType } = await tagOf(context, storeCode, tagMac)
  const glass = await readGlass(db, storeCode, tagMac)
  const layoutId = glass?.layoutId ?? null
  const drawing = layoutId === null ? undefined : (await labels.book()).find({ storeCode, layoutId, tagType })
  const [main = null, ...sub] = await pictures(blobs, glass?.images ?? [], await mainPageOf(db, tagMac))
  return {
    encodedImage: main,
    subPage: sub.filter((page) => page !== null),
    alias: aliasNames(await listAliases(db)),
    prInfo: glass?.prInfo ?? [],
    layoutId,
    refittedFrom: drawing?.refittedFrom ?? null,
  }
}

/** The names at their places; empty where a place has none. */
function aliasNames(aliases: readonly { index: number; name: string }[]): string[] {
  const length = Math.max(0, ...aliases.map(({ index }) => index + 1))
  return Array.from({ length }, (_, index) => aliases.find((one) => one.index === index)?.name ?? '')
}
