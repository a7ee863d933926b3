/** What sums of plays are asked for, as the address of their screen says it. */
import { playGroups, playSumDays, type PlayGroup } from '@endcap/contract/plays'
import { textOf, type Search } from '../app/route.ts'

export const dayChoices = [7, 30, playSumDays]
const daySeconds = 86_400

export interface SumSearch {
  by: PlayGroup[]
  /** So many days until today; undefined where a day of the store begins or ends the period. */
  days: number | undefined
  from: string | undefined
  to: string | undefined
}

/** People write addresses, too: what says nothing that can be asked for counts for what stands without it. */
export function readSumSearch({ by, days, from, to }: Search): SumSearch {
  const named = textOf(by)?.split(',') ?? []
  const groups = playGroups.filter((group) => named.includes(group))
  const day = (value: unknown) => (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined)
  const [first, last] = [day(from), day(to)]
  const chosen = dayChoices.find((choice) => choice === Number(days)) ?? 30
  return {
    by: groups.length > 0 ? groups : ['day', 'content'],
    days: (first ?? last) === undefined ? chosen : undefined,
    from: first,
    to: last,
  }
}

/** As the server is asked now. */
export function toSumQuery({ by, days, from, to }: SumSearch) {
  const end = Math.ceil(Date.now() / 1000)
  const range =
    days === undefined
      ? { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
      : { start: String(end - days * daySeconds), end: String(end) }
  return { by: by.join(), ...range }
}
