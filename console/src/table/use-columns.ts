/** Chosen columns, remembered for each list (the specification's viewItems). */
import { useMemo, useState } from 'react'
import type { Column } from './spec.ts'

export function useColumns<Row>(name: string, all: Column<Row>[]): [Column<Row>[], ReadonlySet<string>, (field: string) => void] {
  const key = `endcap.viewItems.${name}`
  const [chosen, setChosen] = useState(() => readChosen(key))
  // Before anything was chosen, columns that come later, such as aliases, bring their own wish to be hidden.
  const hidden = useMemo(
    () => chosen ?? new Set<string>(all.filter((column) => column.optional).map((column) => column.field)),
    [chosen, all],
  )
  const columns = useMemo(() => all.filter((column) => !hidden.has(column.field)), [all, hidden])
  const toggle = (field: string) => {
    const next = new Set(hidden)
    if (!next.delete(field)) next.add(field)
    setChosen(next)
    localStorage.setItem(key, JSON.stringify([...next]))
  }
  return [columns, hidden, toggle]
}

/** The hidden columns that are remembered; undefined where nothing was chosen yet. */
function readChosen(key: string): ReadonlySet<string> | undefined {
  const stored = localStorage.getItem(key)
  if (stored === null) return undefined
  const names: unknown = JSON.parse(stored)
  return new Set(Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [])
}
