/** The panel beside a list for one of its rows: its head with the way to its neighbours, and what it tells. */
import { IconChevronLeft, IconChevronRight, IconX, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../app/services.ts'
import { Message } from './Message.tsx'
import { Button } from './Button.tsx'
import peekStyles from './Peek.module.css'

interface Props {
  label: string
  title: ReactNode
  /** Words of the buttons that lead to the rows before and behind. */
  previous: string
  next: string
  onStep: (by: 1 | -1) => void
  onClose: () => void
  error: Error | null
  children: ReactNode
}

export function Peek({ label, title, previous, next, onStep, onClose, error, children }: Props) {
  const { t } = useTranslation()
  return (
    <aside className={peekStyles.peek} data-part="peek" aria-label={label}>
      <header>
        {title}
        <PeekButton label={previous} icon={IconChevronLeft} onClick={() => onStep(-1)} />
        <PeekButton label={next} icon={IconChevronRight} onClick={() => onStep(1)} />
        <PeekButton label={t('common.close')} icon={IconX} onClick={onClose} />
      </header>
      <div className={peekStyles.body}>
        {error !== null && (
          <Message role="alert" style={{ margin: '0 0 12px' }}>
            {errorText(error, t)}
          </Message>
        )}
        {children}
      </div>
    </aside>
  )
}

function PeekButton({ label, icon: Sign, onClick }: { label: string; icon: Icon; onClick: () => void }) {
  return (
    <Button look="ghost" icon aria-label={label} onClick={onClick}>
      <Sign size={15} stroke={1.7} />
    </Button>
  )
}
