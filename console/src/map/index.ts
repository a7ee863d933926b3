export { PositionMap } from './later.tsx'
export { Overview } from './Overview.tsx'
export { storeOverview, StoreOverview } from './store-overview.tsx'
