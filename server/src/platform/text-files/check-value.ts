/** Checks a value of a file of products or labels, whatever its column means. */
import { controlInText } from './control-characters.ts'
import { RowProblem } from './row-problem.ts'

export const maxValueLength = 1000

/** What is wrong with the value in a column, counted from 0. */
export function checkValue(value: string, index: number): RowProblem | undefined {
  if (value.length > maxValueLength) return new RowProblem('row-long-value', { most: maxValueLength, column: index + 1 })
  return controlInText.test(value) ? new RowProblem('row-control', { column: index + 1 }) : undefined
}
