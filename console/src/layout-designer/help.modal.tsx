/** The keys of the designer. */
import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { KeyHelp } from '../ui/KeyHelp.tsx'
import { addKeys, addKinds } from './new-element.ts'

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
      <KeyHelp
        groups={[
          {
            title: t('layoutDesigner.help.add'),
            keys: addKinds.map((kind) => ({ keys: [addKeys[kind]], does: t(`layoutDesigner.type.${kind}`) })),
          },
          ...Object.entries(groups).map(([name, keys]) => ({
            title: t(`layoutDesigner.help.${name}`),
            keys: keys.map(([all, does]) => ({
              keys: (all === 'Shift / Ctrl + click' ? t('layoutDesigner.help.clickKeys') : all).split('  '),
              does: t(`layoutDesigner.help.key.${does}`),
            })),
          })),
        ]}
      />
    </Modal>
  )
}
