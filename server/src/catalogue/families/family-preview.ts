/** The label of a family as it is typed in, whether it is stored or not. */
import type { RequestOf, ResultOf } from '@endcap/contract/endpoint'
import type { families as endpoints } from '@endcap/contract/families'
import { encodePng } from '@endcap/label/bitmap'
import type { Context } from '../../platform/context.ts'
import type { Session } from '../../platform/http/session.ts'
import { productsInOrder, storeWithMaxMatches } from './families.queries.ts'
import { readFamilyRules, normaliseCodes } from './families.service.ts'

type Preview = (typeof endpoints)['preview']

export async function previewFamily(context: Context, session: Session, body: RequestOf<Preview>['body']): Promise<ResultOf<Preview>> {
  const { db } = context
  const codes = normaliseCodes(body.prCodeList, await readFamilyRules(db))
  const storeCode = body.storeCode === '' ? ((await storeWithMaxMatches(db, session.stores, codes)) ?? '') : body.storeCode
  const products = await productsInOrder(db, storeCode, codes)
  const drawn = await context.ports.drawLabel(context, { storeCode, tagType: body.tagType, layoutId: body.layoutId || null, products })
  const [main = null, ...subPage] = drawn.pages.map((page) => Buffer.from(encodePng(page)).toString('base64'))
  return { encodedImage: main, subPage, tagType: drawn.tagType, problems: [...drawn.problems], refittedFrom: drawn.refittedFrom ?? null }
}
