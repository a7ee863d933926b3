/** What can be done with the slide that is selected as a whole. */
import { IconChevronLeft, IconChevronRight, IconCopy, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { copyOfSlide, moveSlide, withoutSlide, withSlide } from './slides.ts'
import type { Editor } from './use-editor.ts'
import styles from './slide-editor.module.css'

const icon = { size: 15, stroke: 1.7 }

export function SlideTools({ editor, readOnly }: { editor: Editor; readOnly: boolean }) {
  const { t } = useTranslation()
  const { slides, slide, set, selectSlide } = editor
  if (readOnly || slide === undefined)
    return <span className={styles.slideCount}>{t('slideEditor.ofSlides', { count: slides.length })}</span>
  const at = slides.indexOf(slide)
  const copy = () => {
    const made = copyOfSlide(slide)
    set((now) => withSlide(now, made, slide.key))
    selectSlide(made.key)
  }
  const button = (name: string, Icon: typeof IconCopy, onClick: () => void, disabled = false) => (
    <Button icon aria-label={t(`slideEditor.${name}`)} title={t(`slideEditor.${name}`)} disabled={disabled} onClick={onClick}>
      <Icon {...icon} />
    </Button>
  )
  return (
    <>
      <span className={styles.slideCount}>{t('slideEditor.slideNumber', { number: at + 1 })}</span>
      {button('moveLeft', IconChevronLeft, () => set((now) => moveSlide(now, slide.key, at - 1)), at === 0)}
      {button('moveRight', IconChevronRight, () => set((now) => moveSlide(now, slide.key, at + 1)), at === slides.length - 1)}
      {button('copySlide', IconCopy, copy)}
      {button('removeSlide', IconTrash, () => set((now) => withoutSlide(now, slide.key)))}
    </>
  )
}
