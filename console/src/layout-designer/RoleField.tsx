/** What an element is for: a label whose price or name is empty is not shown. */
import type { LeafRole } from '@endcap/label/layout'
import { useTranslation } from 'react-i18next'
import { SelectLine } from '../canvas/SelectLine.tsx'
import { Hint } from '../ui/Hint.tsx'

const roles = ['auto', 'price', 'name', 'none'] as const
interface Props {
  role: LeafRole | undefined
  change: (part: { role: LeafRole | undefined }) => void
  readOnly: boolean
}
/** `auto`: it follows from the fields that the element reads. */
export function RoleField({ role, change, readOnly }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <SelectLine
        label={t('layoutDesigner.role')}
        value={role ?? 'auto'}
        options={roles.map((value) => ({ value, label: t(`layoutDesigner.roleOf.${value}`) }))}
        readOnly={readOnly}
        onChange={(value) => change({ role: value === 'auto' ? undefined : value })}
      />
      <Hint>{t(`layoutDesigner.roleHint.${role ?? 'auto'}`)}</Hint>
    </>
  )
}
