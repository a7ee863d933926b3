/** What people call a column of a file, and beside it the name that the file has for it, where that is another. */
import { clsx } from 'clsx'
import helpers from '../ui/helpers.module.css'
import styles from './ColumnName.module.css'

export function ColumnName({ name, label }: { name: string; label: string }) {
  if (label === name) return <span className={helpers.mono}>{name}</span>
  // Aliases of one display name have their names in it already (`named` in data/aliases.ts).
  const called = label.endsWith(` (${name})`) ? label.slice(0, -` (${name})`.length) : label
  return (
    <>
      {called} <span className={clsx(helpers.mono, styles.code)}>{name}</span>
    </>
  )
}
