/** What differs by the site of the system configuration (specification 1 §1, §4, §5; 2 §4, §5). */
import type { TableRequest } from '@endcap/contract/table'
import { errorStatuses, missingIsNg } from '@endcap/contract/vocabulary'
import type { Db } from '../../platform/db/schema.ts'
import { getSetting } from '../../settings/settings.service.ts'

/** Where missing tags are treated specially, who filters NG means REQ_ONLY, REQ_ONLY2 and MISSING as well. */
export async function widenNg(db: Db, request: TableRequest): Promise<TableRequest> {
  const { status } = request.filters
  if (!status?.values.includes('NG')) return request
  const { site } = await getSetting(db, 'system')
  if (!missingIsNg(site)) return request
  return {
    ...request,
    filters: { ...request.filters, status: { condition: '==', values: [...new Set([...status.values, ...errorStatuses])] } },
  }
}
