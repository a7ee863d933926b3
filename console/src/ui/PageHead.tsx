import { clsx } from 'clsx'
import type { ComponentPropsWithRef } from 'react'
import styles from './PageHead.module.css'

/** The head of a screen: its heading, what is said beside it, and its buttons. */
export const PageHead = ({ className, ...rest }: ComponentPropsWithRef<'div'>) => (
  <div {...rest} className={clsx(styles.head, className)} data-part="head" />
)
