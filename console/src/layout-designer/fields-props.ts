/** What the fields of an element are given. */
import type { EditorElement } from './model.ts'

/** The elements of one kind. */
export type OfKind<T extends EditorElement['type']> = Extract<EditorElement, { type: T }>
export interface FieldsProps<E extends EditorElement = EditorElement> {
  element: E
  /** `group`: changes that are taken back at once. A method, so that what changes any element changes one of a kind. */
  change(part: Partial<E>, group?: string): void
  shown: { prCode: string; prInfo: readonly string[] }
  readOnly: boolean
  /** Inside of a repeat. */
  enter: () => void
}
