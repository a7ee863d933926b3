export { shareOf } from './figures.ts'
export { StoreSelect } from './StoreSelect.tsx'
