/** What a thing was and is, field by field, called as its form calls it and with values as people read them. */
import type { AuditRow } from '@endcap/contract/audit'
import { isRecord } from '../form/json.ts'
import type { Change } from './change.ts'
import { plainChanges } from './plain-changes.ts'
import { promotionChanges, type Words } from './promotion-changes.ts'
import { ruleChanges, scheduleChanges } from './rule-changes.ts'
import { aliasChanges, alarmChanges, channelChanges, textChanges } from './setting-changes.ts'

interface Recorded extends Pick<AuditRow, 'kind' | 'subject'> {
  before: unknown
  after: unknown
}
/** What is made of parts, by its kind; of settings, by which one. */
const ofParts = {
  'setting alarms': alarmChanges,
  'setting alias': aliasChanges,
  'setting channels': channelChanges,
  notification: textChanges,
}
/** What says when or for what it holds. */
const ofRules = { promotion: promotionChanges, 'display-schedule': scheduleChanges }
const isOfRules = (kind: string): kind is keyof typeof ofRules => Object.hasOwn(ofRules, kind)
type OfParts = keyof typeof ofParts
const isOfParts = (key: string): key is OfParts => Object.hasOwn(ofParts, key)

/** Undefined: nothing of it has words; the record itself is read. */
export function changesOf({ kind, subject, before, after }: Recorded, words: Words): Change[] | undefined {
  if (kind === 'layout-rules') return orNone(ruleChanges(before, after, words))
  const [was, is] = [isRecord(before) ? before : undefined, isRecord(after) ? after : undefined]
  if (was === undefined && is === undefined) return undefined
  const key = kind === 'setting' ? `setting ${subject}` : kind
  if (isOfRules(kind)) return orNone(ofRules[kind](was, is, words))
  return orNone(isOfParts(key) ? ofParts[key](was, is, words.t) : plainChanges({ kind, subject }, { was, is, t: words.t }))
}
const orNone = (found: Change[]) => (found.length === 0 ? undefined : found)
