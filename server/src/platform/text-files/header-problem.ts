/** What is wrong with the line that names the columns of a file. A header can be a megabyte long: messages name a part of it. */
import { FileProblem, reasonOf } from './file-problem.ts'

const maxNamed = 10
const longestName = 40
const short = (name: string) => (name.length > longestName ? `${name.slice(0, longestName)}…` : name)

export const noKey = (): FileProblem => new FileProblem(reasonOf('no-key'))
export const withoutKey = (field: string): FileProblem => new FileProblem(reasonOf('header-key', { field }))
export const namedTwice = (name: string): FileProblem => new FileProblem(reasonOf('header-twice', { field: short(name) }))
export const missingColumns = (names: readonly string[]): FileProblem =>
  new FileProblem(reasonOf('header-missing', { fields: names.join(', ') }))
export function unknownColumns(names: readonly string[]): FileProblem {
  const rest = names.length - maxNamed
  const fields = names
    .slice(0, maxNamed)
    .map((name) => `"${short(name)}"`)
    .join(', ')
  return new FileProblem(rest > 0 ? reasonOf('header-unknown-more', { fields, rest }) : reasonOf('header-unknown', { fields }))
}
