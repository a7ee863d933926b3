/** Buttons that arrange what is selected on a canvas: signs without words beside them. */
import {
  IconLayoutAlignBottom,
  IconLayoutAlignCenter,
  IconLayoutAlignLeft,
  IconLayoutAlignMiddle,
  IconLayoutAlignRight,
  IconLayoutAlignTop,
  IconStackBack,
  IconStackBackward,
  IconStackForward,
  IconStackFront,
  type Icon,
} from '@tabler/icons-react'
import type { Alignment, Order } from './geometry.ts'
import { Button } from '../ui/Button.tsx'

export const alignIcons: Record<Alignment, Icon> = {
  left: IconLayoutAlignLeft,
  center: IconLayoutAlignCenter,
  right: IconLayoutAlignRight,
  top: IconLayoutAlignTop,
  middle: IconLayoutAlignMiddle,
  bottom: IconLayoutAlignBottom,
}
export const orderIcons: Record<Order, Icon> = {
  front: IconStackFront,
  forward: IconStackForward,
  backward: IconStackBackward,
  back: IconStackBack,
}

interface Props {
  label: string
  /** That do the same. */
  keys?: string | undefined
  icon: Icon
  disabled?: boolean | undefined
  onClick: () => void
}
export function IconButton({ label, keys, icon: Sign, disabled, onClick }: Props) {
  return (
    <Button icon aria-label={label} title={keys === undefined ? label : `${label} (${keys})`} disabled={disabled} onClick={onClick}>
      <Sign size={16} stroke={1.7} />
    </Button>
  )
}
