/** The text that a cell shows, for files: what a person reads in it, without drawing it. */
import { isValidElement, type ReactNode } from 'react'
import { State } from '../ui/state.tsx'
import { valueOf, type Column } from './spec.ts'

type Translate = (key: string) => string

/** What stands in a cell without a value. */
const dash = '–'

/** Undefined where a part of it draws itself in a way that only it knows. */
function textOfNode(node: ReactNode, t: Translate): string | undefined {
  if (node === null || node === undefined || typeof node === 'boolean') return ''
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (isList(node)) return joined(node, t)
  if (!isValidElement<{ children?: ReactNode; state?: string; label?: string }>(node)) return undefined
  const { type, props } = node
  if (type === State) return props.label ?? t(`state.${props.state ?? ''}`)
  if (typeof type === 'function' && props.children === undefined) return undefined
  return textOfNode(props.children, t)
}
const isList = (node: ReactNode): node is ReactNode[] => Array.isArray(node)
function joined(nodes: ReactNode[], t: Translate): string | undefined {
  const parts = nodes.map((node) => textOfNode(node, t))
  return parts.includes(undefined) ? undefined : parts.filter((part) => part !== '').join(' ')
}

function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value)
}

/** A number stays one, so that it can be summed up; everything else reads as on screen. */
export function cellText<Row>(column: Column<Row>, row: Row, t: Translate): string | number {
  const value = valueOf(column, row)
  if (column.text !== undefined) return column.text(row)
  if (column.numeric && typeof value === 'number') return value
  const shown = column.cell === undefined ? undefined : textOfNode(column.cell(row), t)
  const text = shown ?? plainText(value)
  return text === dash ? '' : text
}
