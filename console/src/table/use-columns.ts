/** Chosen columns, remembered for each list (the specification's viewItems). */
import { useEffect, useMemo, useState } from 'react'
import type { Column } from './spec.ts'

export function useColumns<Row>(name: string, all: Column<Row>[]): [Column<Row>[], ReadonlySet<string>, (field: string) => void] {
  const key = `endcap.viewItems.${name}`
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => {
    const stored = localStorage.getItem(key)
    return new Set(stored === null ? all.filter((column) => column.optional).map((column) => column.field) : readNames(stored))
  })
  // Columns that come later, such as aliases, bring their own wish to be hidden; one that turns out to be of use is shown.
  const names = all.map(({ field, optional }) => (optional ? `${field}?` : field)).join()
  useEffect(() => {
    if (localStorage.getItem(key) === null) setHidden(new Set(all.filter((column) => column.optional).map((column) => column.field)))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- by their names
  }, [names, key])
  const columns = useMemo(() => all.filter((column) => !hidden.has(column.field)), [all, hidden])
  const toggle = (field: string) => {
    const next = new Set(hidden)
    if (!next.delete(field)) next.add(field)
    setHidden(next)
    localStorage.setItem(key, JSON.stringify([...next]))
  }
  return [columns, hidden, toggle]
}

function readNames(stored: string): string[] {
  const names: unknown = JSON.parse(stored)
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}
