/** What the columns of a product file could mean: by what they are called in three languages, and by what stands in them. */
import { layoutColumn, nfcColumn } from '@endcap/contract/product-files'
import type { LabelAlias } from '@endcap/label/fields'
import { meantAliases, type StoredAlias } from '../aliases/aliases.service.ts'
import { columnNames } from './columns.ts'

/** Case, width, blanks and signs make no other name. */
const plain = (name: string) =>
  name
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Names that tills and spreadsheets give to columns; written as `plain` makes them. */
const synonyms = Object.entries({
  key: 'CODE PRODUCTCODE ITEMCODE ITEMNO ARTICLECODE ARTICLENO ARTICLENUMBER SKU EAN EAN13 EANCODE GTIN UPC PLU JAN JANCODE PRODUCTID 商品コード JANコード 品番 商品番号 単品コード 商品CD 상품코드 품번 상품번호 품목코드 제품코드',
  name: 'NAME PRODUCTNAME ITEMNAME ARTICLENAME PRODUCT ITEM DESCRIPTION TITLE LABEL 商品名 品名 名称 商品名称 상품명 품명 제품명 품목명',
  price:
    'PRICE SALESPRICE SELLINGPRICE RETAILPRICE SHELFPRICE CURRENTPRICE UNITPRICEPERITEM 価格 売価 販売価格 値段 本体価格 税抜価格 単価 가격 판매가 판매가격 단가 매가',
  listPrice: 'LISTPRICE REGULARPRICE OLDPRICE RRP MSRP 定価 通常価格 旧価格 정가 정상가 기존가격',
  unit: 'UNIT SIZE CONTENT CONTENTS WEIGHT VOLUME 規格 容量 内容量 単位 단위 용량 규격',
  unitPrice: 'UNITPRICE PRICEPERUNIT BASEPRICE 単位価格 単位あたり価格 단위가격 단위당가격',
  taxPrice: 'TAXPRICE PRICEWITHTAX PRICEINCLTAX GROSSPRICE 税込価格 税込 税込売価 총액 세포함가격 세금포함가격',
  ORIGIN: 'ORIGIN COUNTRY COUNTRYOFORIGIN 産地 原産地 원산지 산지',
  CURRENCY: 'CURRENCY 通貨 통화',
  STOCK: 'STOCK INVENTORY ONHAND 在庫 在庫数 재고 재고수량',
  CATEGORY: 'CATEGORY DEPARTMENT GROUP 分類 カテゴリ カテゴリー 部門 분류 카테고리 부문',
  [layoutColumn]: 'LAYOUT LAYOUTID TEMPLATE レイアウト 레이아웃',
  [nfcColumn]: 'NFC NFCURL NFCADDRESS',
}).map(([meaning, names]) => ({ meaning, names: new Set(names.split(' ').map(plain)) }))

/** A GTIN of 8 to 14 figures with the check digit that it must have. */
function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false
  const sum = [...text].toReversed().reduce((all, figure, place) => all + Number(figure) * (place % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}
const number = /^[-+]?\d[\d.,'’ \u00a0]*$/
/** A number as a price list has it, perhaps with its money. */
const isAmount = (text: string) =>
  number.test(
    text
      .normalize('NFKC')
      .replaceAll(/[¥€$₩£円원]|\b[A-Z]{3}\b/g, '')
      .trim(),
  )
const isText = (text: string) => /\p{L}{2}/u.test(text) && !isAmount(text)

export interface Seen {
  first: readonly string[]
  /** Lines that follow it. */
  following: readonly (readonly string[])[]
}

/** A first line without a number above one with numbers names columns. */
export function looksLikeHeader({ first, following }: Seen): boolean {
  const numbers = (values: readonly string[]) => values.filter((value) => isAmount(value.trim())).length
  return numbers(first) === 0 && (following.length === 0 || following.some((line) => numbers(line) > 0))
}

/** For each column the name of an alias, LAYOUT_ID or NFC, or null where nothing tells; each at most once. */
export function guessColumns(seen: Seen, hasHeader: boolean, aliases: readonly StoredAlias[]): (string | null)[] {
  const width = seen.first.length
  const guess: (string | null)[] = Array.from({ length: width }, () => null)
  const taken = new Set<string>()
  const put = (column: number, name: string | undefined) => {
    if (name === undefined || guess[column] !== null || taken.has(name)) return
    guess[column] = name
    taken.add(name)
  }
  const meant: Partial<Record<string, LabelAlias>> = meantAliases(aliases)
  const key = aliases.find((alias) => alias.key)?.name
  const called = columnNames(aliases)
  const nameOf = (meaning: string) => (meaning === 'key' ? key : (meant[meaning]?.name ?? called.find((name) => name === meaning)))
  if (hasHeader) {
    const heads = seen.first.map(plain)
    for (const [column, head] of heads.entries())
      if (head !== '')
        put(
          column,
          called.find((name) => plain(name) === head),
        )
    for (const { meaning, names } of synonyms)
      for (const [column, head] of heads.entries()) if (names.has(head)) put(column, nameOf(meaning))
  }
  const lines = hasHeader ? seen.following : [seen.first, ...seen.following]
  const all = (column: number, is: (text: string) => boolean) => {
    const values = lines.map((line) => line[column]?.trim() ?? '').filter((value) => value !== '')
    return values.length > 0 && values.every(is)
  }
  const byContent: [name: string | undefined, is: (text: string) => boolean][] = [
    [key, isGtin],
    [nameOf('name'), isText],
    [nameOf('price'), (text) => isAmount(text) && !isGtin(text)],
  ]
  for (const [name, is] of byContent) {
    const column = guess.findIndex((one, place) => one === null && all(place, is))
    if (column >= 0) put(column, name)
  }
  return guess
}
