/** What there is to say of what is selected: an element, several, or the page. */
import type { LayoutProblem } from '@endcap/label/layout'
import { ArrangeButtons } from '../canvas/ArrangeButtons.tsx'
import type { Box } from '../canvas/geometry.ts'
import { IconButton } from '../canvas/IconButton.tsx'
import { IconRepeat, IconRepeatOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { heldBox, useHeld, type LiveBox } from '../canvas/live-box.ts'
import { NumberField } from '../form/NumberField.tsx'
import { LayoutConditions } from './LayoutConditions.tsx'
import { ColourChoice, colours, Wrong, WrongContext } from './controls.tsx'
import { ElementFields } from './ElementFields.tsx'
import { boxOf, withBox, type EditorElement } from './model.ts'
import { contentOf } from './names.ts'
import { placeOfProblem } from './places.ts'
import type { Actions } from './use-actions.ts'
import type { Designer } from './use-designer.ts'
import { focusBox } from './use-keys.ts'
import { clsx } from 'clsx'
import { Hint } from '../ui/Hint.tsx'
import editorStyles from '../canvas/editor.module.css'
import styles from './layout-designer.module.css'

/** As far away from the panel as a layout takes it. */
const far = { min: -2000, max: 4000 }

interface Props {
  designer: Designer
  actions: Actions
  live: LiveBox
  shown: { prCode: string; prInfo: readonly string[] }
  problems: readonly LayoutProblem[]
  readOnly: boolean
  /** Products that the layout has places for. */
  products: number
}

export function PropertyPanel(props: Props) {
  const { designer, problems } = props
  const { chosen, layout, page } = designer
  const [one] = chosen
  /** Of what is shown here. */
  const wrong = useMemo(() => {
    const about = chosen.length === 1 ? one?.key : undefined
    const found = problems.map((problem) => ({ ...placeOfProblem(layout, problem.path), problem }))
    const own = found.filter((place) => (about === undefined ? place.page === page.key && place.key === undefined : place.key === about))
    return new Map(own.map(({ field, problem }) => [field, problem]))
  }, [problems, layout, page.key, chosen.length, one?.key])
  return (
    <WrongContext value={wrong}>
      {chosen.length > 1 ? (
        <SeveralPanel {...props} />
      ) : one === undefined ? (
        <PagePanel {...props} />
      ) : (
        <OnePanel {...props} element={one} />
      )}
    </WrongContext>
  )
}

function OnePanel({ designer, actions, live, shown, readOnly, products, element }: Props & { element: EditorElement }) {
  const { t } = useTranslation()
  const { key, type } = element
  const content = contentOf(element, t)
  const change = (part: object, group?: string) => actions.edit(part, group)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leads back to the artboard
    <section
      className={editorStyles.panelPart}
      aria-label={t('layoutDesigner.element')}
      data-fields
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        // The canvas would deselect.
        event.nativeEvent.stopImmediatePropagation()
        focusBox(key)
      }}
    >
      <h2>
        <span>{t(`layoutDesigner.type.${type}`)}</span>
        <small title={content}>{content}</small>
      </h2>
      <Places element={element} actions={actions} live={live} readOnly={readOnly} />
      <ElementFields key={key} element={element} change={change} shown={shown} readOnly={readOnly} enter={() => designer.enter(key)} />
      <Wrong field="" />
      <LayoutConditions
        when={element.when}
        readOnly={readOnly}
        products={products}
        onChange={(when) => actions.edit({ when }, `when:${key}`)}
      />
      {!readOnly && <Arrange designer={designer} actions={actions} />}
    </section>
  )
}

/** Where it is, also while it is held. */
function Places({ element, actions, live, readOnly }: { element: EditorElement; actions: Actions; live: LiveBox; readOnly: boolean }) {
  const { t } = useTranslation()
  const { key, type } = element
  const held = heldBox(useHeld(live, key), key)
  if (type === 'line') {
    const line = held === undefined ? element : withBox(element, held)
    return (
      <div className={clsx(editorStyles.boxFields, styles.four)}>
        {(['x', 'y', 'x2', 'y2'] as const).map((name) => (
          <NumberField
            key={name}
            label={t(`layoutDesigner.box.${name}`)}
            value={line[name]}
            {...far}
            readOnly={readOnly}
            onChange={(value) => actions.edit({ [name]: value }, `${name}:${key}`)}
          />
        ))}
      </div>
    )
  }
  const box = held ?? boxOf(element)
  const field = (name: keyof Box) => {
    const isSide = name === 'width' || name === 'height'
    return (
      <NumberField
        key={name}
        label={t(`layoutDesigner.box.${name}`)}
        value={box[name]}
        min={isSide ? 1 : far.min}
        max={far.max}
        readOnly={readOnly}
        onChange={(value) => actions.placeOne(key, { ...boxOf(element), [name]: value }, `${name}:${key}`)}
      />
    )
  }
  return (
    <div className={clsx(editorStyles.boxFields, styles.four)}>
      {(type === 'repeat' ? (['left', 'top'] as const) : (['left', 'top', 'width', 'height'] as const)).map(field)}
    </div>
  )
}

function SeveralPanel({ designer, actions, readOnly }: Props) {
  const { t } = useTranslation()
  return (
    <section className={editorStyles.panelPart} aria-label={t('layoutDesigner.element')} data-fields>
      <h2>
        <span>{t('layoutDesigner.several', { count: designer.chosen.length })}</span>
      </h2>
      <Hint>{t('layoutDesigner.severalHint')}</Hint>
      {!readOnly && <Arrange designer={designer} actions={actions} />}
    </section>
  )
}

function PagePanel({ designer, actions, readOnly, products }: Props) {
  const { t } = useTranslation()
  const { page, layout } = designer
  const place = layout.pages.indexOf(page)
  return (
    <section className={editorStyles.panelPart} aria-label={t('layoutDesigner.page')} data-fields>
      <h2>
        <span>{place === 0 ? t('layoutDesigner.mainPage') : t('layoutDesigner.subPage', { number: place })}</span>
      </h2>
      <ColourChoice
        label={t('layoutDesigner.background')}
        value={page.background}
        offered={colours}
        readOnly={readOnly}
        onChange={(background) => actions.editPage({ background })}
      />
      <Wrong field="background" />
      {place === 0 ? (
        <Hint>{t('layoutDesigner.mainAlways')}</Hint>
      ) : (
        <LayoutConditions
          when={page.when}
          readOnly={readOnly}
          products={products}
          onChange={(when) => actions.editPage({ when }, `when:${page.key}`)}
        />
      )}
      {!readOnly && <Hint>{t('layoutDesigner.selectHint')}</Hint>}
    </section>
  )
}

function Arrange({ designer, actions }: { designer: Designer; actions: Actions }) {
  const { t } = useTranslation()
  const { chosen } = designer
  const [one] = chosen
  return (
    <ArrangeButtons count={chosen.length} arranging={actions} removeLabel={t('layoutDesigner.remove')}>
      {actions.canRepeat && <IconButton label={t('layoutDesigner.makeRepeat')} icon={IconRepeat} onClick={actions.repeat} />}
      {chosen.length === 1 && one?.type === 'repeat' && (
        <IconButton label={t('layoutDesigner.endRepeat')} icon={IconRepeatOff} onClick={() => actions.endRepeat(one.key)} />
      )}
    </ArrangeButtons>
  )
}
