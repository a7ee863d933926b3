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
  const knownKey = `endcap.viewItemsOf.${name}`
  const orderKey = `endcap.columnOrder.${name}`
  const [chosen, setChosen] = useState(() => readNames(key))
  const [known, setKnown] = useState(() => readNames(knownKey))
  const [order, setOrder] = useState(() => readNames(orderKey))
  // Columns that were not there when others were chosen, such as aliases that come later, bring their own wish to be hidden.
  const hidden = useMemo(() => {
    const isNew = ({ field }: Column<Row>) => chosen === undefined || (known !== undefined && !known.includes(field))
    const wishes = declared.filter((column) => column.optional && isNew(column))
    return new Set<string>([...(chosen ?? []), ...wishes.map((column) => column.field)])
  }, [chosen, known, declared])
  const all = useMemo(() => (order === undefined ? declared : ordered(declared, order)), [declared, order])
  const shown = useMemo(() => all.filter((column) => !hidden.has(column.field)), [all, hidden])
  const toggle = (field: string) => {
    const next = new Set(hidden)
    if (!next.delete(field)) next.add(field)
    setChosen([...next])
    localStorage.setItem(key, JSON.stringify([...next]))
    // A choice of an earlier version does not say among which columns: among all that there were.
    if (chosen !== undefined && known === undefined) return
    const nowKnown = [...new Set([...(known ?? []), ...declared.map((column) => column.field)])]
    setKnown(nowKnown)
    localStorage.setItem(knownKey, JSON.stringify(nowKnown))
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
