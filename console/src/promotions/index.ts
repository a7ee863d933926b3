export { priceWords } from './price-draft.ts'
