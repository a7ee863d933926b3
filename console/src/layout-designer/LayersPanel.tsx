/** All elements of the page, the one in front first: also those under others, and those beside the panel. */
import {
  IconBarcode,
  IconCurrencyEuro,
  IconEyeOff,
  IconFilter,
  IconLine,
  IconPhoto,
  IconRepeat,
  IconSquare,
  IconTypography,
  type Icon,
} from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Sortable } from '../ui/Sortable.tsx'
import { moved } from '../ui/moved.ts'
import { changeElements, type EditorElement, type Scope } from './model.ts'
import { contentOf, nameOfElement } from './names.ts'
import { FindingSign } from './PagesPanel.tsx'
import type { Designer } from './use-designer.ts'
import type { Drawn } from './use-drawn.ts'
import { Hint } from '../ui/Hint.tsx'
import editorStyles from '../canvas/editor.module.css'
import styles from './layout-designer.module.css'

interface Props {
  designer: Designer
  drawn: Drawn
  readOnly: boolean
}
export const typeIcons: Record<EditorElement['type'], Icon> = {
  text: IconTypography,
  price: IconCurrencyEuro,
  box: IconSquare,
  line: IconLine,
  image: IconPhoto,
  barcode: IconBarcode,
  repeat: IconRepeat,
}

export function LayersPanel({ designer, drawn, readOnly }: Props) {
  const { t } = useTranslation()
  const { page } = designer
  return (
    <section className={editorStyles.panelPart} aria-label={t('layoutDesigner.layers')} data-moves-boxes>
      <h2>
        <span>{t('layoutDesigner.layers')}</span>
        <small>{t('layoutDesigner.elementCount', { count: page.elements.length })}</small>
      </h2>
      {page.elements.length === 0 && <Hint>{t(readOnly ? 'layoutDesigner.emptyPage' : 'layoutDesigner.emptyPageAdd')}</Hint>}
      <LayerList designer={designer} drawn={drawn} readOnly={readOnly} elements={page.elements} scope={{ page: page.key }} />
    </section>
  )
}

function LayerList({ designer, drawn, readOnly, elements, scope }: Props & { elements: readonly EditorElement[]; scope: Scope }) {
  const { t } = useTranslation()
  const front = elements.toReversed()
  const last = elements.length - 1
  return (
    <Sortable
      label={t('layoutDesigner.layers')}
      entries={front}
      keyOf={({ key }) => key}
      handleLabel={(one, place) => t('layoutDesigner.moveLayer', { name: nameOfElement(one, t), place })}
      onMove={(from, to) => designer.set((now) => changeElements(now, scope, (list) => moved(list, last - from, last - to)))}
      readOnly={readOnly}
    >
      {(element) => (
        <div className={styles.layer}>
          <LayerRow designer={designer} drawn={drawn} element={element} scope={scope} />
          {element.type === 'repeat' && (
            <LayerList
              designer={designer}
              drawn={drawn}
              readOnly={readOnly}
              elements={element.elements}
              scope={{ page: scope.page, repeat: element.key }}
            />
          )}
        </div>
      )}
    </Sortable>
  )
}

function LayerRow({ designer, drawn, element, scope }: Omit<Props, 'readOnly'> & { element: EditorElement; scope: Scope }) {
  const { t } = useTranslation()
  const { keys, select, selectElement } = designer
  const { key, type } = element
  const KindIcon = typeIcons[type]
  const isHere = scope.repeat === designer.scope.repeat
  const findings = drawn.findings.filter((finding) => finding.key === key)
  // What has left no ink is not on the label that is looked at; of repeats, those inside say so.
  const isDrawn = type === 'repeat' || drawn.layout === undefined || drawn.marks.some((mark) => mark.key === key)
  const onClick = (event: MouseEvent) => {
    if (!isHere || !(event.shiftKey || event.ctrlKey || event.metaKey)) return selectElement(key)
    select(keys.has(key) ? [...keys].filter((one) => one !== key) : [...keys, key])
  }
  const content = contentOf(element, t)
  return (
    <button
      type="button"
      className={styles.rowButton}
      aria-current={(isHere && keys.has(key)) || undefined}
      data-undrawn={!isDrawn || undefined}
      onClick={onClick}
    >
      <KindIcon size={15} stroke={1.7} aria-label={t(`layoutDesigner.type.${type}`)} />
      <span title={content}>{content === '' || type === 'repeat' ? nameOfElement(element, t) : content}</span>
      {(element.when?.length ?? 0) > 0 && <IconFilter size={13} stroke={1.7} aria-label={t('layoutDesigner.conditional')} />}
      {!isDrawn && <IconEyeOff size={13} stroke={1.7} aria-label={t('layoutDesigner.notDrawn')} />}
      <FindingSign findings={findings} />
    </button>
  )
}
