/** What there is to say of the object that is selected. */
import type { DrawnLooks } from '@endcap/signage/drawn'
import { webAddress, type SlideObject } from '@endcap/signage/shows'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { smallestSide } from '../canvas/geometry.ts'
import { useHeld, type LiveBox } from '../canvas/live-box.ts'
import { NumberField } from '../form/NumberField.tsx'
import { Arrange } from './Arrange.tsx'
import { CardLook } from './CardLook.tsx'
import { DrawnLook } from './DrawnLook.tsx'
import { EffectFields } from './EffectFields.tsx'
import { useFilmWarning } from './film-warning.ts'
import { slotIds } from './pick.modal.tsx'
import { autoSized, changeObject, type EditorObject, type EditorSlide } from './slides.ts'
import { useStage } from './stage.tsx'
import type { Editor } from './use-editor.ts'
import type { ObjectActions } from './use-object-actions.ts'
import { Button } from '../ui/Button.tsx'
import { Message } from '../ui/Message.tsx'
import { Input, NativeSelect, Tick } from '../ui/inputs.tsx'
import editorStyles from '../canvas/editor.module.css'
import messageStyles from '../ui/Message.module.css'

/** As far away from the screen as the server takes it. */
const farthest = 32_768

/** Of words that an object is called by. */
const longestName = 60

/** What an object is called: its file, its address, its slot, its words. */
export function useObjectName(): (object: Pick<SlideObject, 'type' | 'id' | keyof DrawnLooks>) => string {
  const { t } = useTranslation()
  const { files } = useStage()
  return ({ type, id, text, shape, code, clock }) => {
    if (clock !== undefined) return t('slideEditor.clock.name')
    if (text !== undefined) return text.text.slice(0, longestName)
    if (code !== undefined) return code.value.slice(0, longestName)
    if (shape !== undefined) return t(`slideEditor.shape.${shape.kind}`)
    if (type === 'product') return t('slideEditor.slot.of', { slot: id })
    if (type === 'webpage') return id
    return files?.get(`${type}:${id}`)?.name ?? t(`slideEditor.type.${type}`)
  }
}

interface ObjectProps {
  editor: Editor
  object: EditorObject
  slide: EditorSlide
  live: LiveBox
  readOnly: boolean
  playing: boolean
  onPlay: () => void
  actions: ObjectActions
}
export function ObjectPanel({ editor, object, slide, live, readOnly, playing, onPlay, actions }: ObjectProps) {
  const { t } = useTranslation()
  const { screen } = useStage()
  const nameOf = useObjectName()
  const { key, type } = object
  const warning = useFilmWarning(editor.warnings)(object)
  const box = useHeld(live, key)?.box ?? object
  const change = (part: Partial<SlideObject>, group?: string) => editor.change((now) => changeObject(now, key, part), group)
  const field = (name: 'left' | 'top' | 'width' | 'height') => {
    const isSide = name === 'width' || name === 'height'
    const set = (value: number) =>
      change(name === 'width' && object.autoSize === true ? autoSized(value, screen) : { [name]: value }, `field:${key}:${name}`)
    const fixed = readOnly || object.locked === true || (name === 'height' && object.autoSize === true)
    return (
      <NumberField
        label={t(`slideEditor.box.${name}`)}
        value={box[name]}
        min={isSide ? smallestSide : -farthest}
        max={farthest}
        onChange={set}
        readOnly={fixed}
      />
    )
  }
  return (
    <section className={editorStyles.panelPart} aria-label={t('slideEditor.object')}>
      <h2>
        <span>{t(`slideEditor.type.${type}`)}</span>
        <small title={nameOf(object)}>{nameOf(object)}</small>
      </h2>
      {warning !== undefined && (
        <Message className={messageStyles.note} role="status" style={{ margin: 0 }}>
          {warning}
        </Message>
      )}
      <div className={editorStyles.boxFields}>
        {field('left')}
        {field('top')}
        {field('width')}
        {field('height')}
      </div>
      {type === 'product' && (
        <>
          <ProductSlot object={object} readOnly={readOnly} change={change} />
          <CardLook object={object} slideColour={slide.bgColor} readOnly={readOnly} change={change} />
        </>
      )}
      <DrawnLook key={`${key} look`} object={object} readOnly={readOnly} change={change} />
      {type === 'webpage' && <Address key={key} value={object.id} readOnly={readOnly} onChange={(id) => change({ id })} />}
      {(type === 'video' || type === 'webpage') && (
        <Button aria-pressed={playing} onClick={onPlay}>
          {t(`slideEditor.${playing ? 'stop' : 'play'}.${type}`)}
        </Button>
      )}
      <EffectFields object={object} readOnly={readOnly} change={change} />
      {!readOnly && <Arrange count={1} actions={actions} />}
    </section>
  )
}

/** Which of the display's products stands here, and whether it keeps the shape of its picture. */
function ProductSlot({
  object,
  readOnly,
  change,
}: {
  object: EditorObject
  readOnly: boolean
  change: (part: Partial<SlideObject>) => void
}) {
  const { t } = useTranslation()
  const { screen } = useStage()
  return (
    <div className={editorStyles.panelLine}>
      <label className={editorStyles.selectField}>
        <span>{t('slideEditor.slot.label')}</span>
        <NativeSelect value={object.id} disabled={readOnly} onChange={({ currentTarget }) => change({ id: currentTarget.value })}>
          {[...new Set([...slotIds(screen.width), object.id])].map((id) => (
            <option key={id}>{id}</option>
          ))}
        </NativeSelect>
      </label>
      <label className={editorStyles.checkLine}>
        <Tick
          checked={object.autoSize === true}
          disabled={readOnly}
          onChange={({ currentTarget }) =>
            change({ autoSize: currentTarget.checked, ...(currentTarget.checked && autoSized(object.width, screen)) })
          }
        />
        {t('slideEditor.autoSize')}
      </label>
    </div>
  )
}

function Address({ value, readOnly, onChange }: { value: string; readOnly: boolean; onChange: (address: string) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string>()
  const done = () => {
    const address = webAddress(typed ?? value)
    if (address !== value && URL.canParse(address)) onChange(address)
    setTyped(undefined)
  }
  return (
    <label className={editorStyles.textField}>
      <span>{t('slideEditor.address')}</span>
      <Input
        value={typed ?? value}
        readOnly={readOnly}
        maxLength={2000}
        spellCheck={false}
        autoComplete="off"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={done}
        onKeyDown={({ key }) => key === 'Enter' && done()}
      />
    </label>
  )
}
