/** Which stores a member works in. */
import { administratorRoleId } from '@endcap/contract/privileges'
import { useTranslation } from 'react-i18next'
import { useSession } from '../app/services.ts'
import { RefusedField } from '../form/refused-field.tsx'
import { StorePicker } from '../form/StorePicker.tsx'
import { Hint } from '../ui/Hint.tsx'
import { Tick } from '../ui/inputs.tsx'
import type { MemberDraft } from './draft.ts'
import dialogStyles from '../form/dialog.module.css'

interface Props {
  draft: Pick<MemberDraft, 'roleId' | 'wholeStore' | 'stores'>
  change: (next: Partial<MemberDraft>) => void
}

/** The stores of an account: some, or the whole chain for who has it. */
export function MemberStores({ draft, change }: Props) {
  const { t } = useTranslation()
  const { user } = useSession()
  if (draft.roleId === administratorRoleId) return <Hint>{t('members.stores.administrator')}</Hint>
  return (
    <div className={dialogStyles.memberField} role="group" aria-label={t('members.column.store')}>
      <span aria-hidden="true">{t('members.column.store')}</span>
      {user.enableWholeStore && (
        <Tick
          label={t('members.stores.chain')}
          checked={draft.wholeStore}
          onChange={(event) => change({ wholeStore: event.target.checked })}
        />
      )}
      {!draft.wholeStore && <StorePicker chosen={draft.stores} onChange={(chosen) => change({ stores: chosen })} />}
      <RefusedField field="store" value={draft.stores} />
    </div>
  )
}
