import { useTranslation } from 'react-i18next'
import { FormModal } from '../form/modal.tsx'

interface Props {
  /** Of what labels are drawn by; 0 before the first version. */
  version: number
  onDiscard: () => Promise<void>
  close: () => void
}
/** Asks before the draft becomes what the newest version is. */
export function DiscardModal({ version, onDiscard, close }: Props) {
  const { t } = useTranslation()
  return (
    <FormModal
      title={t('layoutDesigner.discard.title')}
      submit={t('layoutDesigner.discard.button')}
      onSubmit={() => onDiscard().then(close)}
      onClose={close}
      danger
    >
      <p style={{ margin: 0 }}>{t(version === 0 ? 'layoutDesigner.discard.toEmpty' : 'layoutDesigner.discard.toVersion', { version })}</p>
    </FormModal>
  )
}
