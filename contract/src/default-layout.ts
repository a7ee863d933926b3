/** Of products that name none, where no rule gives them another. */
export const defaultLayoutId = 'SHELF_PRICE'
