/** Prices of a stage, old → new, largest change first: those that look wrong, all others, and what no longer fits a price. */
import { reportedPrices, type PriceChange, type PriceMisfit, type PriceReview } from '@endcap/contract/price-review'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import { getSetting, type Settings } from '../../settings/settings.service.ts'
import { listAliases, meantAliases, type StoredAlias } from '../aliases/aliases.service.ts'
import { createPriceWords, storeOfWords } from './words.ts'

/** From this many times the old price on, or below one of as many parts, it may be a slip of the decimal sign. */
export const priceSlip = 10

/** As a number; what stands may be no plain one yet: then nothing is compared. */
const plain = (text: RawBuilder<unknown>) => sql`case when ${text} ~ '^-?[0-9]{1,15}([.][0-9]{1,15})?$' then ${text}::numeric end`
const slotsOf = (aliases: readonly StoredAlias[]) =>
  sql`unnest(${aliases.map(({ index }) => index + 1)}::int[], ${aliases.map(({ name }) => name)}::text[]) with ordinality as a (slot, name, place)`

interface Question {
  storeCode: string
  fileId: string
}
interface Basis {
  fileId: string
  aliases: readonly StoredAlias[]
  meant: ReturnType<typeof meantAliases<StoredAlias>>
}

type Infos = { info: string[] | null; infoBefore: string[] | null }
type Totals = Pick<PriceReview, 'priceCount' | 'otherPriceCount' | 'cheaper' | 'dearer'>
type FoundChange = Omit<PriceChange, 'productName' | 'beforeWords' | 'afterWords'> & Infos
const noTotals: Totals = { priceCount: 0, otherPriceCount: 0, cheaper: 0, dearer: 0 }

const pricesOf = (aliases: Basis['aliases'], meant: Basis['meant']) =>
  aliases.filter(({ type, index }) => type === 'price' || index === meant.price?.index)

/**
 * Stands for all prices that a narrowed stage changes, old → new: the same only where every one of them is the same. Both are texts of any
 * length, so that they are parted by signs that no value holds.
 */
export async function reviewedPrices(db: Db, { fileId }: Pick<Question, 'fileId'>): Promise<string> {
  const aliases = await listAliases(db)
  const pair = sql`concat_ws(chr(31), s.pr_code, a.name, coalesce(p.pr_info[a.slot], chr(30)), s.pr_info[a.slot])`
  const { rows } = await sql<{ prices: string }>`
    select count(*) || '-' || coalesce(sum(('x' || left(md5(${pair}), 15))::bit(60)::bigint), 0) as prices
    from staged_products s left join products p on p.store_code = s.store_code and p.pr_code = s.pr_code
      cross join ${slotsOf(pricesOf(aliases, meantAliases(aliases)))}
    where s.file_id = ${fileId}::bigint and not s.removed and s.pr_info[a.slot] is distinct from p.pr_info[a.slot]`.execute(db)
  return rows[0]?.prices ?? ''
}

/**
 * Whatever is a price may be zero or a slip; how much it rises or falls is said of the one that customers pay. What goes with that price is not
 * named beside it.
 */
async function findChanges(db: Db, { fileId, aliases, meant }: Basis, rules: Settings['prices']) {
  const prices = pricesOf(aliases, meant)
  const companions = [meant.unitPrice, meant.taxPrice].flatMap((alias) => alias?.name ?? [])
  const [rise, fall] = [1 + rules.risePercent / 100, 1 - rules.fallPercent / 100]
  const { rows } = await sql<Totals & { change: FoundChange | null }>`
    with price as materialized (
      select s.line, s.pr_code, a.name, a.place, a.name = ${meant.price?.name ?? ''} as main, s.pr_info[a.slot] as after,
        nullif(p.pr_info[a.slot], '') as before, ${plain(sql`p.pr_info[a.slot]`)} as was, ${plain(sql`s.pr_info[a.slot]`)} as will
      from staged_products s left join products p on p.store_code = s.store_code and p.pr_code = s.pr_code cross join ${slotsOf(prices)}
      where s.file_id = ${fileId}::bigint and not s.removed and s.pr_info[a.slot] is distinct from p.pr_info[a.slot]
    ), found as materialized (
      select *, case when was > 0 then (will - was) * 100 / was end as percent,
        case when will = 0 then 'zero' when will < 0 then 'negative' when will >= was * ${priceSlip} and was > 0 then 'tenfold'
          when will * ${priceSlip} <= was then 'tenth' when main and was > 0 and will > was * ${rise}::numeric then 'rise'
          when main and will < was * ${fall}::numeric then 'fall' end as kind
      from price
    ), leads as (
      select pr_code from found where main and kind is not null
    ), odd as materialized (
      select o.* from found o left join leads l on l.pr_code = o.pr_code
      where o.kind is not null and (l.pr_code is null or o.name <> all(${companions}::text[]))
    ), total as (
      select (select count(*) from odd)::int as "priceCount",
        (count(*) filter (where kind is null and main and before is not null))::int as "otherPriceCount",
        (count(*) filter (where main and will < was))::int as cheaper, (count(*) filter (where main and will > was))::int as dearer
      from found
    ), listed as (
      (select * from odd order by abs(percent) desc nulls first, line, place limit ${reportedPrices})
      union all
      (select * from found where kind is null and main and before is not null order by abs(percent) desc nulls first, line limit ${reportedPrices})
    ), told as (
      select l.*, s.pr_info, p.pr_info as pr_info_before, coalesce(p.tag_count, 0) as labels from listed l
      join staged_products s on s.file_id = ${fileId}::bigint and s.pr_code = l.pr_code
      left join products p on p.store_code = s.store_code and p.pr_code = s.pr_code
    )
    select total.*, case when told.pr_code is not null then jsonb_build_object('line', told.line, 'prCode', told.pr_code, 'name', told.name,
      'kind', told.kind, 'before', told.before, 'after', coalesce(told.after, ''), 'percent', round(told.percent, 1), 'labels', told.labels,
      'info', told.pr_info, 'infoBefore', told.pr_info_before) end as change
    from total left join told on true order by abs(told.percent) desc nulls first, told.line, told.place`.execute(db)
  const [{ change: _, ...totals } = { ...noTotals, change: null }] = rows
  return { totals, changes: rows.flatMap(({ change }) => change ?? []) }
}

type FoundMisfit = Omit<PriceMisfit, 'productName' | 'valueWords' | 'rightWords'> & Pick<Infos, 'info'> & { all: number }

/**
 * What stood in proportion to a price that changes and does not change with it. Both were rounded, so that half of the last digit is no misfit,
 * of the old one as often as the new price has the old one in it. Of another quantity the unit price is another one.
 */
async function findMisfits(db: Db, { fileId, meant }: Basis): Promise<FoundMisfit[]> {
  const { price, unit, unitPrice, taxPrice } = meant
  const companions = [unitPrice, taxPrice].flatMap((alias) => alias ?? [])
  if (price === undefined || companions.length === 0) return []
  const other = (alias: StoredAlias) => sql`s.pr_info[${alias.index + 1}] is distinct from p.pr_info[${alias.index + 1}]`
  const sameUnit = unit === undefined ? sql`true` : sql`(a.name <> ${unitPrice?.name ?? ''} or not ${other(unit)})`
  const slot = sql`${price.index + 1}::int`
  const { rows } = await sql<FoundMisfit>`
    with companion as materialized (
      select s.line, s.pr_code, s.pr_info as info, a.name, a.place, s.pr_info[a.slot] as value,
        ${plain(sql`p.pr_info[${slot}]`)} as was, ${plain(sql`s.pr_info[${slot}]`)} as will,
        ${plain(sql`p.pr_info[a.slot]`)} as old, ${plain(sql`s.pr_info[a.slot]`)} as new
      from staged_products s join products p on p.store_code = s.store_code and p.pr_code = s.pr_code cross join ${slotsOf(companions)}
      where s.file_id = ${fileId}::bigint and not s.removed and ${other(price)} and ${sameUnit}
    ), compared as (
      select *, round(old * will / was, greatest(scale(old), scale(new))) as fitting,
        0.5 * power(10::numeric, -least(scale(old), scale(new))) * (1 + will / was) as rounding
      from companion where was > 0 and will > 0 and old > 0 and new is not null
    )
    select line, pr_code as "prCode", name, value, fitting::text as "right", info, count(*) over ()::int as all
    from compared where abs(new - fitting) > rounding order by abs(new - fitting) / nullif(fitting, 0) desc nulls first, line, place limit ${reportedPrices}`.execute(
    db,
  )
  return rows
}

/** Of a narrowed stage. */
export async function reviewPrices(db: Db, { storeCode, fileId }: Question): Promise<PriceReview> {
  const store = await storeOfWords(db, storeCode)
  const basis = { fileId, aliases: store.aliases, meant: meantAliases(store.aliases) }
  const { totals, changes } = await findChanges(db, basis, await getSetting(db, 'prices'))
  const misfits = await findMisfits(db, basis)
  const wordsOf = createPriceWords(store)
  const all = changes.map(({ info, infoBefore, ...change }): PriceChange => {
    const { prCode, name } = change
    const after = wordsOf({ prCode, prInfo: info ?? [] })
    const beforeWords = infoBefore === null ? '' : wordsOf({ prCode, prInfo: infoBefore }).price(name)
    return { ...change, productName: after.name, beforeWords, afterWords: after.price(name) }
  })
  return {
    ...totals,
    prices: all.filter(({ kind }) => kind !== null),
    otherPrices: all.filter(({ kind }) => kind === null),
    misfitCount: misfits[0]?.all ?? 0,
    misfits: misfits.map(({ all: _, info, ...misfit }) => {
      const { prCode, name, right } = misfit
      const slot = store.aliases.find((alias) => alias.name === name)?.index
      const prInfo = info ?? []
      const words = wordsOf({ prCode, prInfo })
      const rightWords = wordsOf({ prCode, prInfo: prInfo.map((text, at) => (at === slot ? right : text)) }).price(name)
      return { ...misfit, productName: words.name, valueWords: words.price(name), rightWords }
    }),
  }
}
