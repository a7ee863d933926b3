import { clsx } from 'clsx'
import type { ComponentPropsWithRef } from 'react'
import styles from './Hint.module.css'

interface Props extends ComponentPropsWithRef<'p'> {
  /** Without the space of a paragraph around it. */
  flush?: boolean
}

/** A quiet line that explains a field or a screen. */
export const Hint = ({ className, flush, ...rest }: Props) => (
  <p {...rest} className={clsx(styles.hint, flush && styles.flush, className)} />
)
