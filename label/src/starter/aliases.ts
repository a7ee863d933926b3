/** The slots that the starter layouts read. */
export const starterAliases = [
  { index: 0, name: 'PRODUCT_CODE', key: true, type: 'text' },
  { index: 1, name: 'NAME', key: false, type: 'name' },
  { index: 2, name: 'NAME2', key: false, type: 'text' },
  { index: 3, name: 'PRICE', key: false, type: 'price' },
  { index: 4, name: 'LIST_PRICE', key: false, type: 'price' },
  { index: 5, name: 'UNIT', key: false, type: 'text' },
  { index: 6, name: 'UNIT_PRICE', key: false, type: 'price' },
  { index: 7, name: 'ORIGIN', key: false, type: 'text' },
  { index: 8, name: 'CURRENCY', key: false, type: 'currency' },
  { index: 9, name: 'BARCODE', key: false, type: 'barcode' },
  { index: 10, name: 'PROMO', key: false, type: 'text' },
  { index: 11, name: 'STOCK', key: false, type: 'number' },
  { index: 12, name: 'PROMO_UNTIL', key: false, type: 'date' },
  { index: 13, name: 'TAX_PRICE', key: false, type: 'price' },
  { index: 14, name: 'CATEGORY', key: false, type: 'text' },
  { index: 15, name: 'URL', key: false, type: 'text' },
] as const
