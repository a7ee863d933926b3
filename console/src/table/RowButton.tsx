import type { Icon } from '@tabler/icons-react'
import { Button } from '../ui/Button.tsx'

/** A button without words at the end of a row. */
export function RowButton({ label, icon: Sign, onClick }: { label: string; icon: Icon; onClick: () => void }) {
  return (
    <Button look="ghost" icon aria-label={label} title={label} onClick={onClick}>
      <Sign size={15} stroke={1.7} />
    </Button>
  )
}
