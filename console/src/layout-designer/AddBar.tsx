/** Puts elements on the page, and takes changes back. */
import { IconArrowBackUp, IconArrowForwardUp, IconKeyboard } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { typeIcons } from './LayersPanel.tsx'
import { addKeys, addKinds, type AddKind } from './new-element.ts'
import type { Designer } from './use-designer.ts'

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
    <button
      type="button"
      className="btn icon"
      aria-label={t(`layoutDesigner.${name}`)}
      title={`${t(`layoutDesigner.${name}`)} (${keys})`}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon {...icon} />
    </button>
  )
  return (
    <div className="editor-tools" role="toolbar" aria-label={t('layoutDesigner.tools')}>
      {!readOnly &&
        addKinds.map((kind) => {
          const KindIcon = typeIcons[kind]
          return (
            <button
              key={kind}
              type="button"
              className="btn"
              title={`${t(`layoutDesigner.add.${kind}`)} (${addKeys[kind]})`}
              aria-keyshortcuts={addKeys[kind]}
              onClick={() => onAdd(kind)}
            >
              <KindIcon {...icon} />
              {t(`layoutDesigner.type.${kind}`)}
            </button>
          )
        })}
      <span className="grow" />
      {!readOnly && button('undo', IconArrowBackUp, 'Ctrl+Z', designer.undo, !designer.canUndo)}
      {!readOnly && button('redo', IconArrowForwardUp, 'Ctrl+Shift+Z', designer.redo, !designer.canRedo)}
      {button('help.title', IconKeyboard, '?', onHelp)}
    </div>
  )
}
