/** The keys of the designer. */
import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { addKeys, addKinds } from './new-element.ts'
import styles from './layout-designer.module.css'

/** Each with the words for what it does. */
const groups: Record<string, readonly (readonly [keys: string, does: string])[]> = {
  select: [
    ['Tab', 'walk'],
    ['Shift / Ctrl + click', 'more'],
    ['Ctrl+A', 'all'],
    ['Enter', 'fields'],
    ['Esc', 'letGo'],
  ],
  place: [
    ['← ↑ → ↓', 'move'],
    ['Shift + ← ↑ → ↓', 'moveFar'],
    ['Ctrl + ← ↑ → ↓', 'resize'],
    ['Alt', 'free'],
    ['Ctrl+]  Ctrl+[', 'order'],
    ['Ctrl+Shift+]  Ctrl+Shift+[', 'orderFar'],
  ],
  edit: [
    ['Ctrl+C  Ctrl+X  Ctrl+V', 'clipboard'],
    ['Ctrl+D', 'duplicate'],
    ['Delete', 'remove'],
    ['Ctrl+Z  Ctrl+Shift+Z', 'undo'],
  ],
  see: [
    ['+  −', 'zoom'],
    ['0', 'fit'],
    ['?', 'help'],
  ],
}

export function HelpModal({ close }: { close: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={close}
      title={t('layoutDesigner.help.title')}
      size="720px"
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className={styles.keyHelp}>
        <section>
          <h3>{t('layoutDesigner.help.add')}</h3>
          <dl>
            {addKinds.map((kind) => (
              <Key key={kind} keys={addKeys[kind]} does={t(`layoutDesigner.type.${kind}`)} />
            ))}
          </dl>
        </section>
        {Object.entries(groups).map(([name, keys]) => (
          <section key={name}>
            <h3>{t(`layoutDesigner.help.${name}`)}</h3>
            <dl>
              {keys.map(([key, does]) => (
                <Key
                  key={does}
                  keys={key === 'Shift / Ctrl + click' ? t('layoutDesigner.help.clickKeys') : key}
                  does={t(`layoutDesigner.help.key.${does}`)}
                />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}

const Key = ({ keys, does }: { keys: string; does: string }) => (
  <div>
    <dt>
      {keys.split('  ').map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </dt>
    <dd>{does}</dd>
  </div>
)
