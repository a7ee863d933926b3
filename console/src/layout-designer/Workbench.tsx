/** The parts of the designer around one drawing: pages and layers, artboard, properties, and what it is looked at with. */
import type { OpenDrawing } from '@endcap/contract/layout-drawings'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createLiveBox } from '../canvas/live-box.ts'
import { useUndoKeys } from '../canvas/undo.ts'
import { placesOf } from '../data/layout-sample.ts'
import { useLatest } from '../ui/use-latest.ts'
import { AddBar } from './AddBar.tsx'
import { Artboard } from './Artboard.tsx'
import { FindingsPanel } from './FindingsPanel.tsx'
import { HelpModal } from './help.modal.tsx'
import { LayersPanel } from './LayersPanel.tsx'
import { toDefinition } from './model.ts'
import type { AddKind } from './new-element.ts'
import { PagesPanel } from './PagesPanel.tsx'
import type { Picture } from './picture-file.ts'
import { usePictureFile } from './PictureField.tsx'
import { PropertyPanel } from './PropertyPanel.tsx'
import { PanelChoice, SightBar } from './SightBar.tsx'
import { useActions } from './use-actions.ts'
import type { Designer } from './use-designer.ts'
import { useDrawn, useSmallLabels } from './use-drawn.ts'
import { focusBox, useKeys } from './use-keys.ts'
import { useSight } from './use-sight.ts'
import { panelZoom, useZoom } from '../canvas/use-zoom.ts'
import { Message } from '../ui/Message.tsx'
import { Button } from '../ui/Button.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './layout-designer.module.css'

interface Props {
  drawing: OpenDrawing
  designer: Designer
  readOnly: boolean
}

export function Workbench({ drawing, designer, readOnly }: Props) {
  const { t } = useTranslation()
  const { size } = drawing
  const { layout, scope, page, keys } = designer
  const [live] = useState(createLiveBox)
  const [help, setHelp] = useState(false)
  const [refused, setRefused] = useState<string>()
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const sight = useSight(drawing)
  const actions = useActions(designer, readOnly)
  const zoom = useZoom(actions.panel, panelZoom)
  // The keyboard goes on where the new element is.
  const [added, setAdded] = useState(0)
  const [only] = keys
  const chosen = useLatest(only)
  useEffect(() => {
    if (added > 0 && chosen.current !== undefined) focusBox(chosen.current)
  }, [added, chosen])
  const addImage = (image: Picture) => {
    actions.addImage(image)
    setAdded((before) => before + 1)
  }
  const picture = usePictureFile(addImage, setRefused)
  const panel = useMemo(() => ({ size, modelClass: sight.panel }), [size, sight.panel])
  const definition = useMemo(() => toDefinition(layout), [layout])
  const isWrong = designer.problems.length > 0
  const { drawn, failed, busy, retry } = useDrawn({ panel, layout, scope, live, sight, isWrong })
  const number = layout.pages.indexOf(page)
  const smallLabels = useSmallLabels({ panel, layout, sight, isWrong, page: number, seen })
  const problems = isWrong ? designer.problems : (failed?.problems ?? [])
  const shown = sight.product === undefined ? undefined : smallLabels.labels.get(sight.product.prCode)
  const add = (kind: AddKind) => {
    setRefused(undefined)
    if (kind === 'image') return picture.ask()
    actions.add(kind)
    setAdded((before) => before + 1)
  }
  useUndoKeys(designer, !readOnly)
  useKeys({ designer, actions, zoom, readOnly, onAdd: add, onHelp: () => setHelp(true) })
  return (
    <div className={styles.designerParts}>
      <div className={styles.designerLeft} data-part="designer-left">
        <PagesPanel designer={designer} readOnly={readOnly} findings={drawn.findings} />
        <LayersPanel designer={designer} drawn={drawn} readOnly={readOnly} />
      </div>
      <div className={styles.designerMain} data-part="designer-main">
        <AddBar designer={designer} readOnly={readOnly} onAdd={add} onHelp={() => setHelp(true)} />
        {!readOnly && picture.input}
        {refused !== undefined && (
          <Message role="alert">
            <span className={helpers.grow}>{refused}</span>
            <Button onClick={() => setRefused(undefined)}>{t('common.close')}</Button>
          </Message>
        )}
        <Artboard
          designer={designer}
          actions={actions}
          zoom={zoom}
          live={live}
          drawn={drawn}
          busy={busy}
          readOnly={readOnly}
          isHidden={!sight.byHand && shown !== undefined && shown.picture === undefined}
        >
          <PanelChoice sight={sight} />
        </Artboard>
        <SightBar sight={sight} definition={definition} smallLabels={smallLabels} onSeen={setSeen} />
      </div>
      <div className={styles.designerRight}>
        <PropertyPanel
          designer={designer}
          actions={actions}
          live={live}
          problems={problems}
          readOnly={readOnly}
          shown={sight.shown}
          products={placesOf(definition)}
        />
        <FindingsPanel
          designer={designer}
          problems={problems}
          retry={retry}
          findings={drawn.findings}
          waits={drawn.layout === undefined}
          error={failed?.error}
        />
      </div>
      {help && <HelpModal close={() => setHelp(false)} />}
    </div>
  )
}
