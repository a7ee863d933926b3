/** Chosen columns and their order, remembered for each list (the specification's viewItems). */
import { useMemo, useState } from 'react'
import { moved } from '../ui/moved.ts'
import type { Column } from './spec.ts'

export interface Columns<Row> {
  /** Those that are shown, as they are ordered. */
  shown: Column<Row>[]
  /** All of them in that order. */
  all: Column<Row>[]
  hidden: ReadonlySet<string>
  toggle: (field: string) => void
  /** The column at `from`, of all, comes to stand at `to`. */
  move: (from: number, to: number) => void
  /** A column comes to stand where another stands. */
  moveTo: (field: string, to: string) => void
}

export function useColumns<Row>(name: string, declared: Column<Row>[]): Columns<Row> {
  const key = `endcap.viewItems.${name}`
  const orderKey = `endcap.columnOrder.${name}`
  const [chosen, setChosen] = useState(() => readNames(key))
  const [order, setOrder] = useState(() => readNames(orderKey))
  // Before anything was chosen, columns that come later, such as aliases, bring their own wish to be hidden.
  const hidden = useMemo(
    () => new Set<string>(chosen ?? declared.filter((column) => column.optional).map((column) => column.field)),
    [chosen, declared],
  )
  const all = useMemo(() => (order === undefined ? declared : ordered(declared, order)), [declared, order])
  const shown = useMemo(() => all.filter((column) => !hidden.has(column.field)), [all, hidden])
  const toggle = (field: string) => {
    const next = new Set(hidden)
    if (!next.delete(field)) next.add(field)
    setChosen([...next])
    localStorage.setItem(key, JSON.stringify([...next]))
  }
  const move = (from: number, to: number) => {
    const now: string[] = all.map((column) => column.field)
    // Columns that are not known at the moment are remembered, too.
    const next = [...moved(now, from, to), ...(order ?? []).filter((field) => !now.includes(field))]
    setOrder(next)
    localStorage.setItem(orderKey, JSON.stringify(next))
  }
  const placeOf = (field: string) => all.findIndex((column) => column.field === field)
  return { shown, all, hidden, toggle, move, moveTo: (field, to) => move(placeOf(field), placeOf(to)) }
}

/** As they were ordered; one that came since then stands behind the one that it is declared behind. */
function ordered<Row>(declared: readonly Column<Row>[], order: readonly string[]): Column<Row>[] {
  const columns = order.flatMap((field) => declared.find((column) => column.field === field) ?? [])
  for (const [place, column] of declared.entries()) {
    if (order.includes(column.field)) continue
    const before = declared[place - 1]
    columns.splice(before === undefined ? 0 : columns.indexOf(before) + 1, 0, column)
  }
  return columns
}

/** The names that are remembered; undefined where nothing was chosen yet. */
function readNames(key: string): string[] | undefined {
  const stored = localStorage.getItem(key)
  if (stored === null) return undefined
  const names: unknown = JSON.parse(stored)
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}
