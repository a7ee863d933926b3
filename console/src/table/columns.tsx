/** Kinds of columns that many lists have. */
import type { ComponentProps } from 'react'
import { formatNumber, formatTime } from '../ui/format.ts'
import { State } from '../ui/state.tsx'
import { Time } from '../ui/Time.tsx'
import { OpenLink } from './OpenLink.tsx'
import helpers from '../ui/helpers.module.css'

/** When something was. `never`: what stands there where it was not yet. */
export const timeColumn = <Field extends string>(field: Field, width = 172, never?: string) => ({
  field,
  width,
  cell: (row: Record<Field, number | null>) => {
    const at = row[field]
    return at === null ? (never ?? '–') : <Time at={at} />
  },
  text: (row: Record<Field, number | null>) => (row[field] === null ? (never ?? '') : formatTime(row[field])),
})

/** A code, an address: letters of one width. */
export const codeColumn = <Field extends string>(field: Field, width: number) => ({
  field,
  width,
  cell: (row: Record<Field, string | number | null>) => <span className={helpers.mono}>{row[field]}</span>,
})

/** The same where there may be none. */
export const optionalCodeColumn = <Field extends string>(field: Field, width: number) => ({
  field,
  width,
  cell: (row: Record<Field, string | null>) => <span className={helpers.mono}>{row[field] || '–'}</span>,
})

/** A state: its glyph and its word. */
export const stateColumn = <Row, Field extends string>(
  field: Field,
  width: number,
  stateOf: (row: Row) => ComponentProps<typeof State>,
) => ({
  field,
  width,
  cell: (row: Row) => <State {...stateOf(row)} />,
})

/** How many there are. */
export const countColumn = <Field extends string>(field: Field, width: number) => ({
  field,
  width,
  numeric: true as const,
  cell: (row: Record<Field, number>) => formatNumber(row[field]),
})

/** What a row is called, as the way to its page. */
export const linkColumn = <Row extends Record<Field, string>, Field extends string>(
  field: Field,
  width: number,
  to: (row: Row) => string,
) => ({
  field,
  width,
  cell: (row: Row) => <OpenLink to={to(row)}>{row[field]}</OpenLink>,
  text: (row: Row) => row[field],
})
