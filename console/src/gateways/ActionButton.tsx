import type { ComponentType } from 'react'
import { Button } from '../ui/Button.tsx'
import { notify } from '../ui/notify.ts'
import styles from './gateways.module.css'

interface Props {
  icon: ComponentType<{ size?: number; stroke?: number }>
  text: string
  /** Why it does nothing here. It is still reached by keyboard, so that the reason is heard; a touch shows it. */
  lacks?: string | undefined
  /** It ends something: red, and apart from the others. */
  ends?: true
  onClick: () => void
}

/** An action in the head of a gateway or an access point. */
export function ActionButton({ icon: Icon, text, lacks, ends, onClick }: Props) {
  return (
    <Button
      look={ends ? 'danger' : 'plain'}
      className={ends && styles.ends}
      aria-disabled={lacks !== undefined || undefined}
      title={lacks}
      aria-description={lacks}
      onClick={() => (lacks === undefined ? onClick() : void notify(lacks))}
    >
      <Icon size={15} stroke={1.7} />
      {text}
    </Button>
  )
}
