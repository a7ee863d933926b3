/** Puts elements on the page, and takes changes back. */
import { IconArrowBackUp, IconArrowForwardUp, IconKeyboard } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { typeIcons } from './LayersPanel.tsx'
import { addKeys, addKinds, type AddKind } from './new-element.ts'
import type { Designer } from './use-designer.ts'
import { Button } from '../ui/Button.tsx'
import editorStyles from '../canvas/editor.module.css'
import helpers from '../ui/helpers.module.css'

interface Props {
  designer: Designer
  onAdd: (kind: AddKind) => void
  onHelp: () => void
  readOnly: boolean
}
const icon = { size: 15, stroke: 1.7 }

export function AddBar({ designer, onAdd, onHelp, readOnly }: Props) {
  const { t } = useTranslation()
  const button = (name: string, Icon: typeof IconKeyboard, keys: string, onClick: () => void, disabled = false) => (
    <Button
      icon
      aria-label={t(`layoutDesigner.${name}`)}
      title={`${t(`layoutDesigner.${name}`)} (${keys})`}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon {...icon} />
    </Button>
  )
  return (
    <div className={editorStyles.editorTools} role="toolbar" aria-label={t('layoutDesigner.tools')}>
      {!readOnly &&
        addKinds.map((kind) => {
          const KindIcon = typeIcons[kind]
          return (
            <Button
              key={kind}

              title={`${t(`layoutDesigner.add.${kind}`)} (${addKeys[kind]})`}
              aria-keyshortcuts={addKeys[kind]}
              onClick={() => onAdd(kind)}
            >
              <KindIcon {...icon} />
              {t(`layoutDesigner.type.${kind}`)}
            </Button>
          )
        })}
      <span className={helpers.grow} />
      {!readOnly && button('undo', IconArrowBackUp, 'Ctrl+Z', designer.undo, !designer.canUndo)}
      {!readOnly && button('redo', IconArrowForwardUp, 'Ctrl+Shift+Z', designer.redo, !designer.canRedo)}
      {button('help.title', IconKeyboard, '?', onHelp)}
    </div>
  )
}
