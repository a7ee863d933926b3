/** A node of the syntax tree that `parseSync` answers, as far as the checks read one. */
export interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value
