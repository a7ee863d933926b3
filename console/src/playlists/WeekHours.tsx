/**
 * The week to draw hours in: half hours of seven days. The pointer fills an area or empties it, as its first cell was; keys move from cell to
 * cell, and space fills or empties one, with shift what lies between it and the cell before.
 */
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { clsx } from 'clsx'
import { cellMinutes, cellsOfDay, clockOf, holdsAt, isAlways, never, weekdays, withArea, type Week } from './hours.ts'
import styles from './playlists.module.css'

interface Cell {
  /** The place of the day among `weekdays`. */
  row: number
  column: number
}
interface Held {
  from: Cell
  to: Cell
  /** Whether the area is filled when it is let go. */
  filled: boolean
}
const columns = Array.from({ length: cellsOfDay }, (_, column) => column)
const hoursShown = [0, 3, 6, 9, 12, 15, 18, 21]
const between = (one: number, other: number) => ({ first: Math.min(one, other), last: Math.max(one, other) })

const areaOf = ({ from, to }: Pick<Held, 'from' | 'to'>) => {
  const [rows, cells] = [between(from.row, to.row), between(from.column, to.column)]
  return {
    days: weekdays.filter((_, row) => row >= rows.first && row <= rows.last),
    from: cells.first * cellMinutes,
    to: (cells.last + 1) * cellMinutes,
  }
}

interface Props {
  week: Week
  /** When another playlist is seen in place of this one. */
  covered: Week
  readOnly: boolean
  onChange: (week: Week) => void
}

export function WeekHours({ week, covered, readOnly, onChange }: Props) {
  const { t } = useTranslation()
  const grid = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState<Held>()
  const [focus, setFocus] = useState<Cell>({ row: 0, column: 18 })
  // Out of “always” hours are drawn, not cut.
  const base = isAlways(week) ? never : week
  const shown = held === undefined ? week : withArea(base, areaOf(held), held.filled)
  const holds = ({ row, column }: Cell) => holdsAt(base, weekdays[row] ?? 0, column * cellMinutes)

  const cellAt = (event: PointerEvent): Cell | undefined => {
    const data = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-cell]')?.dataset.cell
    const [row, column] = (data ?? '').split(' ').map(Number)
    return data === undefined || row === undefined || column === undefined ? undefined : { row, column }
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const cell = cellAt(event)
    if (readOnly || event.button !== 0 || cell === undefined) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setFocus(cell)
    setHeld({ from: cell, to: cell, filled: !holds(cell) })
  }
  const onPointerMove = (event: PointerEvent) => {
    const cell = held && cellAt(event)
    if (held !== undefined && cell !== undefined) setHeld({ ...held, to: cell })
  }
  const drop = () => {
    if (held !== undefined) onChange(withArea(base, areaOf(held), held.filled))
    setHeld(undefined)
  }

  const marked = useRef<Cell>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const row = Math.min(weekdays.length - 1, Math.max(0, focus.row + step.row))
      const column = Math.min(cellsOfDay - 1, Math.max(0, focus.column + step.column))
      setFocus({ row, column })
      grid.current?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`)?.focus()
    }
    if (event.key !== ' ' || readOnly) return
    event.preventDefault()
    const from = event.shiftKey ? (marked.current ?? focus) : focus
    const filled = event.shiftKey && marked.current !== null ? holds(marked.current) : !holds(focus)
    onChange(withArea(base, areaOf({ from, to: focus }), filled))
    marked.current = focus
  }
  // A pointer that is let go outside of the window leaves nothing half drawn.
  useEffect(() => {
    const forget = () => setHeld(undefined)
    window.addEventListener('blur', forget)
    return () => window.removeEventListener('blur', forget)
  }, [])

  return (
    <div
      ref={grid}
      role="grid"
      aria-label={t('playlists.week')}
      aria-readonly={readOnly}
      className={styles.week}
      tabIndex={-1}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={drop}
      onPointerCancel={() => setHeld(undefined)}
      onKeyDown={onKeyDown}
    >
      {weekdays.map((day, row) => (
        <div key={day} role="row" className={styles.weekRow}>
          <span role="rowheader">{t(`schedules.day.${day}`)}</span>
          {columns.map((column) => {
            const minute = column * cellMinutes
            const isOn = holdsAt(shown, day, minute)
            const isFocus = focus.row === row && focus.column === column
            return (
              <span
                key={column}
                role="gridcell"
                aria-selected={isOn}
                aria-label={`${t(`schedules.day.${day}`)} ${clockOf(minute)}–${clockOf(minute + cellMinutes)}`}
                tabIndex={isFocus ? 0 : -1}
                data-cell={`${row} ${column}`}
                className={clsx(styles.cell, isOn && holdsAt(covered, day, minute) && styles.covered)}
                onFocus={() => setFocus({ row, column })}
              />
            )
          })}
        </div>
      ))}
      <div className={styles.weekClock} aria-hidden="true">
        {hoursShown.map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
    </div>
  )
}
const steps: Partial<Record<string, Cell>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}
