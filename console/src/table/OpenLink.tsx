import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import tableStyles from './table.module.css'
import helpers from '../ui/helpers.module.css'

interface Props {
  to: string
  search?: object
  /** For a code or an address: letters of one width. */
  mono?: boolean
  /** Where its words alone do not say what it opens. */
  label?: string
  children: ReactNode
}
/** What a row is called, as the way to its page. */
export function OpenLink({ to, search = {}, mono = false, label, children }: Props) {
  return (
    <Link className={clsx(tableStyles.open, mono && helpers.mono)} data-part="open" to={to} search={search} aria-label={label}>
      {children}
    </Link>
  )
}
