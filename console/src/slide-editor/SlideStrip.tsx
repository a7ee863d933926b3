/** The slides in their order. They are dragged, or moved with Ctrl and the arrow keys. */
import { IconClock, IconPlus } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { moveSlide, newSlide, withSlide, type EditorSlide } from './slides.ts'
import { SlideView, useStage } from './stage.tsx'
import type { Editor } from './use-editor.ts'
import { followPointer } from '../canvas/drag.ts'
import helpers from '../ui/helpers.module.css'
import styles from './slide-editor.module.css'

/** How large the small slides are at most, pixels of the screen. */
const small = { width: 208, height: 76 }
/** A click is no drag. */
const dragFrom = 5

/** Where the slide that is dragged would go. */
const dropMark = (to: number | undefined, at: number, count: number) =>
  to === at ? 'before' : to === count && at === count - 1 ? 'behind' : undefined

export function SlideStrip({ editor, readOnly }: { editor: Editor; readOnly: boolean }) {
  const { t } = useTranslation()
  const { screen } = useStage()
  const { slides, slide: selected, selectSlide, set } = editor
  const list = useRef<HTMLOListElement>(null)
  const [drag, grab] = useSlideDrag(list, readOnly, set)
  const scale = Math.min(small.width / screen.width, small.height / screen.height)

  const focus = (key: string | undefined) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-slide="${key}"]`)?.focus())
  const onKey = (event: KeyboardEvent, slide: EditorSlide, at: number) => {
    const way = { ArrowLeft: -1, ArrowRight: 1, Home: -slides.length, End: slides.length }[event.key]
    if (way === undefined) return
    event.preventDefault()
    if (!(event.ctrlKey || event.metaKey)) {
      const next = slides[Math.max(0, Math.min(at + way, slides.length - 1))]
      if (next !== undefined) selectSlide(next.key)
      return void focus(next?.key)
    }
    if (!readOnly) set((now) => moveSlide(now, slide.key, at + way))
    focus(slide.key)
  }
  const add = () => {
    const slide = newSlide()
    set((now) => withSlide(now, slide, selected?.key))
    selectSlide(slide.key)
    focus(slide.key)
  }
  return (
    <section className={styles.slideStrip} aria-label={t('slideEditor.slides')}>
      <ol ref={list}>
        {slides.map((slide, at) => (
          <li key={slide.key} data-drop={dropMark(drag?.to, at, slides.length)}>
            <button
              type="button"
              className={styles.stripCard}
              data-slide={slide.key}
              data-dragged={drag?.key === slide.key || undefined}
              aria-current={slide.key === selected?.key || undefined}
              aria-keyshortcuts="Control+ArrowLeft Control+ArrowRight"
              onClick={() => selectSlide(slide.key)}
              onKeyDown={(event) => onKey(event, slide, at)}
              onPointerDown={(event) => grab(event, slide.key)}
            >
              <span className={helpers.screenReader}>
                {t('slideEditor.slideOf', {
                  number: at + 1,
                  count: slide.duration,
                  objects: t('slideEditor.objectCount', { count: slide.object.length }),
                })}
                {slide.empty && `, ${t('slideEditor.placeholder')}`}
                {slide.schedule.length > 0 && `, ${t('slideEditor.scheduled')}`}
              </span>
              <SlideView slide={slide} scale={scale} how="still" />
              <span className={styles.stripFoot} aria-hidden>
                <b>{at + 1}</b>
                {slide.empty ? <i>{t('slideEditor.placeholder')}</i> : <span>{t('slideEditor.seconds', { count: slide.duration })}</span>}
                {slide.schedule.length > 0 && <IconClock size={13} stroke={1.7} />}
              </span>
            </button>
          </li>
        ))}
        {!readOnly && (
          <li>
            <button type="button" className={styles.stripAdd} onClick={add}>
              <IconPlus size={16} stroke={1.7} />
              {t('slideEditor.addSlide')}
            </button>
          </li>
        )}
      </ol>
    </section>
  )
}

/** A slide is dragged to another place: which one, before which other, and what takes it up. */
function useSlideDrag(list: RefObject<HTMLElement | null>, readOnly: boolean, set: Editor['set']) {
  const [drag, setDrag] = useState<{ key: string; to: number }>()
  /** Before which slide the pointer is. */
  const placeAt = (x: number) => {
    const cards = [...(list.current?.querySelectorAll('[data-slide]') ?? [])].map((card) => card.getBoundingClientRect())
    return cards.filter((card) => card.left + card.width / 2 < x).length
  }
  const grab = (event: PointerEvent<HTMLElement>, key: string) => {
    if (readOnly || event.button !== 0 || event.pointerType === 'touch') return
    const from = event.clientX
    let to: number | undefined
    followPointer(event, {
      onMove: (now) => {
        if (to === undefined && Math.abs(now.clientX - from) < dragFrom) return
        to = placeAt(now.clientX)
        setDrag({ key, to })
      },
      onEnd: (how) => {
        setDrag(undefined)
        const place = to
        if (how === 'given up' || place === undefined) return
        set((now) => {
          const at = now.findIndex((slide) => slide.key === key)
          // Behind itself is where it is.
          return moveSlide(now, key, place > at ? place - 1 : place)
        })
      },
    })
  }
  return [drag, grab] as const
}
