/** Things whose fields stand beside each other, such as a store, a gateway or the settings of the server. */
import type { TFunction } from 'i18next'
import { isRecord } from '../form/json.ts'
import { differs, type Change, type Fields } from './change.ts'
import { asLabel, knownField, valueWords, wordsOfItems, type Thing } from './fields.ts'
import { comparedLines } from './lines.ts'
import { comparedLists } from './lists.ts'

interface Sides {
  was: Fields | undefined
  is: Fields | undefined
  t: TFunction
}

/** Fields that have no words are read in the record itself. */
export function plainChanges(thing: Thing, { was, is, t }: Sides): Change[] {
  const [before, after] = [flat(was), flat(is)]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field): Change[] => {
    const words = unsaid.includes(field) ? undefined : knownField(thing, field, t)
    if (words === undefined || !differs(before[field], after[field])) return []
    return changeOf(
      { field, label: asLabel(words) },
      { was: was && before[field], is: is && after[field], both: was !== undefined && is !== undefined, t },
    )
  })
}
/** When and in which store stands in the record. */
const unsaid = ['updatedAt', 'storeCode']

interface Values {
  was: unknown
  is: unknown
  /** It was there before, and still is. */
  both: boolean
  t: TFunction
}
/** None where a thing that came or went has nothing there. */
export function changeOf({ field, label }: Pick<Change, 'field' | 'label'>, { was, is, both, t }: Values, name = field): Change[] {
  if (!both && isNothing(was) && isNothing(is)) return []
  if (isRecord(was) || isRecord(is)) return []
  const lines = comparedLines(was, is)
  if (lines !== undefined) return [{ field, label, lines }]
  const say = (value: unknown, shown: boolean) => (shown ? valueWords(name, value, t) : undefined)
  return [
    {
      field,
      label,
      before: say(was, both || !isNothing(was)),
      after: say(is, both || !isNothing(is)),
      ...comparedLists(wordsOfItems(name, was, t), wordsOfItems(name, is, t)),
    },
  ]
}
const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)

/** The parts of a form beside each other; how mail is encrypted is one field, and of its password only whether there is one. */
function flat(side: Fields = {}): Fields {
  const { ssl, tls, hasPassword, ...rest } = side
  return {
    ...Object.fromEntries(Object.entries(rest).flatMap(([name, value]) => (isRecord(value) ? Object.entries(value) : [[name, value]]))),
    ...(tls !== undefined && { encryption: ssl === true ? 'ssl' : tls === true ? 'tls' : 'none' }),
    ...(hasPassword !== undefined && { password: hasPassword }),
  }
}
