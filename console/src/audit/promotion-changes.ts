/** What a promotion was and is, by the names of its form. */
import { roundings, type PriceRule } from '@endcap/contract/promotions'
import type { TFunction } from 'i18next'
import { isRecord } from '../form/json.ts'
import { priceWords } from '../promotions/index.ts'
import { formatNumber } from '../ui/format.ts'
import { differs, type Change, type Fields } from './change.ts'
import { valueWords } from './fields.ts'
import { comparedLists, itemsOf, shortList } from './lists.ts'

export interface Words {
  t: TFunction
  /** What a slot of a product is called. */
  slotName: (index: number) => string
  /** What a slot of that name is called. */
  aliasLabel: (name: string) => string
}

const listFields = ['prCodeList', 'storeList']
export function promotionChanges(was: Fields | undefined, is: Fields | undefined, words: Words): Change[] {
  const { t } = words
  const labels: Record<string, string> = {
    name: t('promotions.field.name'),
    prCodeList: t('promotions.field.prCodeList'),
    rule: t('promotions.pick.value'),
    storeList: t('promotions.field.stores'),
    starts: t('promotions.field.starts'),
    ends: t('promotions.field.ends'),
    priority: t('promotions.field.priority'),
    price: t('promotions.field.price'),
    oldPrice: t('promotions.field.oldPrice'),
    layoutId: t('promotions.field.layoutId'),
  }
  const plain = Object.keys(labels).flatMap((field): Change[] => {
    if (!differs(was?.[field], is?.[field])) return []
    const say = (side: Fields | undefined) => side && promotionValue(field, side[field], words)
    const lists = listFields.includes(field) ? comparedLists(was?.[field], is?.[field]) : {}
    return [{ field, label: labels[field] ?? field, before: say(was), after: say(is), ...lists }]
  })
  const [slotsWere, slotsAre] = [slotsOf(was?.changes), slotsOf(is?.changes)]
  const slots = [...new Set([...slotsWere.keys(), ...slotsAre.keys()])].filter((slot) => slotsWere.get(slot) !== slotsAre.get(slot))
  const none = t('audit.said.none')
  return [
    ...plain,
    ...slots.map((slot) => ({
      field: `changes ${slot}`,
      label: words.slotName(slot),
      before: was && (slotsWere.get(slot) ?? none),
      after: is && (slotsAre.get(slot) ?? none),
    })),
  ]
}

function promotionValue(field: string, value: unknown, { t, slotName }: Words): string {
  if (field === 'prCodeList') return shortList(value, (count) => t('promotions.byCode', { count })) ?? t('audit.said.none')
  if (field === 'storeList') return shortList(value, (count) => t('promotions.inStores', { count })) ?? t('promotions.for.all')
  if (field === 'layoutId') return typeof value === 'string' && value !== '' ? value : t('promotions.sameLayout')
  if (field === 'oldPrice') return t(value === true ? 'common.yes' : 'common.no')
  if (field === 'price') {
    return priceWords(priceRuleOf(value), t('promotions.wholeUnits')) || t('promotions.price.none')
  }
  if (field === 'rule') {
    if (!isRecord(value) || typeof value.index !== 'number') return t('audit.said.none')
    const values = shortList(value.values, formatNumber, 20) ?? ''
    return `${slotName(value.index)} ${value.contains === true ? '≈' : '='} ${values}`
  }
  if (field === 'starts' || field === 'ends') return String(value).replace('T', ' ').slice(0, 16)
  return valueWords(field, value, t)
}

/** Null where a record has none, or one of another kind. */
function priceRuleOf(value: unknown): PriceRule | null {
  if (!isRecord(value)) return null
  const texts = (of: unknown) => Object.entries(isRecord(of) ? of : {}).map(([currency, text]) => [currency, String(text)] as const)
  const amounts = Object.fromEntries(texts(value.amounts))
  const rounding = Object.fromEntries(
    texts(value.rounding).flatMap(([currency, text]) => roundings.filter((one) => one === text).map((one) => [currency, one] as const)),
  )
  if (value.kind === 'amount') return { kind: 'amount', amounts }
  if (value.kind === 'off') return { kind: 'off', amounts, rounding }
  return value.kind === 'percent' ? { kind: 'percent', percent: String(value.percent), rounding } : null
}

/** What a slot says meanwhile, by its number; of very many, those that differ. */
const slotsOf = (changes: unknown): Map<number, string> =>
  new Map(
    itemsOf(changes).flatMap((one): [number, string][] =>
      isRecord(one) && typeof one.index === 'number' ? [[one.index, String(one.value)]] : [],
    ),
  )
