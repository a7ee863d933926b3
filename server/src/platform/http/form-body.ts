/** Form-encoded bodies with brackets, as DataTables sends them: `columns[0][data]=barcode` becomes nested objects and lists. */
import { invalid } from '../base/errors.ts'

const maxPairs = 3000
const maxDepth = 5
type Tree = { [key: string]: Tree | string }

export function parseForm(text: string): unknown {
  const pairs = new URLSearchParams(text)
  const root = newTree()
  let count = 0
  for (const [key, value] of pairs) {
    if (++count > maxPairs) throw invalid(`More than ${maxPairs} form fields`)
    const path = splitKey(key)
    if (path.length > maxDepth) throw invalid(`${key}: nested too deep`, key)
    let place = root
    for (const step of path.slice(0, -1)) {
      const next = place[step] ?? newTree()
      if (typeof next === 'string') throw invalid(`${key}: given both as a value and as a list`, key)
      place[step] = next
      place = next
    }
    place[path.at(-1) ?? key] = value
  }
  return toLists(root)
}

/** Without a prototype, so that no key can reach one. */
const newTree = (): Tree => Object.create(null)

/** `a[0][b]` → a, 0, b */
function splitKey(key: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key)
  if (match === null) return [key]
  return [match[1] ?? key, ...[...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? '')]
}

function toLists(tree: Tree | string): unknown {
  if (typeof tree === 'string') return tree
  const entries = Object.entries(tree)
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index))
  return isList ? entries.map(([, value]) => toLists(value)) : Object.fromEntries(entries.map(([key, value]) => [key, toLists(value)]))
}
