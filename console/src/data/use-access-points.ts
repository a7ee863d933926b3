/** Access points and bridges as several screens ask for them. */
import type { Contract } from '@endcap/contract'
import type { AccessPoint, Bridge } from '@endcap/contract/access-points'
import type { Client } from '@endcap/contract/client'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../app/services.ts'

/** The access point that a gateway stands for; undefined for a gateway that speaks our own protocol itself. */
export async function findAccessPoint(api: Client<Contract>, gwMac: string, signal: AbortSignal): Promise<AccessPoint | undefined> {
  const body = { length: 1, filter_gwMac: gwMac, condition_gwMac: '==' as const }
  return (await api.accessPoints.search({ params: {}, body }, { signal })).data[0]
}

/** Those of a store; undefined until they are known. */
export function useAccessPoints(storeCode: string): readonly AccessPoint[] | undefined {
  const api = useApi()
  const body = { length: -1, filter_storeCode: storeCode, condition_storeCode: '==' as const }
  return useQuery({
    queryKey: ['gateways', storeCode, 'access points'],
    queryFn: async ({ signal }) => (await api.accessPoints.search({ params: {}, body }, { signal })).data,
  }).data
}

/** Whether a bridge may speak with access points of a store. */
export const servesStore = ({ own, storeCodes }: Pick<Bridge, 'own' | 'storeCodes'>, storeCode: string): boolean =>
  own || storeCodes === null || storeCodes.includes(storeCode)

/** All that serve stores of the account. `everyMs`: asked again so often, for the server pushes no message when a bridge calls. */
export function useBridges({ everyMs }: { everyMs?: number } = {}) {
  const api = useApi()
  return useQuery({
    queryKey: ['gateways', '', 'bridges'],
    queryFn: async ({ signal }) => (await api.bridges.search({ params: {}, body: { length: -1 } }, { signal })).data,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  })
}
