import type { AccessPoint, AccessPointOptions } from '@endcap/contract/access-points'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { notify } from '../ui/notify.ts'

/** Saves all settings of an access point: what is left out of them is as usual again. */
export function useSaveOptions({ gwMac, storeCode }: Pick<AccessPoint, 'gwMac' | 'storeCode'>) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  return async (options: AccessPointOptions): Promise<void> => {
    await api.accessPoints.update({ params: { gwMac }, body: { options } })
    await queries.invalidateQueries({ queryKey: ['gateways', storeCode] })
    void notify(t('common.complete'))
  }
}
