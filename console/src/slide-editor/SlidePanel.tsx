/** What there is to say of the slide that is selected, and all that lies on it. */
import type { Schedule } from '@endcap/contract/schedules'
import { transitions } from '@endcap/signage/shows'
import { useTranslation } from 'react-i18next'
import { NumberField } from '../form/NumberField.tsx'
import type { EditorSlide } from './slides.ts'
import type { Editor } from './use-editor.ts'
import { Hint } from '../ui/Hint.tsx'
import { Tick } from '../ui/inputs.tsx'
import { ColourField } from '../canvas/ColourField.tsx'
import { SelectLine } from '../canvas/SelectLine.tsx'
import editorStyles from '../canvas/editor.module.css'

interface SlideProps {
  editor: Editor
  slide: EditorSlide
  schedules: readonly Schedule[] | undefined
  readOnly: boolean
}
const longest = 86_400
export function SlidePanel({ editor, slide, schedules, readOnly }: SlideProps) {
  const { t } = useTranslation()
  const number = editor.slides.indexOf(slide) + 1
  const change = (part: Partial<EditorSlide>, group?: string) => editor.change((now) => ({ ...now, ...part }), group)
  const gone = slide.schedule.filter((id) => schedules !== undefined && !schedules.some(({ _id }) => _id === id))
  const toggle = (id: string, on: boolean) =>
    change({ schedule: on ? [...slide.schedule, id] : slide.schedule.filter((one) => one !== id) })
  return (
    <section className={editorStyles.panelPart} aria-label={t('slideEditor.slide')} aria-busy={schedules === undefined}>
      <h2>
        <span>{t('slideEditor.slideNumber', { number })}</span>
        <small>{t('slideEditor.ofSlides', { count: editor.slides.length })}</small>
      </h2>
      <div className={editorStyles.boxFields}>
        <NumberField
          label={t('slideEditor.duration')}
          value={slide.duration}
          min={1}
          max={longest}
          unit={t('slideEditor.secondsUnit')}
          onChange={(duration) => change({ duration }, `duration:${slide.key}`)}
          readOnly={readOnly}
        />
        <ColourField
          label={t('slideEditor.background')}
          value={slide.bgColor}
          disabled={readOnly}
          onChange={(bgColor) => change({ bgColor }, `colour:${slide.key}`)}
        />
      </div>
      <SelectLine
        label={t('slideEditor.transition')}
        value={slide.transition ?? 'none'}
        options={(['none', ...transitions] as const).map((one) => ({ value: one, label: t(`slideEditor.transitions.${one}`) }))}
        readOnly={readOnly}
        onChange={(next) => change({ transition: next === 'none' ? undefined : next })}
      />
      <label className={editorStyles.checkLine}>
        <Tick checked={slide.empty} disabled={readOnly} onChange={({ currentTarget }) => change({ empty: currentTarget.checked })} />
        {t('slideEditor.emptyText')}
      </label>
      <fieldset className={editorStyles.checks}>
        <legend>{t('slideEditor.schedules')}</legend>
        {schedules?.length === 0 && gone.length === 0 && <Hint>{t('slideEditor.noSchedules')}</Hint>}
        {[...(schedules ?? []), ...gone.map((_id) => ({ _id, name: t('slideEditor.goneSchedule') }))].map(({ _id, name }) => (
          <label key={_id} className={editorStyles.checkLine}>
            <Tick
              checked={slide.schedule.includes(_id)}
              disabled={readOnly}
              onChange={({ currentTarget }) => toggle(_id, currentTarget.checked)}
            />
            {name}
          </label>
        ))}
        {(schedules?.length ?? 0) > 0 && <Hint>{t(slide.schedule.length === 0 ? 'slideEditor.always' : 'slideEditor.whenOne')}</Hint>}
      </fieldset>
    </section>
  )
}
