import { sizeCode } from '@endcap/contract/schemas'
import { tagList as endpoints } from '@endcap/contract/tag-list'
import type { FastifyInstance } from 'fastify'
import { listAliases, nameSlot } from '../../catalogue/aliases/aliases.service.ts'
import { productTagType } from '../../catalogue/products/products.service.ts'
import type { Context } from '../../platform/context.ts'
import { requireThing } from '../../platform/db/or-not-found.ts'
import { bind } from '../../platform/http/bind.ts'
import { codesOfSite } from '../../settings/settings.service.ts'
import { mainPageOf, mainPages } from '../../settings/main-page.ts'
import { pictures, searchTags } from '../tags/tags.service.ts'
import { conditionOf, countWhere, drawnOfEach, lastDrawn, typesThatShow } from './tag-list.queries.ts'

export function tagListRoutes(app: FastifyInstance, { db, blobs }: Context): void {
  bind(app, endpoints, {
    search: async ({ params: { storeCode }, body: { list, ...narrowing } }) => {
      const where = conditionOf(storeCode, narrowing)
      return searchTags(db, storeCode, nameSlot(await listAliases(db)), list, { where, total: () => countWhere(db, storeCode, where) })
    },
    image: async ({ params: { storeCode, prCode }, query: { tagType, taskId } }) => {
      const [code = prCode] = await codesOfSite(db, [prCode])
      // A size, or a type itself.
      const isSize = tagType !== undefined && sizeCode.safeParse(tagType).success
      const ofSize = async () => (await typesThatShow(db, storeCode, code)).filter((type) => productTagType(type) === tagType)
      const tagTypes = isSize ? await ofSize() : tagType === undefined ? undefined : [tagType]
      const drawn = await lastDrawn(db, { storeCode, prCode: code, tagTypes, taskId })
      if (drawn === undefined) await requireThing(db, { kind: 'product', storeCode, id: code })
      const [main = null, ...sub] = await pictures(blobs, drawn?.images ?? [], await mainPageOf(db, drawn?.tagMac ?? ''))
      return {
        encodedImage: main,
        subPage: sub.filter((page) => page !== null),
        layoutId: drawn?.layoutId ?? null,
        tagMac: drawn?.tagMac ?? null,
      }
    },
    pictures: async ({ params: { storeCode }, body: { prCodeList } }) => {
      const drawn = await drawnOfEach(db, storeCode, [...new Set(prCodeList)])
      const mainPage = await mainPages(db)
      const made = await Promise.all(
        drawn.map(async ({ prCode, tagMac, images }) => {
          const main = mainPage(tagMac)
          const [encodedImage = null] = await pictures(
            blobs,
            images.filter(({ page }) => page === main),
            main,
          )
          return { prCode, encodedImage }
        }),
      )
      return { pictures: made.flatMap(({ prCode, encodedImage }) => (encodedImage === null ? [] : [{ prCode, encodedImage }])) }
    },
  })
}
