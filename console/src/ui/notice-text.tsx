/** What a notification says, the links to what it is about, and the button that takes it back. */
import { defaultStringifySearch } from '@tanstack/react-router'
import { clsx } from 'clsx'
import i18next from 'i18next'
import { useRef, useState, type ReactNode } from 'react'
import { noticeDialog, type NoticeLink, type NoticeUndo } from './notify.ts'
import styles from './notice-text.module.css'
import textStyles from './text-button.module.css'

interface Props {
  text: string
  links: readonly NoticeLink[]
  undo: NoticeUndo | undefined
  /** Followed or taken back: it has nothing more to say. */
  onDone: () => void
}
export const noticeText = ({ text, links, undo, onDone }: Props): ReactNode => (
  <>
    {text}
    {links.map(({ to, search = {}, text: name = i18next.t('state.done.open') }) => (
      <a key={name} className={styles.link} href={`#${to}${defaultStringifySearch(search)}`} onClick={onDone}>
        {name}
      </a>
    ))}
    {undo !== undefined && <UndoButton undo={undo} onDone={onDone} />}
  </>
)

/** While it is taken back the notification stays: the button has the focus. */
function UndoButton({ undo, onDone }: { undo: NoticeUndo; onDone: () => void }) {
  const [isRunning, setRunning] = useState(false)
  const started = useRef(false)
  const start = () => {
    // A second click may come before this is drawn again.
    if (started.current) return
    started.current = true
    setRunning(true)
    void undo.run().then((draw) => {
      onDone()
      if (draw !== undefined) noticeDialog.set(draw)
    })
  }
  return (
    <button
      type="button"
      className={clsx(textStyles.textButton, styles.undo)}
      aria-disabled={isRunning}
      aria-label={undo.label}
      onClick={start}
    >
      {i18next.t('state.done.undo')}
    </button>
  )
}
