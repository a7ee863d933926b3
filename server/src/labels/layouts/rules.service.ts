/** Rules: stored whole, looked at before, tried on products. */
import { layoutField, type LayoutRule, type RuledProduct } from '@endcap/contract/layout-rules'
import { sql } from 'kysely'
import { listAliases, nameSlot } from '../../catalogue/aliases/aliases.service.ts'
import { recordChange } from '../../platform/audit/audit.service.ts'
import { toEpochOrNull } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { RuleLists } from '../../platform/db/layout-tables.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { conflict, invalid } from '../../platform/base/errors.ts'
import { ruleProducts } from '../rendering/labels.service.ts'
import { bumpMark } from '../../catalogue/aliases/layout-mark.ts'
import { layoutOfLabel } from '../../catalogue/products/layout-of-label.ts'
import type { Session } from '../../platform/http/session.ts'
import { refuseReach, notifyLayouts } from './drawings.service.ts'
import { unknownLayouts } from '../layout-names/layout-names.service.ts'
import { productsOfStore } from './products-of-store.ts'

export async function readRuleList({ db }: Context, session: Session, storeCode = '') {
  if (storeCode !== '') refuseReach(session, storeCode)
  const row = await storedRules(db, storeCode)
  return {
    ruleList: row?.rules ?? [],
    rev: row?.rev ?? 0,
    updatedBy: row?.updated_by ?? null,
    updatedAt: toEpochOrNull(row?.updated_at ?? null),
  }
}
const storedRules = (db: Db, storeCode: string) =>
  db.selectFrom('layout_rules').selectAll().where('store_code', '=', storeCode).executeTakeFirst()
const listsOf = async (db: Db, storeCode: string): Promise<RuleLists> => ({
  own: (await storedRules(db, storeCode))?.rules ?? [],
  shared: (await storedRules(db, ''))?.rules ?? [],
})

interface Save {
  storeCode?: string | undefined
  ruleList: LayoutRule[]
  rev: number
}
/** Replaces the rules; stores whose products they are for have their labels follow. */
export async function saveRuleList(context: Context, session: Session, { storeCode = '', ruleList, rev }: Save): Promise<{ rev: number }> {
  const { db, clock, signals } = context
  refuseReach(session, storeCode)
  const next = await inTransaction(db, async (tx) => {
    // Who saves at the same time waits, and then compares with what this one stored.
    await sql`lock table layout_rules in share row exclusive mode`.execute(tx)
    const before = await storedRules(tx, storeCode)
    if (rev !== (before?.rev ?? 0))
      throw conflict(`${before?.updated_by ?? 'Another account'} has changed these rules in the meantime.`, 'changed-meanwhile')
    await refuseRules(tx, storeCode, ruleList)
    // A store that has yet to follow an earlier change goes on from what held before that.
    await sql`insert into rule_turns (store_code, before, by)
      select s.store_code, jsonb_build_object('own', coalesce(o.rules, '[]'), 'shared', coalesce(a.rules, '[]')), ${session.email}
      from stores s left join layout_rules o on o.store_code = s.store_code left join layout_rules a on a.store_code = ''
      where s.closing_at is null and (${storeCode} = '' or s.store_code = ${storeCode})
      on conflict (store_code) do nothing`.execute(tx)
    const row = { rules: JSON.stringify(ruleList), rev: rev + 1, updated_by: session.email, updated_at: clock.now() }
    await tx
      .insertInto('layout_rules')
      .values({ store_code: storeCode, ...row })
      .onConflict((on) => on.column('store_code').doUpdateSet(row))
      .execute()
    await bumpMark(tx)
    await recordChange(tx, { subject: { kind: 'layout-rules', id: storeCode, storeCode }, before: before?.rules ?? null, after: ruleList })
    return rev + 1
  })
  signals.notify('layouts', {})
  notifyLayouts(context)
  return { rev: next }
}

const wantsValue = (is: LayoutRule['when'][number]['is']) => is !== 'filled' && is !== 'empty'
const wantsNumber = (is: LayoutRule['when'][number]['is']) => is === 'greater' || is === 'less'

/** Throws 400 with the place of what is wrong: unknown fields and layouts, values that are missing, rules that go around in a circle. */
async function refuseRules(db: Db, storeCode: string, rules: readonly LayoutRule[]): Promise<void> {
  const names = new Set((await listAliases(db)).map(({ name }) => name.toUpperCase()))
  const unknown = new Set(await unknownLayouts(db, storeCode, [...new Set(rules.map((rule) => rule.layoutId))]))
  for (const [place, { when, layoutId }] of rules.entries()) {
    const at = `ruleList.${place}`
    const called = `Rule ${place + 1}`
    if (unknown.has(layoutId)) throw invalid(`${called}: there is no layout ${layoutId}.`, `${at}.layoutId`)
    for (const [number, { field, is, value }] of when.entries()) {
      const here = `${at}.when.${number}`
      if (field !== layoutField && field.toUpperCase() !== 'PRODUCT_CODE' && !names.has(field.toUpperCase()))
        throw invalid(`${called}: there is no field ${field}.`, `${here}.field`)
      if (wantsValue(is) && (value ?? '') === '') throw invalid(`${called}: the condition on ${field} has no value.`, `${here}.value`)
      if (wantsNumber(is) && !Number.isFinite(Number(value))) throw invalid(`${called}: ${value} is no number.`, `${here}.value`)
    }
  }
  const circle = circleOf(rules)
  if (circle !== undefined) throw invalid(`Rules go around in a circle: ${circle.names.join(' → ')}.`, `ruleList.${circle.place}.layoutId`)
}

/** Rules from one layout to another that lead back to where they began: their author expects something that never comes. */
function circleOf(rules: readonly LayoutRule[]): { place: number; names: string[] } | undefined {
  const ways = rules.flatMap(({ enabled, when, layoutId }, place) =>
    enabled
      ? when.flatMap(({ field, is, value }) =>
          field === layoutField && is === 'equals' ? [{ from: value ?? '', to: layoutId, place }] : [],
        )
      : [],
  )
  for (const { from, to, place } of ways) {
    const names = [from, to]
    for (let next = to; next !== from;) {
      const way = ways.find((one) => one.from === next)
      if (way === undefined || names.slice(1, -1).includes(way.to)) break
      next = way.to
      names.push(next)
    }
    if (names.at(-1) === from) return { place, names }
  }
  return undefined
}

const maxShown = 50
interface Try {
  storeCode: string
  ruleList: LayoutRule[]
  shared: boolean
  search?: string | undefined
}
/** What the rules as they are written would give products of a store: some of them one by one, all of them counted. */
export async function tryRuleList({ db }: Context, { storeCode, ruleList, shared, search = '' }: Try) {
  await refuseRules(db, storeCode, ruleList)
  const aliases = await listAliases(db)
  const name = nameSlot(aliases)
  const held = await listsOf(db, storeCode)
  const tried = shared ? { ...held, shared: ruleList } : { ...held, own: ruleList }
  const shown: RuledProduct[] = []
  const counts = new Map<string, { products: number; before: number }>()
  const count = (layoutId: string, which: 'products' | 'before') => {
    const one = counts.get(layoutId) ?? { products: 0, before: 0 }
    one[which]++
    counts.set(layoutId, one)
  }
  const searched = search.toLowerCase()
  for await (const products of productsOfStore(db, storeCode)) {
    const [now, then] = [ruleProducts(products, tried, aliases), ruleProducts(products, held, aliases)]
    for (const [place, product] of products.entries()) {
      const rule = now[place]
      const layoutId = rule?.layoutId ?? layoutOfLabel({ layoutId: null, products: [product] })
      count(layoutId, 'products')
      count(then[place]?.layoutId ?? layoutOfLabel({ layoutId: null, products: [product] }), 'before')
      const called = name === undefined ? '' : (product.prInfo[name] ?? '')
      if (shown.length >= maxShown || !`${product.prCode} ${called}`.toLowerCase().includes(searched)) continue
      shown.push({
        prCode: product.prCode,
        name: called,
        own: product.layoutId,
        layoutId,
        because: rule !== undefined ? 'rule' : product.layoutId === null ? 'usual' : 'named',
        rule: rule === undefined ? null : { place: rule.rule.place, name: rule.rule.name, storeCode: rule.rule.own ? storeCode : null },
      })
    }
  }
  return {
    productList: shown,
    counts: [...counts].map(([layoutId, both]) => ({ layoutId, ...both })).toSorted((a, b) => a.layoutId.localeCompare(b.layoutId)),
  }
}
