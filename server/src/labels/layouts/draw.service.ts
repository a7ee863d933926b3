/** What the designer shows: a definition drawn for products, and products that it is worth looking at. */
import type { CallOf, RequestOf } from '@endcap/contract/endpoint'
import type { DrawnLayout } from '@endcap/contract/layout-findings'
import type { layouts as endpoints, LayoutSample } from '@endcap/contract/layouts'
import { scaledLayout } from '@endcap/label/scaled'
import { sql } from 'kysely'
import { literal } from '../../platform/db/like.ts'
import { listAliases, nameSlot } from '../../catalogue/aliases/aliases.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { forbidden, invalid } from '../../platform/base/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import { readDefinition } from './definition.ts'
import { inspectLabels } from './inspect.ts'
import { panelOf } from '../rendering/sizes.ts'

export async function drawDefinition(
  context: Context,
  session: Session,
  body: RequestOf<(typeof endpoints)['draw']>['body'],
): Promise<DrawnLayout> {
  const { storeCode = '', size, panel: other = size, modelClass, definition, products } = body
  if (storeCode !== '' && !session.allows(storeCode)) throw forbidden('This store is not one of yours.', 'other-store')
  const panel = panelOf(size)
  if (panel === undefined) throw invalid(`There is no size ${size}.`, 'size')
  const target = other === size ? panel : panelOf(other)
  if (target?.kind !== panel.kind) throw invalid(`There is no panel of the size ${other}.`, 'panel')
  const own = readDefinition(definition, panel)
  const read = target === panel ? own : scaledLayout(own, target)
  const stored = await storedInfo(
    context.db,
    storeCode,
    products.flatMap(({ prCode, prInfo }) => (prInfo === undefined ? [prCode] : [])),
  )
  const requested = products.map(({ prCode, prInfo }) => ({ prCode, prInfo: prInfo ?? stored.get(prCode) ?? null }))
  const [drawn] = await inspectLabels(
    context,
    { definition: read, size: other, modelClass, labels: [{ storeCode, products: requested }] },
    { pictures: true },
  )
  const { pages = [], shown = [], findings = [], marks = [] } = drawn ?? {}
  return { pages: pages.map((page) => Buffer.from(page).toString('base64')), shown: [...shown], findings, marks }
}

async function storedInfo(db: Db, storeCode: string, prCodes: readonly string[]): Promise<Map<string, string[]>> {
  if (storeCode === '' || prCodes.length === 0) return new Map()
  const rows = await db
    .selectFrom('products')
    .select(['pr_code', 'pr_info'])
    .where('store_code', '=', storeCode)
    .where(sql<boolean>`pr_code = any(${[...prCodes]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.pr_code, row.pr_info]))
}

/** So many products of a store are looked through for samples. */
const lookedThrough = 20_000
const maxDrawn = 10
type Samples = CallOf<(typeof endpoints)['samples']>['body']
/** Ten where the store has as many: what was asked for, what layouts are likely to fail with, then any. */
export async function findSamples(
  db: Db,
  { storeCode, prCode, search }: Samples,
): Promise<{ sampleList: LayoutSample[]; tagTypes: string[] }> {
  const aliases = await listAliases(db)
  const name = nameSlot(aliases)
  const price = aliases.find((alias) => alias.type === 'price')?.index
  const promotion = aliases.find((alias) => alias.name.toUpperCase() === 'PROMO')?.index
  const slot = (index: number | undefined) => (index === undefined ? sql`''` : sql`coalesce(x.pr_info[${index + 1}], '')`)
  const number = sql`case when ${slot(price)} ~ '^[0-9]{1,12}([.,][0-9]{1,2})?$' then replace(${slot(price)}, ',', '.')::numeric end`
  const pick = (why: LayoutSample['why'], order: ReturnType<typeof sql>, where = sql`true`) =>
    sql`(select ${sql.lit(why)} as why, x.pr_code, x.pr_info from sampled x where ${where} order by ${order}, x.pr_code limit 1)`
  const like = `%${literal(search ?? '')}%`
  const picks = [
    ...(prCode === undefined
      ? []
      : [sql`(select 'asked' as why, p.pr_code, p.pr_info from products p where p.store_code = ${storeCode} and p.pr_code = ${prCode})`]),
    ...(search === undefined || search === ''
      ? []
      : [
          sql`(select 'asked' as why, p.pr_code, p.pr_info from products p where p.store_code = ${storeCode}
          and (p.pr_code ilike ${like} or ${name === undefined ? sql`false` : sql`p.pr_info[${name + 1}] ilike ${like}`}) order by p.pr_code limit ${maxDrawn})`,
        ]),
    pick('longest', sql`length(${slot(name)}) desc`),
    pick('dearest', sql`${number} desc nulls last`),
    pick('cheapest', sql`${number} asc nulls last`),
    pick('empty', sql`(select count(*) from unnest(x.pr_info) as v where v <> '')`),
    pick('japanese', sql`length(${slot(name)}) desc`, sql`${slot(name)} ~ '[ぁ-んァ-ヶ一-龯]'`),
    pick('korean', sql`length(${slot(name)}) desc`, sql`${slot(name)} ~ '[가-힣]'`),
    pick('latin', sql`length(${slot(name)}) desc`, sql`${slot(name)} ~ '^[ -~]+$'`),
    pick('promotion', sql`x.pr_code`, sql`${slot(promotion)} <> ''`),
    sql`(select 'any' as why, x.pr_code, x.pr_info from sampled x limit ${maxDrawn})`,
  ]
  const result = await sql<{ why: LayoutSample['why']; pr_code: string; pr_info: string[] }>`
    with sampled as materialized (select pr_code, pr_info from products where store_code = ${storeCode} limit ${lookedThrough})
    ${sql.join(picks, sql` union all `)}`.execute(db)
  const types = await sql<{
    tagType: string
  }>`select tag_type as "tagType" from tags where store_code = ${storeCode} group by 1 order by count(*) desc, 1`.execute(db)
  const seen = new Set<string>()
  const sampleList = result.rows.flatMap(({ why, pr_code, pr_info }) => {
    if (seen.has(pr_code)) return []
    seen.add(pr_code)
    return [{ prCode: pr_code, prInfo: pr_info, why }]
  })
  return { sampleList: sampleList.slice(0, maxDrawn), tagTypes: types.rows.map((row) => row.tagType).filter((type) => type !== 'UNKNOWN') }
}
