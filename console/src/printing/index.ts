export { PrintProducts } from './later.tsx'
