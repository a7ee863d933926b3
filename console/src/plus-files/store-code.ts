import { useParams } from '@tanstack/react-router'

/** The store that the address names. */
export const useStoreCode = (): string => (useParams({ strict: false }) as { storeCode: string }).storeCode
