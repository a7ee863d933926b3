/** What the aliases that a new system begins with are called in each language of the console. */
import type { Alias } from '@endcap/contract/products'
import type { Language } from '@endcap/contract/vocabulary'

const named = (en_US: string, ja_JP: string, ko_KR: string): Record<Language, string> => ({ en_US, ja_JP, ko_KR })

/** By the name of the alias. */
export const knownDisplayNames: ReadonlyMap<string, Record<Language, string>> = new Map([
  ['PRODUCT_CODE', named('Product code', '商品コード', '상품 코드')],
  ['NAME', named('Name', '商品名', '상품명')],
  ['NAME2', named('Second name', '商品名 2', '상품명 2')],
  ['PRICE', named('Price', '価格', '가격')],
  ['LIST_PRICE', named('List price', '通常価格', '정가')],
  ['UNIT', named('Unit', '内容量', '용량')],
  ['UNIT_PRICE', named('Unit price', '単位価格', '단위 가격')],
  ['ORIGIN', named('Origin', '産地', '원산지')],
  ['CURRENCY', named('Currency', '通貨', '통화')],
  ['BARCODE', named('Bar code', 'バーコード', '바코드')],
  ['PROMO', named('Promotion text', '販促文', '판촉 문구')],
  ['STOCK', named('Stock', '在庫', '재고')],
  ['PROMO_UNTIL', named('Promotion until', '販促期限', '판촉 종료일')],
  ['TAX_PRICE', named('Price with tax', '税込価格', '세금 포함 가격')],
  ['CATEGORY', named('Category', 'カテゴリー', '카테고리')],
  ['URL', named('Web address', 'ウェブアドレス', '웹 주소')],
])

/**
 * Of an alias that is saved without them, as programs do that know only its name: those that its name has, those that come with its new name, or
 * those that a person gave its slot. What came with another name would say something that is not so.
 */
export function standingDisplayNames({ index, name }: Alias, before: readonly Alias[]): NonNullable<Alias['displayNames']> {
  const isCalled = (other: string) => (alias: Alias) => alias.name.toUpperCase() === other.toUpperCase()
  const same = before.find(isCalled(name))
  if (same !== undefined) return same.displayNames ?? {}
  const slot = before.find((alias) => alias.index === index)
  const came = slot && knownDisplayNames.get(slot.name.toUpperCase())
  const own = Object.entries(slot?.displayNames ?? {}).filter(
    ([language, text]) => !Object.entries(came ?? {}).some(([one, known]) => one === language && known === text),
  )
  return { ...knownDisplayNames.get(name.toUpperCase()), ...Object.fromEntries(own) }
}
