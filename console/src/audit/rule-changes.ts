/** Layout rules and schedules as they were and are, in the words of their screens. */
import { layoutField } from '@endcap/contract/layout-rules'
import { isRecord } from '../form/json.ts'
import { scheduleWords } from '../schedules/index.ts'
import { differs, type Change, type Fields } from './change.ts'
import { itemsOf } from './lists.ts'
import type { Words } from './promotion-changes.ts'

const ranges = (list: readonly unknown[]) =>
  list.flatMap((one) => (isRecord(one) ? [{ start: String(one.start), end: String(one.end) }] : []))

export function scheduleChanges(was: Fields | undefined, is: Fields | undefined, { t }: Words): Change[] {
  const say = (side: Fields | undefined) => {
    if (side === undefined) return undefined
    const days = itemsOf(side.days).filter((day) => typeof day === 'number')
    return {
      name: String(side.name),
      ...scheduleWords({ period: ranges([side.period])[0] ?? null, days, time: ranges(itemsOf(side.time)) }, t),
    }
  }
  const [before, after] = [say(was), say(is)]
  return (['name', 'period', 'days', 'time'] as const).flatMap((field) =>
    before?.[field] === after?.[field]
      ? []
      : [{ field, label: t(`schedules.column.${field}`), before: before?.[field], after: after?.[field] }],
  )
}

/** Rules by their names, or by their places where they have none; that only their order is another is said as well. */
export function ruleChanges(was: unknown, is: unknown, words: Words): Change[] {
  const [before, after] = [rulesIn(was, words), rulesIn(is, words)]
  const changes = [...new Set([...before.keys(), ...after.keys()])].flatMap((name): Change[] =>
    before.get(name) === after.get(name) ? [] : [{ field: name, label: name, before: before.get(name), after: after.get(name) }],
  )
  const [orderWas, orderIs] = [[...before.keys()], [...after.keys()]]
  if (changes.length > 0 || !differs(orderWas, orderIs)) return changes
  return [{ field: 'order', label: words.t('audit.said.order'), before: orderWas.join(', '), after: orderIs.join(', ') }]
}

/** What each of them says, by what it is called. */
function rulesIn(list: unknown, words: Words): Map<string, string> {
  const said = new Map<string, string>()
  for (const [at, rule] of itemsOf(list).entries()) {
    if (!isRecord(rule) || typeof rule.layoutId !== 'string') continue
    const name = typeof rule.name === 'string' && rule.name !== '' ? rule.name : words.t('layouts.rules.number', { number: at + 1 })
    const text = ruleWords(rule, rule.layoutId, words)
    const same = said.get(name)
    said.set(name, same === undefined ? text : `${same}; ${text}`)
  }
  return said
}
function ruleWords({ when, enabled, overrides }: Fields, layoutId: string, { t, aliasLabel }: Words): string {
  const conditions = itemsOf(when).flatMap((one) => {
    if (!isRecord(one)) return []
    const field = one.field === layoutField ? t('layouts.rules.ownLayout') : aliasLabel(String(one.field))
    const value = typeof one.value === 'string' && one.value !== '' ? ` “${one.value}”` : ''
    return [`${field} ${t(`layouts.rules.operator.${String(one.is)}`)}${value}`]
  })
  const more = [...(enabled === false ? [t('audit.said.off')] : []), ...(overrides === true ? [t('layouts.rules.overrides')] : [])]
  return [`${conditions.join(` ${t('layouts.rules.and')} `)} → ${layoutId}`, ...more].join(' · ')
}
