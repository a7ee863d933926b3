/** Layers of a timeline: which of them is ever seen. The rules themselves are those of the displays. */
import { dayOf, instantOf } from '@endcap/signage/local-time'
import { isActive, minuteOf, type Rule } from '@endcap/signage/schedule'

export type Fate = 'wins' | 'covered' | 'over'
/** All days of the week, each behind every other: a rule repeats after that. */
const weekDays = 8

/**
 * What becomes of each layer from a day on (layers from the weakest to the strongest): it is seen at some time, is always covered by stronger
 * ones, or its period is over. Days are those of any calendar: changes of the clock do not count.
 */
export function fatesOf(rules: readonly Rule[], today: number): Fate[] {
  const zone = 'UTC'
  const minutes = [
    ...new Set([0, ...rules.flatMap(({ time }) => time.flatMap(({ start, end }) => [minuteOf(start), minuteOf(end)]))]),
  ].flatMap((minute) => (minute === undefined ? [] : [minute % 1440]))
  // Where no period begins or ends, weeks are alike.
  const begins = rules.flatMap(({ period }) => {
    const [first, last] = [period && dayOf(period.start), period && dayOf(period.end)]
    return [...(first === undefined || first === null ? [] : [first]), ...(last === undefined || last === null ? [] : [last + 1])]
  })
  const days = [
    ...new Set(
      [today, ...begins.filter((day) => day > today)].flatMap((day) => Array.from({ length: weekDays }, (_, ahead) => day + ahead)),
    ),
  ]
  const wins = new Set<number>()
  const active = new Set<number>()
  for (const day of days) {
    for (const minute of minutes) {
      if (wins.size === rules.length) break
      const at = instantOf(day, minute, zone)
      let isCovered = false
      for (let place = rules.length - 1; place >= 0; place--) {
        const rule = rules[place]
        if (rule === undefined || (isCovered && active.has(place)) || !isActive(rule, at, zone)) continue
        active.add(place)
        if (!isCovered) wins.add(place)
        isCovered = true
      }
    }
  }
  return rules.map((_, place) => (wins.has(place) ? 'wins' : active.has(place) ? 'covered' : 'over'))
}
