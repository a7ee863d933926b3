import type { AccessPoint, AccessPointOptions } from '@endcap/contract/access-points'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { notifyDone } from '../ui/notify.ts'

/** Saves all settings of an access point: what is left out of them is as usual again. */
export function useSaveOptions({ gwMac, name, storeCode }: Pick<AccessPoint, 'gwMac' | 'name' | 'storeCode'>) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  return async (options: AccessPointOptions): Promise<void> => {
    await api.accessPoints.update({ params: { gwMac }, body: { options } })
    await queries.invalidateQueries({ queryKey: ['gateways', storeCode] })
    void notifyDone(t, t('state.done.saved', { name: name }), { to: paths.gateway(storeCode, gwMac) })
  }
}
