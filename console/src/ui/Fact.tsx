import type { ReactNode } from 'react'

/** A name and what it is; stands in a `dl`, which says how facts are laid out. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
