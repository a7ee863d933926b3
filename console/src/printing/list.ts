/** A print list as it is put together on the screen, and kept in this browser until it is saved under a name (specification 3 §2, §5). */
import { maxPrintQty, maxPrintRows, type PrintItem, type PrintRow } from '@endcap/contract/printing'

export interface ListRow {
  /** Names the row on the screen alone. */
  id: string
  prCode: string
  qty: number
  /** Null: that of the list. */
  layoutId: string | null
  description: string
  /** Own data by slot; null: as the product says. */
  prInfo: (string | null)[]
}
export interface PrintList {
  rows: ListRow[]
  /** Of rows without one of their own. */
  layoutId: string | null
  /** The saved list that it was loaded from or saved as. */
  template: string
  /** The next row's number. */
  next: number
}
export const emptyList: PrintList = { rows: [], layoutId: null, template: '', next: 1 }

const keyOf = (email: string, storeCode: string) => `endcap.print.${email}.${storeCode}`
/** The sheet that the account chose last at this browser: lists of all stores begin with it. */
const lastLayoutKey = (email: string) => `endcap.print.${email}`

export function readList(email: string, storeCode: string): PrintList {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(email, storeCode)) ?? 'null') as PrintList | null
    if (stored !== null && Array.isArray(stored.rows)) return { ...emptyList, ...stored }
  } catch {
    // Not ours any more: begun anew.
  }
  return { ...emptyList, layoutId: localStorage.getItem(lastLayoutKey(email)) }
}
/** False when the browser has no room for it. */
export function keepList(email: string, storeCode: string, list: PrintList): boolean {
  try {
    if (list.layoutId !== null) localStorage.setItem(lastLayoutKey(email), list.layoutId)
    if (list.rows.length === 0 && list.layoutId === null) localStorage.removeItem(keyOf(email, storeCode))
    else localStorage.setItem(keyOf(email, storeCode), JSON.stringify(list))
    return true
  } catch {
    return false
  }
}

/** Rows that find no room any more are left out. */
export function withRows(list: PrintList, rows: readonly Omit<ListRow, 'id'>[]): PrintList {
  const room = Math.max(0, maxPrintRows - list.rows.length)
  const added = rows.slice(0, room).map((row, place) => ({ ...row, id: String(list.next + place) }))
  return { ...list, rows: [...list.rows, ...added], next: list.next + added.length }
}
/** One more of a product: of its plain row where there is one, else in a row of its own. */
export function withProduct(list: PrintList, prCode: string): { list: PrintList; qty: number } {
  const at = list.rows.findIndex((row) => row.prCode === prCode && row.qty < maxPrintQty && !hasOwnData(row))
  const known = list.rows[at]
  if (known === undefined) {
    const row = { prCode, qty: 1, layoutId: null, description: '', prInfo: [] }
    return { list: withRows(list, [row]), qty: 1 }
  }
  return { list: withRow(list, { ...known, qty: known.qty + 1 }), qty: known.qty + 1 }
}
export const withRow = (list: PrintList, row: ListRow): PrintList => ({
  ...list,
  rows: list.rows.map((one) => (one.id === row.id ? row : one)),
})
export const withoutRow = (list: PrintList, id: string): PrintList => ({ ...list, rows: list.rows.filter((row) => row.id !== id) })
export const hasOwnData = ({ prInfo }: Pick<ListRow, 'prInfo'>): boolean => prInfo.some((value) => value !== null)

/** Own data with another text in a slot; what the product says by itself is no own data. */
export function withOwn(prInfo: readonly (string | null)[], slot: number, text: string, product: readonly string[]): (string | null)[] {
  const length = Math.max(prInfo.length, slot + 1)
  const own = text === (product[slot] ?? '') ? null : text
  const next = Array.from({ length }, (_, place) => (place === slot ? own : (prInfo[place] ?? null)))
  while (next.length > 0 && next.at(-1) === null) next.pop()
  return next
}

export const labelsOf = (rows: readonly Pick<ListRow, 'qty'>[]): number => rows.reduce((sum, row) => sum + row.qty, 0)

/** What is sent to be printed; rows without a sheet have ''. */
export const itemsOf = ({ rows, layoutId }: PrintList): PrintItem[] =>
  rows.map((row) => ({
    prCode: row.prCode,
    qty: row.qty,
    layoutId: row.layoutId ?? layoutId ?? '',
    description: row.description,
    prInfo: row.prInfo,
  }))
/** What a saved list has. */
export const storedRows = ({ rows }: PrintList): PrintRow[] =>
  rows.map(({ prCode, qty, layoutId, description, prInfo }) => ({ prCode, qty, layoutId, description, prInfo }))

/** A quantity as it was typed; undefined when it is none. */
export function readQty(text: string): number | undefined {
  const qty = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0
  return qty >= 1 && qty <= maxPrintQty ? qty : undefined
}
