/** Who is notified: every account that may read alarms, of the stores it may see, in its language. */
import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCan } from '../app/services.ts'
import { languageNames } from '../ui/language-names.ts'
import { Problem } from '../ui/Problem.tsx'
import { useRecipients } from './use-recipients.ts'
import { Hint } from '../ui/Hint.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './notifications.module.css'

export function RecipientsModal({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const mayRead = useCan()('member.read')
  const query = useRecipients()
  return (
    <Modal
      opened
      onClose={close}
      title={t('notifications.people', { count: query.data?.count ?? 0 })}
      size={560}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Hint style={{ marginTop: 0 }}>{t('notifications.peopleAbout')}</Hint>
      {query.isError && <Problem query={query} />}
      {!mayRead && <Hint>{t('notifications.peopleHidden')}</Hint>}
      <ul className={styles.recipients}>
        {query.data?.recipientList.map(({ email, name, language, stores }) => (
          <li key={email}>
            <span className={helpers.grow}>
              <b>{name === '' ? email : name}</b>
              {name !== '' && name !== email && <small>{email}</small>}
            </span>
            <span>{stores === null ? t('common.allStores') : t('common.stores', { count: stores })}</span>
            <span>{language === null ? t('notifications.ofStore') : languageNames[language]}</span>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
