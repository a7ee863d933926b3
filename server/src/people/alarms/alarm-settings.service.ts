/** The settings of alarms (specification 2 §2, §7): which types are raised, at which class, counted and mailed, what they say, and thresholds. */
import { alarmKinds, alarmTypes, type AlarmType } from '@endcap/contract/alarm-kinds'
import { alarmLimitNames } from '@endcap/contract/alarm-settings'
import type { alarms as endpoints, AlarmSetting, AlarmTypeRule } from '@endcap/contract/alarms'
import type { RequestOf } from '@endcap/contract/endpoint'
import { unknownBlanks } from '@endcap/contract/templates'
import { languages } from '@endcap/contract/vocabulary'
import { recordChange } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { conflict, invalid } from '../../platform/base/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import { versionOf } from '../../settings/server-config.service.ts'
import { getSetting, setSetting } from '../../settings/settings.service.ts'
import { refuseSome } from '../../settings/whole-chain.ts'
import { applyRule, readRules, defaultRule, writeRule, type ChangedTexts, type StoredRule } from './alarm-settings.queries.ts'
import { alarmSamples, defaultClasses, defaultTexts } from './alarm-texts.ts'
import { alarmValues } from './alarm-translations.ts'

function sampleOf(type: AlarmType) {
  const alarm = { type, data: alarmSamples[type] }
  return { en_US: alarmValues(alarm, 'en_US'), ja_JP: alarmValues(alarm, 'ja_JP'), ko_KR: alarmValues(alarm, 'ko_KR') }
}

export async function readAlarmSetting(db: Db): Promise<AlarmSetting> {
  const rules = await readRules(db)
  const limits = await getSetting(db, 'alarms')
  const typeList = alarmTypes.map((type) => {
    const { content, ...rule } = rules.get(type) ?? defaultRule
    const defaultContent = defaultTexts(type)
    const ruleDetails = { defaultClasses: defaultClasses(type), variables: [...alarmKinds[type].variables], sample: sampleOf(type) }
    return { type, ...rule, content: { ...defaultContent, ...content }, defaultContent, ...ruleDetails }
  })
  return { typeList, limits, version: versionOf({ limits, rules: typeList.map(({ type }) => rules.get(type) ?? defaultRule) }) }
}

/** The texts that are not the usual ones. 400 for a blank that alarms of the type do not have. */
function changedTexts({ type, content }: AlarmTypeRule): ChangedTexts {
  const { variables } = alarmKinds[type]
  const defaults = defaultTexts(type)
  const changed: ChangedTexts = {}
  for (const language of languages) {
    const text = content[language]
    for (const field of ['title', 'detail'] as const) {
      const [unknown] = unknownBlanks(text[field], variables)
      const place = `${type}.${language}.${field}`
      if (unknown !== undefined) throw invalid(`${place}: there is no {{${unknown}}}. There are: ${variables.join(', ')}`, place)
    }
    if (text.title !== defaults[language].title || text.detail !== defaults[language].detail) changed[language] = text
  }
  return changed
}

/** All or none; open alarms follow at once. 409 when it was made on older settings. */
export async function saveAlarmSetting(
  context: Context,
  session: Session,
  { typeList, limits, version }: RequestOf<typeof endpoints.saveSetting>['body'],
): Promise<AlarmSetting> {
  const { db, clock, signals } = context
  refuseSome(session)
  const rules = typeList.map(({ type, raised, class: level, counted, mail, ...rule }): [AlarmType, StoredRule] => [
    type,
    { raised, class: level, counted, mail, content: changedTexts({ type, raised, class: level, counted, mail, ...rule }) },
  ])
  const at = clock.now()
  // Locations whose pages fetch alarms again: these may have another class, and other words.
  const changed = new Set([''])
  const stored = await inTransaction(db, async (tx) => {
    // Another save at the same time waits here, and then compares with what this one stored.
    await setSetting(tx, 'alarms', await getSetting(tx, 'alarms'), at)
    const before = await readAlarmSetting(tx)
    if (version !== undefined && version !== before.version)
      throw conflict(
        'Another account has changed these settings since you opened them. Load them again, and repeat your change.',
        'alarms-changed-since',
      )
    const given = Object.fromEntries(alarmLimitNames.flatMap((name) => (limits[name] === undefined ? [] : [[name, limits[name]]])))
    await setSetting(tx, 'alarms', { ...before.limits, ...given }, at)
    for (const [type, rule] of rules) {
      await writeRule(tx, type, rule)
      for (const location of await applyRule(tx, type, rule, at)) changed.add(location)
    }
    const after = await readAlarmSetting(tx)
    await recordChange(tx, { subject: { kind: 'setting', id: 'alarms' }, before: toRecord(before, rules), after: toRecord(after, rules) })
    return after
  })
  for (const storeCode of changed) signals.notify('changed', { storeCode, changes: ['alarms'] })
  return stored
}

/** What the audit log says: the thresholds, and the types that were given. */
const toRecord = ({ typeList, limits }: AlarmSetting, rules: readonly [AlarmType, StoredRule][]) => ({
  ...limits,
  ...Object.fromEntries(
    typeList
      .filter(({ type }) => rules.some(([given]) => given === type))
      .map(({ type, raised, class: level, counted, mail, content }) => [type, { raised, class: level, counted, mail, content }]),
  ),
})
