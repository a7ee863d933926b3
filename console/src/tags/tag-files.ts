/** The files of a tag list that the server makes (specification 1 §2, tag detail): error tags, tags without a product, filtered tags. */
import { downloadTypes, errorFileStatuses } from '@endcap/contract/downloads'
import type { DownloadItem, ListNow } from '../table/spec.ts'
import { browserZone } from '../ui/format.ts'

export function tagFiles(t: (key: string) => string, storeCode: string, { filter, fields }: ListNow): DownloadItem[] {
  // A code's name stands beside it on screen; in a file it is a column of its own.
  const columns = fields.flatMap((column) =>
    column.field === 'prCode' ? [column, { field: 'prName', heading: t('tags.column.prName') }] : [column],
  )
  const file = (name: string, own: object, hint?: string): DownloadItem => ({
    label: t(`downloads.file.${name}`),
    ...(hint !== undefined && { hint: t(`downloads.file.${hint}`) }),
    needs: 'tag.read',
    body: { type: downloadTypes.filteredTags, storeCode, filter: { fields: columns, timeZone: browserZone(), ...own } },
  })
  return [
    file('errorTags', { filter_status: errorFileStatuses.join(), condition_status: '==' }, 'errorTagsHint'),
    file('noProduct', { noProduct: true }),
    file('filteredTags', filter, 'filterHint'),
    file('filteredTagsExcel', { ...filter, format: 'xlsx' }, 'filterHint'),
  ]
}
