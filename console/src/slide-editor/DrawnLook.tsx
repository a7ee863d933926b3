/** What a text, shape, code, clock or ticker looks like, and the product whose fields it reads. */
import { isScanned } from '@endcap/signage/cards'
import { codeLevels, noSlot, shapeKinds, type CodeLook, type ShapeLook } from '@endcap/signage/drawn'
import type { SlideObject } from '@endcap/signage/shows'
import { slotsOf } from '@endcap/label/template'
import { useTranslation } from 'react-i18next'
import { NumberField } from '../form/NumberField.tsx'
import { Hint } from '../ui/Hint.tsx'
import { NativeSelect } from '../ui/inputs.tsx'
import { SelectLine } from '../canvas/SelectLine.tsx'
import { ColourField, OptionalColour } from '../canvas/ColourField.tsx'
import { useDrawnObject } from './Drawn.tsx'
import { ClockFields, TickerFields } from './MovingFields.tsx'
import { slotIds } from './pick.modal.tsx'
import type { EditorObject } from './slides.ts'
import { useStage } from './stage.tsx'
import { TemplateText } from './TemplateText.tsx'
import { TextFields } from './TextFields.tsx'
import editorStyles from '../canvas/editor.module.css'

export type Change = (part: Partial<SlideObject>, group?: string) => void
interface Props {
  object: EditorObject
  readOnly: boolean
  change: Change
}
export function DrawnLook({ object, readOnly, change }: Props) {
  const { text, shape, code, clock, ticker, id } = object
  const first = useStage().screen.width
  // Who names a field means a product: the first, until another one is chosen.
  const firstPlace = () => (id === noSlot ? { id: slotIds(first)[0] ?? noSlot } : {})
  const place = (words: string) => (slotsOf(words).length > 0 ? firstPlace() : {})
  if (text !== undefined && clock !== undefined)
    return (
      <>
        <ClockFields
          look={clock}
          readOnly={readOnly}
          change={(part) => change({ clock: { ...clock, ...part } }, `look:${Object.keys(part).join()}`)}
        />
        <WhyNot object={object} />
        <TextFields
          look={text}
          of="clock"
          readOnly={readOnly}
          change={(part, group) => change({ text: { ...text, ...part } }, `look:${group}`)}
        />
      </>
    )
  if (text !== undefined)
    return (
      <>
        <TemplateText
          value={text.text}
          label="words"
          readOnly={readOnly}
          onChange={(words) => change({ text: { ...text, text: words }, ...place(words) }, 'look:words')}
        />
        <OfProduct object={object} readOnly={readOnly} change={change} />
        {ticker !== undefined && (
          <TickerFields
            look={ticker}
            readOnly={readOnly}
            change={(part) => change({ ticker: { ...ticker, ...part } }, `look:${Object.keys(part).join()}`)}
          />
        )}
        <TextFields
          look={text}
          of={ticker === undefined ? 'text' : 'ticker'}
          readOnly={readOnly}
          change={(part, group) => change({ text: { ...text, ...part }, ...(part.when && firstPlace()) }, `look:${group}`)}
        />
      </>
    )
  if (code !== undefined)
    return (
      <>
        <TemplateText
          value={code.value}
          label="value"
          readOnly={readOnly}
          onChange={(value) => change({ code: { ...code, value }, ...place(value) }, 'look:value')}
        />
        <OfProduct object={object} readOnly={readOnly} change={change} />
        <CodeFields
          look={code}
          readOnly={readOnly}
          change={(part) => change({ code: { ...code, ...part } }, `look:${Object.keys(part).join()}`)}
        />
      </>
    )
  if (shape === undefined) return null
  return (
    <ShapeFields
      look={shape}
      readOnly={readOnly}
      change={(part) => change({ shape: { ...shape, ...part } }, `look:${Object.keys(part).join()}`)}
    />
  )
}

/** Why there is nothing to see. */
function WhyNot({ object }: Pick<Props, 'object'>) {
  const { t } = useTranslation()
  const { storeCode, device } = useStage()
  const { data } = useDrawnObject({ object, storeCode, device })
  return data?.why == null ? null : <Hint role="status">{t(`slideEditor.notDrawn.${data.why}`)}</Hint>
}

/** Whose fields are meant, and why there is nothing to see. */
function OfProduct({ object, readOnly, change }: Props) {
  const { t } = useTranslation()
  const { screen, device } = useStage()
  return (
    <>
      <label className={editorStyles.selectField}>
        <span>{t('slideEditor.text.product')}</span>
        <NativeSelect value={object.id} disabled={readOnly} onChange={({ currentTarget }) => change({ id: currentTarget.value })}>
          <option value={noSlot}>{t('slideEditor.text.noProduct')}</option>
          {[...new Set([...slotIds(screen.width), ...(object.id === noSlot ? [] : [object.id])])].map((id) => (
            <option key={id} value={id}>
              {t('slideEditor.slot.of', { slot: id })}
            </option>
          ))}
        </NativeSelect>
      </label>
      <WhyNot object={object} />
      {device === undefined && object.id !== noSlot && <Hint>{t('slideEditor.text.sample')}</Hint>}
    </>
  )
}

interface Fields<Look> {
  look: Look
  readOnly: boolean
  change: (part: Partial<Look>) => void
}
/** Two colours that no scanner reads are not taken over. */
function CodeFields({ look, readOnly, change }: Fields<CodeLook>) {
  const { t } = useTranslation()
  const { colour, background, level } = look
  return (
    <>
      <SelectLine
        label={t('slideEditor.code.level')}
        value={level}
        options={codeLevels.map((one) => ({ value: one, label: t(`slideEditor.code.levels.${one}`) }))}
        readOnly={readOnly}
        onChange={(next) => change({ level: next })}
      />
      <div className={editorStyles.boxFields}>
        <ColourField
          label={t('slideEditor.text.colour')}
          value={colour}
          disabled={readOnly}
          onChange={(next) => isScanned(next, background) && change({ colour: next })}
        />
        <ColourField
          label={t('slideEditor.background')}
          value={background}
          disabled={readOnly}
          onChange={(next) => isScanned(colour, next) && change({ background: next })}
        />
      </div>
      <Hint>{t('slideEditor.code.contrast')}</Hint>
    </>
  )
}

const thickest = 500
function ShapeFields({ look, readOnly, change }: Fields<ShapeLook>) {
  const { t } = useTranslation()
  const { kind, fill, fillTo, angle = 90, border, borderWidth = 4 } = look
  const isLine = kind === 'line'
  const white = '#ffffff'
  return (
    <>
      <SelectLine
        label={t('slideEditor.shape.kind')}
        value={kind}
        options={shapeKinds.map((one) => ({ value: one, label: t(`slideEditor.shape.${one}`) }))}
        readOnly={readOnly}
        // A line is nothing but its border.
        onChange={(next) =>
          change(
            next === 'line' ? { kind: next, border: border ?? fill ?? white, borderWidth } : { kind: next, fill: fill ?? border ?? white },
          )
        }
      />
      {!isLine && (
        <OptionalColour
          label={t('slideEditor.shape.fill')}
          value={fill}
          first={white}
          disabled={readOnly}
          onChange={(next) => change({ fill: next })}
        />
      )}
      {!isLine && fill !== undefined && (
        <OptionalColour
          label={t('slideEditor.shape.gradient')}
          value={fillTo}
          first="#000000"
          disabled={readOnly}
          onChange={(next) => change({ fillTo: next })}
        />
      )}
      {!isLine && fill !== undefined && fillTo !== undefined && (
        <NumberField
          label={t('slideEditor.shape.angle')}
          value={angle}
          min={0}
          max={360}
          unit="°"
          readOnly={readOnly}
          onChange={(next) => change({ angle: next })}
        />
      )}
      {isLine ? (
        <ColourField
          label={t('slideEditor.text.colour')}
          value={border ?? white}
          disabled={readOnly}
          onChange={(next) => change({ border: next })}
        />
      ) : (
        <OptionalColour
          label={t('slideEditor.shape.border')}
          value={border}
          first={white}
          disabled={readOnly}
          onChange={(next) => change({ border: next, ...(next !== undefined && { borderWidth }) })}
        />
      )}
      {(isLine || border !== undefined) && (
        <NumberField
          label={t('slideEditor.shape.borderWidth')}
          value={borderWidth}
          min={1}
          max={thickest}
          readOnly={readOnly}
          onChange={(next) => change({ borderWidth: next })}
        />
      )}
    </>
  )
}
