/** A folder out of all of them, for who does not drag. */
import type { ContentGroup } from '@endcap/contract/contents'
import { useTranslation } from 'react-i18next'
import { Select } from '../form/Select.tsx'
import { linesOf, pathOf } from './folders.ts'

interface Props {
  groups: readonly ContentGroup[]
  /** Null: outside of folders. */
  value: string | null
  onChange: (group: string | null) => void
  label?: string
  /** What it is called in the call. */
  field?: string
}
/** Of no folder: the field cannot hold null. */
const outside = 'root'

export function FolderSelect({ groups, value, onChange, label, field }: Props) {
  const { t } = useTranslation()
  const pathText = (id: string) =>
    pathOf(groups, id)
      .map(({ name }) => name)
      .join(' / ')
  return (
    <Select
      field={field}
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
