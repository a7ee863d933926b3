import { clsx } from 'clsx'
import type { ComponentPropsWithRef } from 'react'
import styles from './Skeleton.module.css'

/** Stands in the place of what is on its way; give it the size of that. */
export const Skeleton = ({ className, ...rest }: ComponentPropsWithRef<'div'>) => (
  <div {...rest} className={clsx(styles.skeleton, className)} data-part="skeleton" />
)
