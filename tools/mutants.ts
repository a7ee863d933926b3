/**
 * Mutants: a file of rules with one small fault in it, such as `<=` for `<`. Tests that show a rule fail for each of them; `npm run mutate` tries
 * that (docs/testing.md).
 */
import { parseSync } from 'vite'
import { isNode, type Node } from './syntax-node.ts'

export interface Mutant {
  /** From 1. */
  line: number
  /** What becomes of what, with the line it stands in: its name from one run to the next, for lines move. */
  name: string
  start: number
  end: number
  replacement: string
}

const operators = new Map(
  Object.entries({
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '===': '!==',
    '!==': '===',
    '=': '!=',
    '!=': '=',
    '<>': '=',
    '+': '-',
    '-': '+',
    '*': '/',
    '/': '*',
    '%': '*',
    '**': '*',
    '&&': '||',
    '||': '&&',
    '+=': '-=',
    '-=': '+=',
    '++': '--',
    '--': '++',
  }),
)
const methods = new Map(Object.entries({ min: 'max', max: 'min', some: 'every', every: 'some', floor: 'ceil', ceil: 'floor' }))
/** From here on a number is broken by its double: of a time no test knows each millisecond. */
const large = 100
/** Comparisons and directions that statements of Kysely are told as a text. */
const comparisons = new Map(
  Object.entries({
    '=': '!=',
    '!=': '=',
    '<>': '=',
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    in: 'not in',
    'not in': 'in',
    is: 'is not',
    'is not': 'is',
    asc: 'desc',
    desc: 'asc',
  }),
)
/** In the text of a statement. */
const inStatements: readonly (readonly [RegExp, (found: string) => string])[] = [
  [/(?<=\s)(?:<=|>=|<>|<|>|=|!=|\+|-)(?=\s)/g, (found) => operators.get(found) ?? found],
  [/(?<=\blimit |\binterval '|\s[-+*/<>=] |\w, )\d+/g, (found) => String(Number(found) + 1)],
  [/\b(?:true|false)\b/g, (found) => (found === 'true' ? 'false' : 'true')],
  [/(?<=\s)and(?=\s)/g, () => 'or'],
  [/(?<=\s)or(?=\s)/g, () => 'and'],
  [/\bnot exists\b/g, () => 'exists'],
  [/(?<!\bnot )\bexists(?= ?\()/g, () => 'not exists'],
  [/\bnot in(?= ?\()/g, () => 'in'],
  [/(?<=\s)(?<!\bnot )in(?= ?\()/g, () => 'not in'],
  [/\bis distinct from\b/g, () => 'is not distinct from'],
  [/\bis not distinct from\b/g, () => 'is distinct from'],
  [/\bis not null\b/g, () => 'is null'],
  [/\bis null\b/g, () => 'is not null'],
  [/\bgreatest(?=\()/g, () => 'least'],
  [/\bleast(?=\()/g, () => 'greatest'],
  [/\bmin(?=\()/g, () => 'max'],
  [/\bmax(?=\()/g, () => 'min'],
  [/\bleft join\b/g, () => 'join'],
  [/\bdesc\b/g, () => 'asc'],
  [/\bnulls last\b/g, () => 'nulls first'],
  // A column that rows are put in order by upwards, which is not said.
  [/(?<=\border by (?:[^()\n]*, )?)[a-z_.]+(?=,|\s*(?:\blimit\b|\bfor\b|\)|`|$))/g, (found) => `${found} desc`],
]

export function mutantsOf(file: string, source: string): Mutant[] {
  const found: Omit<Mutant, 'line' | 'name'>[] = []
  const replace = ({ start, end }: Pick<Node, 'start' | 'end'>, replacement: string) => void found.push({ start, end, replacement })
  /** The operator of a node lies between its two sides. */
  const replaceOperator = (node: Node, left: Node, right: Node) => {
    const operator = String(node.operator)
    const other = operators.get(operator)
    const start = source.indexOf(operator, left.end)
    if (other !== undefined && start !== -1 && start < right.start) replace({ start, end: start + operator.length }, other)
  }
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!isNode(node) || node.type === 'ImportDeclaration') return
    // Types are for the compiler; what they stand beside is looked at.
    if (node.type.startsWith('TS')) return visit(node.expression)
    mutate(node, { source, replace, replaceOperator })
    for (const [key, value] of Object.entries(node)) if (key !== 'typeAnnotation' && key !== 'typeArguments') visit(value)
  }
  visit(parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).program)
  return named(source, found)
}

interface Tools {
  source: string
  replace: (node: Pick<Node, 'start' | 'end'>, replacement: string) => void
  replaceOperator: (node: Node, left: Node, right: Node) => void
}

function mutate(node: Node, { source, replace, replaceOperator }: Tools): void {
  const { start, end, left, right, test, argument } = node
  const textOf = (one: Node) => source.slice(one.start, one.end)
  switch (node.type) {
    case 'BinaryExpression':
    case 'AssignmentExpression':
      if (!isNode(left) || !isNode(right) || isText(left) || isText(right)) return
      if (node.operator !== '=') replaceOperator(node, left, right)
      return
    case 'LogicalExpression':
      if (!isNode(left) || !isNode(right)) return
      if (node.operator === '??') replace({ start: source.indexOf('??', left.end), end }, '')
      else replaceOperator(node, left, right)
      return
    case 'IfStatement':
    case 'ConditionalExpression':
      if (isNode(test)) for (const value of ['true', 'false']) replace(test, value)
      return
    case 'UnaryExpression':
      if ((node.operator === '!' || node.operator === '-') && isNode(argument)) replace(node, textOf(argument))
      return
    case 'UpdateExpression':
      if (isNode(argument))
        replace(
          node,
          textOf(node).replace(String(node.operator), (one) => operators.get(one) ?? one),
        )
      return
    case 'Literal':
      if (typeof node.value === 'number') replace(node, String(node.value < large ? node.value + 1 : 2 * node.value))
      if (typeof node.value === 'boolean') replace(node, String(!node.value))
      return
    case 'CallExpression':
      return mutateCall(node, replace)
    case 'TaggedTemplateExpression':
      return mutateStatement(node, { source, replace })
    case 'ExpressionStatement':
      if (node.directive === undefined || node.directive === null) replace({ start, end }, '{}')
      return
    case 'ReturnStatement':
      if (isNode(argument)) replace(node, '{}')
      return
    case 'ThrowStatement':
      replace(node, '{}')
  }
}

const isText = (node: Node) => node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')

function mutateCall({ callee, arguments: given }: Node, replace: Tools['replace']): void {
  if (isNode(callee) && callee.type === 'MemberExpression' && isNode(callee.property)) {
    const other = methods.get(String(callee.property.name))
    if (other !== undefined) replace(callee.property, other)
  }
  if (!Array.isArray(given)) return
  for (const one of given) {
    if (!isNode(one) || one.type !== 'Literal' || typeof one.value !== 'string' || !comparisons.has(one.value)) continue
    replace(one, `'${comparisons.get(one.value)}'`)
  }
}

function mutateStatement({ tag, quasi }: Node, { source, replace }: Pick<Tools, 'source' | 'replace'>): void {
  if (!isNode(tag) || tag.name !== 'sql' || !isNode(quasi) || !Array.isArray(quasi.quasis)) return
  for (const text of quasi.quasis) {
    if (!isNode(text)) continue
    for (const [pattern, other] of inStatements)
      for (const { 0: found, index } of source.slice(text.start, text.end).matchAll(pattern)) {
        const start = text.start + index
        replace({ start, end: start + found.length }, other(found))
      }
  }
}

const longestName = 60
const short = (text: string) => {
  const oneLine = text.replaceAll(/\s+/g, ' ')
  return oneLine.length > longestName ? `${oneLine.slice(0, longestName)}…` : oneLine
}

function named(source: string, found: readonly Omit<Mutant, 'line' | 'name'>[]): Mutant[] {
  const times = new Map<string, number>()
  return found
    .toSorted((one, other) => one.start - other.start || one.end - other.end)
    .map((one) => {
      const before = source.slice(0, one.start)
      const lineStart = before.lastIndexOf('\n') + 1
      const lineEnd = source.indexOf('\n', one.start)
      const text = source.slice(lineStart, lineEnd === -1 ? source.length : lineEnd).trim()
      const name = `${text}: ${short(source.slice(one.start, one.end))} → ${short(one.replacement)}`
      const time = (times.get(name) ?? 0) + 1
      times.set(name, time)
      return { ...one, line: before.split('\n').length, name: time === 1 ? name : `${name} (${time})` }
    })
}

export const apply = (source: string, { start, end, replacement }: Mutant): string =>
  source.slice(0, start) + replacement + source.slice(end)
