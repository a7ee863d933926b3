/** Where gateways call: said wherever one is missing. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi, useCan } from '../app/services.ts'

/** Address and port of the broker as a sentence; undefined for who may not add gateways, and until it is known. */
export function useCallsAt(): { callsAt: string | undefined; waits: boolean } {
  const { t } = useTranslation()
  const api = useApi()
  const { data, isLoading } = useQuery({
    queryKey: ['broker address'],
    queryFn: ({ signal }) => api.gateways.broker({}, { signal }),
    enabled: useCan()('store.write'),
    staleTime: Infinity,
  })
  return {
    callsAt: data && t('gateways.callsAt', { host: data.host ?? location.hostname, port: data.port }),
    waits: isLoading,
  }
}

/** Why a list of gateways is empty, with where they call. */
export function useNoneHint(): string {
  const { t } = useTranslation()
  const { callsAt } = useCallsAt()
  return [t('gateways.noneHint'), ...(callsAt === undefined ? [] : [callsAt])].join(' ')
}
