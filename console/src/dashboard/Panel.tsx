/** A chart with its heading and the way to its detail. */
import { IconArrowsMaximize } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  title: string
  /** Twelfths of the width. */
  span: 3 | 4 | 5 | 12
  /** Behind the heading, in small. */
  note?: ReactNode
  onOpen: () => void
  children: ReactNode
}

export function Panel({ title, span, note, onOpen, children }: Props) {
  const { t } = useTranslation()
  return (
    <section className={`panel chart-panel span-${span}`} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <small>{note}</small>
        <button
          type="button"
          className="btn ghost icon"
          aria-label={t('dashboard.open', { title })}
          title={t('dashboard.open', { title })}
          onClick={onOpen}
        >
          <IconArrowsMaximize size={14} stroke={1.7} />
        </button>
      </header>
      {children}
    </section>
  )
}
