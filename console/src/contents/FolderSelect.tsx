/** A folder out of all of them, for who does not drag. */
import type { ContentGroup } from '@endcap/contract/contents'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { linesOf, pathOf } from './folders.ts'

interface Props {
  groups: readonly ContentGroup[]
  /** Null: outside of folders. */
  value: string | null
  onChange: (group: string | null) => void
  label?: string
}
/** Of no folder: the field cannot hold null. */
const outside = 'root'

export function FolderSelect({ groups, value, onChange, label }: Props) {
  const { t } = useTranslation()
  const pathText = (id: string) =>
    pathOf(groups, id)
      .map(({ name }) => name)
      .join(' / ')
  return (
    <Select
      label={label ?? t('contents.column.group')}
      data={[
        { value: outside, label: t('contents.folder.root') },
        ...linesOf(groups).map(({ group }) => ({ value: group.id, label: pathText(group.id) })),
      ]}
      value={value ?? outside}
      allowDeselect={false}
      searchable
      nothingFoundMessage={t('common.nothingFound')}
      onChange={(id) => id !== null && onChange(id === outside ? null : id)}
    />
  )
}
