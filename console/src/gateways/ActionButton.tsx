import type { ComponentType } from 'react'
import { Button } from '../ui/Button.tsx'
import { notify } from '../ui/notify.ts'

interface Props {
  icon: ComponentType<{ size?: number; stroke?: number }>
  text: string
  /** Why it does nothing here. It is still reached by keyboard, so that the reason is heard; a touch shows it. */
  lacks?: string | undefined
  onClick: () => void
}

/** An action in the head of a gateway or an access point. */
export function ActionButton({ icon: Icon, text, lacks, onClick }: Props) {
  return (
    <Button
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
