/** The store that the address names. */
export { useStoreCode } from '../app/route.ts'
