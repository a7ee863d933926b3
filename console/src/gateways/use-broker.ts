/** Where gateways call: said wherever one is missing. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi, useCan } from '../app/services.ts'

/** Address and port of the broker as a sentence; undefined for who may not add gateways. */
export function useCallsAt(): string | undefined {
  const { t } = useTranslation()
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['broker address'],
    queryFn: ({ signal }) => api.gateways.broker({}, { signal }),
    enabled: useCan()('store.write'),
    staleTime: Infinity,
  })
  return data && t('gateways.callsAt', { host: data.host ?? location.hostname, port: data.port })
}

/** Why a list of gateways is empty, with where they call. */
export function useNoneHint(): string {
  const { t } = useTranslation()
  const callsAt = useCallsAt()
  return [t('gateways.noneHint'), ...(callsAt === undefined ? [] : [callsAt])].join(' ')
}
