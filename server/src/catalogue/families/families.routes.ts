import { families as endpoints } from '@endcap/contract/families'
import type { TablePage } from '@endcap/contract/table'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { bind } from '../../platform/http/bind.ts'
import { forbidden, notFound } from '../../platform/base/errors.ts'
import { codesOfSite } from '../../settings/settings.service.ts'
import type { Session } from '../../platform/http/session.ts'
import { importFamilyFile } from './family-file.ts'
import { familiesWith, findFamily, searchAllFamilies, searchFamilies, type FamilyRow } from './families.queries.ts'
import { previewFamily } from './family-preview.ts'
import { mayRead, readFamilyRules, removeFamilies, saveFamilies, toFamily } from './families.service.ts'

export function familyRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  async function toPage(page: TablePage<FamilyRow>) {
    const rules = await readFamilyRules(db)
    return { ...page, data: page.data.map((row) => toFamily(row, rules)) }
  }
  const check = (session: Session, scope: string) => {
    if (!mayRead(session, scope)) throw forbidden('This store is not one of yours.', 'other-store')
  }

  bind(app, endpoints, {
    search: async ({ params, body, session }) => toPage(await searchFamilies(db, session.stores, params.storeCode, body)),
    searchShared: async ({ body, session }) => toPage(await searchFamilies(db, session.stores, '', body)),
    searchAll: async ({ body, session }) => toPage(await searchAllFamilies(db, session.stores, body)),
    get: async ({ params: { familyCode, storeCodeOrShared: scope }, session }) => {
      check(session, scope)
      const row = await findFamily(db, session.stores, scope, familyCode)
      if (row === undefined) throw notFound(`There is no family ${familyCode}.`)
      return toFamily(row, await readFamilyRules(db))
    },
    findByPrCode: async ({ params: { prCode, storeCodeOrShared: scope }, session }) => {
      check(session, scope)
      const [code = prCode] = await codesOfSite(db, [prCode])
      const [rows, rules] = [await familiesWith(db, session.stores, scope, code), await readFamilyRules(db)]
      return { familyList: rows.map((row) => toFamily(row, rules)) }
    },
    preview: ({ body, session }) => {
      check(session, body.storeCode)
      return previewFamily(context, session, body)
    },
    save: ({ body, session }) => saveFamilies(context, body, session.email),
    remove: ({ body, session }) => removeFamilies(context, { scope: body.storeCode, codes: body.fmPrCodeList, changedBy: session.email }),
    upload: ({ body, file, session }) =>
      importFamilyFile(context, { scope: body.storeCode, file: { ...file, encoding: body.encoding }, source: session.email }),
  })
}
