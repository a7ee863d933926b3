/** How many sheets a list takes up. */
import type { PrintItem } from '@endcap/contract/printing'
import type { SheetLayout } from '../app/lists.ts'

/** Pages that a list takes up: another layout begins a new page. Rows without one take none. */
export function pagesOf(items: readonly Pick<PrintItem, 'layoutId' | 'qty'>[], layouts: readonly SheetLayout[]): number {
  let [pages, free, open] = [0, 0, '']
  for (const { layoutId, qty } of items) {
    const cells = layouts.find((one) => one.name === layoutId)?.perPage
    if (layoutId !== open) free = 0
    open = layoutId
    if (cells === undefined) continue
    const more = Math.ceil(Math.max(0, qty - free) / cells)
    pages += more
    free += more * cells - qty
  }
  return pages
}
