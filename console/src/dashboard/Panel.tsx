/** A chart with its heading and the way to its detail. */
import { IconArrowsMaximize } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { clsx } from 'clsx'
import panelStyles from '../ui/Panel.module.css'
import styles from './dashboard.module.css'

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
    <section className={clsx(panelStyles.panel, panelStyles.chartPanel, styles[`span${span}`])} data-part="chart-panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <small>{note}</small>
        <Button look="ghost" icon aria-label={t('dashboard.open', { title })} title={t('dashboard.open', { title })} onClick={onOpen}>
          <IconArrowsMaximize size={14} stroke={1.7} />
        </Button>
      </header>
      {children}
    </section>
  )
}
