/** Rules as they are edited: what is wrong with them, and which of them an answer of the server is about. */
import { layoutField, type LayoutRule, type ruleOperators } from '@endcap/contract/layout-rules'
import type { Alias } from '@endcap/contract/products'

export type Operator = (typeof ruleOperators)[number]
export interface ConditionDraft {
  field: string
  is: Operator
  value: string
}
export interface RuleDraft {
  /** Keeps its place on screen when the order changes. */
  key: string
  name: string
  enabled: boolean
  when: ConditionDraft[]
  layoutId: string
  overrides: boolean
}
export interface RulesDraft {
  rules: RuleDraft[]
}

export const productField = 'PRODUCT_CODE'
/** What conditions can be about. */
export const fieldsOf = (aliases: readonly Alias[]): string[] => [
  ...new Set([layoutField, productField, ...aliases.map(({ name }) => name)]),
]
export const wantsValue = (is: Operator): boolean => is !== 'filled' && is !== 'empty'
const wantsNumber = (is: Operator): boolean => is === 'greater' || is === 'less'

export const toDraft = (rules: readonly LayoutRule[]): RulesDraft => ({
  rules: rules.map(({ when, ...rule }, place) => ({
    ...rule,
    key: String(place),
    when: when.map(({ field, is, value = '' }) => ({ field, is, value })),
  })),
})
export const toRules = ({ rules }: RulesDraft): LayoutRule[] =>
  rules.map(({ name, enabled, when, layoutId, overrides }) => ({
    name: name.trim(),
    enabled,
    layoutId,
    overrides,
    when: when.map(({ field, is, value }) => ({ field, is, ...(wantsValue(is) && { value: value.trim() }) })),
  }))

const freeKey = (rules: readonly RuleDraft[]): string => {
  const taken = new Set(rules.map(({ key }) => key))
  for (let number = rules.length; ; number++) if (!taken.has(`new ${number}`)) return `new ${number}`
}
export const newCondition = (): ConditionDraft => ({ field: '', is: 'equals', value: '' })
/** A rule more, at the end: those that are there keep what they are for. */
export const withRule = ({ rules }: RulesDraft): RulesDraft => ({
  rules: [...rules, { key: freeKey(rules), name: '', enabled: true, when: [newCondition()], layoutId: '', overrides: false }],
})
/** The same rule again, behind it. */
export function withCopy({ rules }: RulesDraft, key: string): RulesDraft {
  const place = rules.findIndex((rule) => rule.key === key)
  const rule = rules[place]
  return { rules: rule === undefined ? rules : rules.toSpliced(place + 1, 0, { ...rule, key: freeKey(rules) }) }
}
export const changeRule = ({ rules }: RulesDraft, key: string, part: Partial<RuleDraft>): RulesDraft => ({
  rules: rules.map((rule) => (rule.key === key ? { ...rule, ...part } : rule)),
})

export interface WrongRule {
  /** Place in the list, from 0. */
  rule: number
  /** Absent: the layout. */
  condition?: number
  part: 'field' | 'value' | 'layoutId' | 'when'
  /** `layouts.rules.wrong.<word>`; absent: only the server's own sentence is known. */
  word?: 'field' | 'unknownField' | 'value' | 'number' | 'layout' | 'unknownLayout' | 'when' | 'circle'
  name?: string
}

/** The first thing that is wrong. */
export function wrongOf(
  { rules }: RulesDraft,
  { fields, names }: { fields: readonly string[]; names: readonly string[] },
): WrongRule | undefined {
  const known = new Set(fields.map((field) => field.toUpperCase()))
  for (const [rule, { when, layoutId }] of rules.entries()) {
    if (when.length === 0) return { rule, part: 'when', word: 'when' }
    for (const [condition, { field, is, value }] of when.entries()) {
      const at = { rule, condition }
      if (field === '') return { ...at, part: 'field', word: 'field' }
      if (!known.has(field.toUpperCase())) return { ...at, part: 'field', word: 'unknownField', name: field }
      if (wantsValue(is) && value.trim() === '') return { ...at, part: 'value', word: 'value', name: field }
      if (wantsNumber(is) && !Number.isFinite(Number(value))) return { ...at, part: 'value', word: 'number', name: value }
    }
    if (layoutId === '') return { rule, part: 'layoutId', word: 'layout' }
    if (!names.includes(layoutId)) return { rule, part: 'layoutId', word: 'unknownLayout', name: layoutId }
  }
  return undefined
}

/** What an answer names as `ruleList.1.when.0.field`; a layout that is known and wrong all the same leads around in a circle. */
export function placeOfAnswer(field: string | undefined): WrongRule | undefined {
  const [, rule, condition, part] = /^ruleList\.(\d+)(?:\.when\.(\d+))?(?:\.(\w+))?/.exec(field ?? '') ?? []
  if (rule === undefined) return undefined
  const at = { rule: Number(rule), ...(condition !== undefined && { condition: Number(condition) }) }
  if (part === 'layoutId') return { ...at, part, word: 'circle' }
  return { ...at, part: part === 'field' || part === 'value' ? part : 'when' }
}
