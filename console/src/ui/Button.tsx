/** The console's button. Links that look like one take their class from `buttonClass`. */
import type { ComponentPropsWithRef } from 'react'
import { buttonClass, type ButtonLook, type ButtonSize } from './button-class.ts'

interface Props extends ComponentPropsWithRef<'button'> {
  look?: ButtonLook
  size?: ButtonSize
  /** Holds a glyph alone; its name stands in `aria-label`. */
  icon?: boolean
  /** What it began is under way: it turns a ring and cannot be pressed again. */
  busy?: boolean
  fullWidth?: boolean
}

export function Button({ look, size, icon = false, busy = false, fullWidth, className, disabled, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      data-full={fullWidth}
      className={buttonClass(look, { icon, size, more: className })}
    />
  )
}
