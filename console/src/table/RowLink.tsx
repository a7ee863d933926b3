import type { Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../ui/button-class.ts'

/** A way from a row to its own page, as a sign without words. */
export function RowLink({ to, label, icon: Sign, search = {} }: { to: string; label: string; icon: Icon; search?: object }) {
  return (
    <Link className={buttonClass('ghost', { icon: true })} to={to} search={search} aria-label={label} title={label}>
      <Sign size={15} stroke={1.7} />
    </Link>
  )
}
