/** Puts things on the slide, and takes changes back. */
import { isDrawnType } from '@endcap/signage/drawn'
import type { MediaKind } from '@endcap/contract/media'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconClock,
  IconMovie,
  IconPhoto,
  IconPuzzle,
  IconQrcode,
  IconShape,
  IconTag,
  IconTextScan2,
  IconTypography,
  IconWorld,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fitted } from '../canvas/geometry.ts'
import { slotsOf } from '@endcap/signage/models'
import type { ObjectType, SlideObject } from '@endcap/signage/shows'
import { boxOfNew, newDrawn } from './new-drawn.ts'
import { PickAddress, PickFile, PickSlot, type Picked } from './pick.modal.tsx'
import { aside, centred, newSlide, slotBox, withObjects, withSlide } from './slides.ts'
import { useStage } from './stage.tsx'
import type { Editor } from './use-editor.ts'
import { Button } from '../ui/Button.tsx'
import editorStyles from '../canvas/editor.module.css'
import helpers from '../ui/helpers.module.css'

const icon = { size: 15, stroke: 1.7 }
const kinds = [
  ['image', IconPhoto],
  ['video', IconMovie],
  ['widget', IconPuzzle],
  ['webpage', IconWorld],
  ['product', IconTag],
  ['text', IconTypography],
  ['shape', IconShape],
  ['qr', IconQrcode],
  ['clock', IconClock],
  ['ticker', IconTextScan2],
] as const
const isMedia = (kind: ObjectType): kind is MediaKind => kind === 'image' || kind === 'video' || kind === 'widget'

export function AddBar({ editor, onBegin }: { editor: Editor; onBegin: () => void }) {
  const { t } = useTranslation()
  const { screen, files } = useStage()
  const [open, setOpen] = useState<ObjectType>()
  const { slide } = editor
  const begin = (kind: ObjectType) => {
    onBegin()
    if (isDrawnType(kind)) {
      pick(newDrawn(kind, slide?.bgColor, t('slideEditor.text.first')))
      if (kind === 'text' || kind === 'ticker')
        requestAnimationFrame(() => document.querySelector<HTMLTextAreaElement>('[data-part=object-text]')?.select())
      return
    }
    setOpen(kind)
  }
  const pick = ({ file, ...picked }: Picked) => {
    setOpen(undefined)
    const box = boxOf(picked, file)
    // A product has its place.
    const placed = picked.type === 'product' ? box : aside(box, slide?.object ?? [], screen)
    const object: Omit<SlideObject, 'index'> = { ...picked, ...placed }
    // There may be no slide yet.
    const target = slide ?? newSlide()
    const { slide: next, keys } = withObjects(target, [object])
    editor.set((now) => (slide === undefined ? withSlide(now, next) : now.map((one) => (one.key === target.key ? next : one))))
    if (slide === undefined) editor.selectSlide(next.key)
    editor.select(keys)
  }
  const boxOf = ({ type, id }: Picked, file: Picked['file']) => {
    if (isDrawnType(type)) return centred(boxOfNew(type, screen), screen)
    if (type === 'product') return slotBox(Number(id), slotsOf(screen.width), screen)
    const size = { width: file?.width ?? screen.width, height: file?.height ?? screen.height }
    // What is there already stays in view.
    if (type === 'webpage') return centred({ width: Math.round(screen.width / 2), height: screen.height }, screen)
    const larger = size.width > screen.width || size.height > screen.height
    return centred(type === 'widget' && !larger ? size : fitted(size, screen), screen)
  }
  const close = () => setOpen(undefined)
  return (
    <div className={editorStyles.editorTools} role="toolbar" aria-label={t('slideEditor.tools')}>
      {kinds.map(([kind, Icon]) => (
        // Until it is known what the store has there is nothing to choose from.
        <Button key={kind} disabled={isMedia(kind) && files === undefined} onClick={() => begin(kind)}>
          <Icon {...icon} />
          {t(`slideEditor.type.${kind}`)}
        </Button>
      ))}
      <span className={helpers.grow} />
      <Button
        icon
        aria-label={t('slideEditor.undo')}
        title={`${t('slideEditor.undo')} (Ctrl+Z)`}
        disabled={!editor.canUndo}
        onClick={editor.undo}
      >
        <IconArrowBackUp {...icon} />
      </Button>
      <Button
        icon
        aria-label={t('slideEditor.redo')}
        title={`${t('slideEditor.redo')} (Ctrl+Shift+Z)`}
        disabled={!editor.canRedo}
        onClick={editor.redo}
      >
        <IconArrowForwardUp {...icon} />
      </Button>
      {open !== undefined && isMedia(open) && <PickFile kind={open} pick={pick} close={close} />}
      {open === 'webpage' && <PickAddress pick={pick} close={close} />}
      {open === 'product' && (
        <PickSlot taken={new Set(slide?.object.filter(({ type }) => type === 'product').map(({ id }) => id))} pick={pick} close={close} />
      )}
    </div>
  )
}
