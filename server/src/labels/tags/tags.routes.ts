import { tags as endpoints } from '@endcap/contract/tags'
import { listModels } from './models.ts'
import { tagMacForm, tidyTagMac, type FailureReason } from '@endcap/contract/vocabulary'
import type { FastifyInstance } from 'fastify'
import { listAliases, nameSlot } from '../../catalogue/aliases/aliases.service.ts'
import { toEpoch, toEpochOrNull } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import { familiesMeant } from '../../catalogue/families/families.service.ts'
import { bind } from '../../platform/http/bind.ts'
import { notFound } from '../../platform/base/errors.ts'
import { findProduct } from '../../catalogue/products/products.service.ts'
import {
  findDelivery,
  groupFailures,
  newestLabel,
  readEvidence,
  readGlass,
  recentDeliveries,
  recentEvents,
  searchUpdateHistory,
} from './deliveries.queries.ts'
import { productCodes } from './codes.ts'
import { diagnose } from './diagnosis.ts'
import { pictures } from './pictures.ts'
import { listStatus, toDelivery } from '../../delivery/tasks/tasks.service.ts'
import { mainPageOf } from '../../settings/main-page.ts'
import { countTags, findTag, searchTags } from './tags.queries.ts'
import { readGiven } from './swap.queries.ts'
import { findScanned, swapTags } from './swap.service.ts'
import { assignTags, deassignTags, reassignTags } from './tags.service.ts'

/** Deliveries in a tag's timeline. */
const timelineLength = 20

export function tagRoutes(app: FastifyInstance, context: Context): void {
  const { db, blobs } = context
  const slot = async () => nameSlot(await listAliases(db))

  async function tagOf(storeCode: string, tagMac: string) {
    const tag = await findTag(db, storeCode, tagMac, await slot())
    if (tag === undefined) throw notFound(`There is no tag ${tagMac} in this store.`)
    return tag
  }

  bind(app, endpoints, {
    search: async ({ params, body }) => searchTags(db, params.storeCode, await slot(), body),
    counts: ({ params }) => countTags(db, params.storeCode),
    types: async ({ session }) => ({ typeList: await listModels(db, session.stores) }),
    detail: async ({ params: { storeCode, tagMac } }) => {
      const tag = await tagOf(storeCode, tagMac)
      const [timeline, evidence, given] = [
        await recentDeliveries(db, storeCode, tagMac, timelineLength),
        await readEvidence(db, storeCode, tagMac),
        await readGiven(db, storeCode, tagMac),
      ]
      if (evidence === undefined) throw notFound(`There is no tag ${tagMac} in this store.`)
      return {
        tag,
        prCodeList: given.prCodeList,
        fmPrCode: given.fmPrCode,
        diagnosis: diagnose(tag, await newestLabel(db, storeCode, tagMac), evidence),
        timeline: timeline.map(toDelivery),
        eventList: await recentEvents(db, storeCode, tagMac, timelineLength),
        page: evidence.page,
      }
    },
    preview: async ({ params: { storeCode, tagMac } }) => {
      const { tagType } = await tagOf(storeCode, tagMac)
      const glass = await readGlass(db, storeCode, tagMac)
      const layoutId = glass?.layoutId ?? null
      const drawing = layoutId === null ? undefined : (await context.labels.book()).find({ storeCode, layoutId, tagType })
      const [main = null, ...sub] = await pictures(blobs, glass?.images ?? [], await mainPageOf(db, tagMac))
      const aliases = await listAliases(db)
      const alias = Array.from(
        { length: Math.max(0, ...aliases.map((one) => one.index + 1)) },
        (_, index) => aliases.find((one) => one.index === index)?.name ?? '',
      )
      return {
        encodedImage: main,
        subPage: sub.filter((page) => page !== null),
        alias,
        prInfo: glass?.prInfo ?? [],
        layoutId,
        refittedFrom: drawing?.refittedFrom ?? null,
      }
    },
    updateHistory: async ({ params: { storeCode, tagMac }, body }) => {
      const page = await searchUpdateHistory(db, storeCode, tagMac, body)
      return {
        ...page,
        data: page.data.map((row) => ({
          ...toDelivery(row),
          status: listStatus(row.state),
          updatedAt: toEpoch(row.finishedAt ?? row.queuedAt),
        })),
      }
    },
    historyImage: async ({ params: { storeCode, tagMac, deliveryId } }) => {
      const delivery = await findDelivery(db, storeCode, tagMac, deliveryId)
      if (delivery === undefined) throw notFound('There is no such delivery.')
      const [main = null] = await pictures(blobs, delivery.images, await mainPageOf(db, tagMac))
      return { encodedImage: main }
    },
    failures: async ({ params: { storeCode } }) => ({
      groups: (await groupFailures(db, storeCode)).map(({ status, reason, gwMac, offline, since, tagCount }) => ({
        cause: offline
          ? ('gateway-offline' as const)
          : status === 'MISSING'
            ? ('tag-missing' as const)
            : status === 'NG'
              ? ('failed' as const)
              : ('not-confirmed' as const),
        // Only named reasons are ever stored.
        reason: reason as FailureReason | null,
        gwMac,
        since: toEpochOrNull(since),
        tagCount,
      })),
    }),
    findByPrCode: async ({ params: { storeCode, ...given } }) => {
      const prCode = (await productCodes(context, storeCode, [given.prCode])).get(given.prCode) ?? given.prCode
      const [row, name, familyList] = [
        await findProduct(db, storeCode, prCode),
        await slot(),
        await familiesMeant(db, storeCode, [prCode, given.prCode]),
      ]
      const product =
        row === undefined
          ? null
          : { prCode, prName: name === undefined ? null : (row.prInfo[name] ?? null), layoutId: row.layoutId, tagCount: row.tagCount }
      return { product, familyList }
    },
    find: ({ params: { storeCode, code }, session }) => {
      const tagMac = tidyTagMac(code)
      return findScanned(context, session, { storeCode, code: code.trim(), tagMac: tagMacForm.test(tagMac) ? tagMac : undefined })
    },
    swap: ({ body, session }) => swapTags(context, session, body),
    assign: ({ body, session }) =>
      assignTags(
        context,
        session,
        body,
        body.tagList.map(({ tagMac, prCode }) => ({ tagMac, prCodeList: [prCode], fmPrCode: null, layoutId: null, nfc: null })),
      ),
    assignMultiple: ({ body, session }) =>
      assignTags(
        context,
        session,
        body,
        body.tagList.map(({ tagMac, prCodeList, fmPrCode = null, layoutId, nfc }) => ({
          tagMac,
          prCodeList,
          fmPrCode,
          layoutId: layoutId || null,
          nfc: nfc || null,
        })),
      ),
    deassign: ({ body, session }) => deassignTags(context, session, body, [...new Set(body.tagList.map((tag) => tag.tagMac))]),
    reassign: ({ body, session }) => reassignTags(context, session, body.storeCode, [...new Set(body.tagList)]),
    reassignAll: ({ body, session }) => reassignTags(context, session, body.storeCode),
  })
}
