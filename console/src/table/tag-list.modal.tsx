/** Tags by what they have in common: of a product, of a task, of a task's failures, of a list (specification 1 §2, 2 §2). */
import type { Tag } from '@endcap/contract/tags'
import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { errorText, useApi, useSession } from '../app/services.ts'
import { optionalCodeColumn, timeColumn } from './columns.tsx'
import { LocalTable } from './LocalTable.tsx'
import type { Column } from './spec.ts'
import { Battery, Rssi, sizeOf } from '../ui/tag-cells.tsx'
import { TagButtons } from './TagButtons.tsx'
import { TagState } from '../ui/TagState.tsx'
import { Message } from '../ui/Message.tsx'
import dialogStyles from '../form/dialog.module.css'
import { OpenLink } from './OpenLink.tsx'
import helpers from '../ui/helpers.module.css'

/** What the tags have in common. */
export type TagsOf = { prCode: string } | { taskId: string; failedOnly?: boolean } | { tagMacList: string[] }

interface Props {
  storeCode: string
  of: TagsOf
  title: string
  onClose: () => void
}
/** Tags shown at once; a longer list is for the store's own, or for a file. */
const tagsShown = 500

export function TagListModal({ storeCode, of, title, onClose }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const { site } = useSession().user.systemConfig
  const narrow = useMediaQuery('(max-width: 760px)') ?? false
  const { data, error } = useQuery({
    queryKey: ['tags', storeCode, 'list', of],
    queryFn: ({ signal }) =>
      api.tagList.search(
        { params: { storeCode }, body: { ...of, length: tagsShown, order: { column: 'barcode', dir: 'asc' } } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
  const rest = (data?.recordsTotal ?? 0) - tagsShown
  return (
    <Modal opened onClose={onClose} size={960} fullScreen={narrow} title={title} closeButtonProps={{ 'aria-label': t('common.close') }}>
      {error !== null && <Message>{errorText(error, t)}</Message>}
      <p className={helpers.aside}>
        {data !== undefined && t('tags.list.count', { count: data.recordsTotal })}
        {rest > 0 && ` ${t('tags.list.more', { count: tagsShown })}`}
      </p>
      <div className={dialogStyles.modalList}>
        <LocalTable
          label={title}
          rows={data?.data}
          rowId={(tag) => tag.tagMac}
          columns={columnsOf(storeCode, site)}
          headingOf={(field) => t(`tags.column.${field}`)}
          empty={t('tags.list.none')}
          rowActions={(tag) => <TagButtons storeCode={storeCode} tag={tag} />}
        />
      </div>
    </Modal>
  )
}

const columnsOf = (storeCode: string, site: string): Column<Tag>[] => [
  {
    field: 'barcode',
    width: 170,
    // Leads to the tag in the store's list, with its panel open.
    cell: (tag) => (
      <OpenLink mono to={paths.tagList(storeCode)} search={{ f: { barcode: `==${tag.barcode}` }, peek: tag.tagMac }}>
        {tag.barcode}
      </OpenLink>
    ),
  },
  { field: 'status', width: 130, cell: (tag) => <TagState tag={tag} site={site} /> },
  optionalCodeColumn('prCode', 150),
  { field: 'tagType', width: 76, cell: (tag) => sizeOf(tag.tagType) },
  { field: 'rssi', width: 84, numeric: true, cell: (tag) => <Rssi dbm={tag.rssi} /> },
  { field: 'battery', width: 96, numeric: true, cell: (tag) => <Battery volts={tag.battery} low={tag.battStatus === 'NG'} /> },
  timeColumn('updatedAt', 170),
]
