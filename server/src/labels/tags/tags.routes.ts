/** HTTP endpoints of tags: lists, details, products, swaps, status and history. */
import { tags as endpoints } from '@endcap/contract/tags'
import { tagMacForm, normaliseTagMac } from '@endcap/contract/vocabulary'
import type { FastifyInstance } from 'fastify'
import { toEpoch } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import { orNotFound } from '../../platform/db/or-not-found.ts'
import { bind } from '../../platform/http/bind.ts'
import { notFound } from '../../platform/base/errors.ts'
import { findDelivery, searchUpdateHistory } from './deliveries.queries.ts'
import { listFailures } from './failures.ts'
import { findCode } from './find-code.ts'
import { listModels } from './models.ts'
import { nameSlotOf } from './name-slot.ts'
import { pictures } from './pictures.ts'
import { listStatus, toDelivery } from '../../delivery/tasks/tasks.service.ts'
import { mainPageOf } from '../../settings/main-page.ts'
import { findScanned, swapTags } from './swap.service.ts'
import { describeTag, previewTag } from './tag-detail.ts'
import { countTags, searchTags } from './tags.queries.ts'
import { assignTags, deassignTags, reassignTags } from './tags.service.ts'
import { dueOfTag } from './due.ts'

export function tagRoutes(app: FastifyInstance, context: Context): void {
  const { db, blobs } = context
  bind(app, endpoints, {
    search: async ({ params, body }) => searchTags(db, params.storeCode, await nameSlotOf(db), body),
    counts: ({ params }) => countTags(db, params.storeCode),
    types: async ({ session }) => ({ typeList: await listModels(db, session.stores) }),
    detail: ({ params: { storeCode, tagMac } }) => describeTag(context, storeCode, tagMac),
    preview: ({ params: { storeCode, tagMac } }) => previewTag(context, storeCode, tagMac),
    due: ({ params: { storeCode, tagMac } }) => dueOfTag(context, storeCode, tagMac),
    updateHistory: async ({ params: { storeCode, tagMac }, body }) => {
      const page = await orNotFound(db, { kind: 'tag', storeCode, id: tagMac }, await searchUpdateHistory(db, storeCode, tagMac, body))
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
    failures: async ({ params: { storeCode } }) => ({ groups: await listFailures(db, storeCode) }),
    findByPrCode: ({ params: { storeCode, prCode } }) => findCode(context, storeCode, prCode),
    find: ({ params: { storeCode, code }, session }) => {
      const tagMac = normaliseTagMac(code)
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
