import { clsx } from 'clsx'
import type { ComponentPropsWithRef } from 'react'
import styles from './Message.module.css'

/** What went wrong, in a frame, with what can be done about it beside. Give it the role `alert` where it appears later. */
export const Message = ({ className, ...rest }: ComponentPropsWithRef<'div'>) => (
  <div {...rest} className={clsx(styles.message, className)} />
)
