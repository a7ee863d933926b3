/** How far a system is set up, by what the server has: its first store, products, gateways, labels and people. */
import type { StoreStatus } from '@endcap/contract/stores'
import { useQuery } from '@tanstack/react-query'
import { useApi, useCan } from '../app/services.ts'
import { useMemberOverview } from '../members/index.ts'
import { useSamples } from '../samples/index.ts'
import { useTagCounts } from './use-first-run.ts'

/** Gateways that are looked at; more than one is more than a first step. */
const gatewaysShown = 20

/** The gateways of a store as they are registered, under a key that the push channel renews. */
export function useRegistered(storeCode: string | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: ['gateways', '', 'first steps', storeCode],
    queryFn: ({ signal }) => {
      const body = { filter_storeCode: storeCode ?? '', condition_storeCode: '==' as const, length: gatewaysShown }
      return api.gateways.predefinedList({ params: {}, body }, { signal })
    },
    enabled: useCan()('store.read') && storeCode !== undefined,
  })
}

export const stepNames = ['store', 'products', 'gateway', 'label', 'people'] as const
export type StepName = (typeof stepNames)[number]

export function useSteps(store: StoreStatus | undefined) {
  const counts = useTagCounts(store?.storeCode)
  const gateways = useRegistered(store?.storeCode)
  const samples = useSamples(store?.storeCode)
  const members = useMemberOverview(useCan()('member.read'))
  const registered = gateways.data?.data ?? []
  const heard = registered.find((one) => one.connected)
  const waiting = counts.data?.byStatus.WIP ?? 0
  const labels = { shown: counts.data?.byStatus.OK ?? 0, waiting: waiting + (counts.data?.byStatus.UPDATE ?? 0) }
  const done: Record<StepName, boolean> = {
    store: store !== undefined,
    products: (store?.productCount ?? 0) > 0,
    gateway: heard !== undefined,
    label: labels.shown > 0,
    people: (members.data?.total ?? 0) > 1,
  }
  const waits = counts.isLoading || gateways.isLoading || samples.isLoading || members.isLoading
  return {
    waits,
    done,
    now: stepNames.find((name) => !done[name]),
    samples: samples.data?.prCodeList.length ?? 0,
    registered,
    heard,
    labels,
    people: members.data?.total ?? 0,
  }
}
