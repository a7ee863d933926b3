/** The keys that mean the same on every screen and in every list. */
import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './keys.module.css'

/** Each with the words for what it does. */
const groups: Record<string, readonly (readonly [keys: readonly string[], does: string])[]> = {
  everywhere: [
    [['Ctrl K'], 'search'],
    [['/'], 'filters'],
    [['j', 'k'], 'walk'],
    [['?'], 'help'],
  ],
  list: [
    [['↑', '↓'], 'rows'],
    [['Enter'], 'open'],
    [['Space'], 'tick'],
    [['Shift ↑', 'Shift ↓'], 'tickOn'],
    [['Ctrl A'], 'all'],
    [['Esc'], 'back'],
  ],
}

export function KeysModal({ close }: { close: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal opened onClose={close} title={t('search.keys.title')} size="560px" closeButtonProps={{ 'aria-label': t('common.close') }}>
      <div className={styles.keys}>
        {Object.entries(groups).map(([name, keys]) => (
          <section key={name}>
            <h3>{t(`search.keys.${name}`)}</h3>
            <dl>
              {keys.map(([all, does]) => (
                <div key={does}>
                  <dt>
                    {all.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{t(`search.keys.does.${does}`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
