/** What is set about one type of alarms, with a preview of what it says. */
import { alarmLimitNames, alarmLimits, alarmMails, type AlarmLimit } from '@endcap/contract/alarm-settings'
import type { AlarmTypeRule, AlarmRuleWithDefaults } from '@endcap/contract/alarms'
import { fillBlanks } from '@endcap/contract/templates'
import { languages, type Language } from '@endcap/contract/vocabulary'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageTabs, TemplateGroup } from '../form/TemplateGroup.tsx'
import { Select } from '../form/Select.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { AlarmClass } from '../ui/alarm-cells.tsx'
import { alarmTypeName } from '../ui/alarm-words.ts'
import { Button } from '../ui/Button.tsx'
import { Tick } from '../ui/inputs.tsx'
import templateGroupStyles from '../form/TemplateGroup.module.css'
import styles from './alarms.module.css'
import { clsx } from 'clsx'
import noticeStyles from '../ui/notice.module.css'

interface Props {
  alarmType: AlarmRuleWithDefaults
  rule: AlarmTypeRule
  limits: Record<AlarmLimit, string>
  readOnly: boolean
  onRule: (part: Partial<AlarmTypeRule>) => void
  onLimit: (name: AlarmLimit, text: string) => void
}
const own = 'own'
const levels = [1, 2, 3] as const

export function RuleForm({ alarmType, rule, limits, readOnly, onRule, onLimit }: Props) {
  const { t, i18n } = useTranslation()
  const [language, setLanguage] = useState<Language>(languages.find((one) => one === i18n.language) ?? 'en_US')
  const { type, defaultContent, variables } = alarmType
  const classNames = alarmType.defaultClasses.map((level) => t(`alarms.class${level}`)).join(t('alarms.and'))
  const text = rule.content[language]
  const isChanged = (one: Language) =>
    rule.content[one].title !== defaultContent[one].title || rule.content[one].detail !== defaultContent[one].detail
  return (
    <section className={styles.alarmRule} aria-label={alarmTypeName(type, t)}>
      <h3>{alarmTypeName(type, t)}</h3>
      <Tick
        label={t('alarmSettings.raised')}
        description={t('alarmSettings.raisedHint')}
        checked={rule.raised}
        disabled={readOnly}
        onChange={(event) => onRule({ raised: event.currentTarget.checked })}
      />
      <div className={styles.pair}>
        <Select
          label={t('alarmSettings.class')}
          data={[
            { value: own, label: t('alarmSettings.defaultClass', { classes: classNames }) },
            ...levels.map((level) => ({ value: String(level), label: t(`alarms.class${level}`) })),
          ]}
          value={rule.class === null ? own : String(rule.class)}
          allowDeselect={false}
          readOnly={readOnly}
          disabled={!rule.raised}
          onChange={(chosen) => onRule({ class: levels.find((level) => String(level) === chosen) ?? null })}
        />
        <Select
          label={t('alarmSettings.mail')}
          data={alarmMails.map((one) => ({ value: one, label: t(`alarmSettings.mailed.${one}`) }))}
          value={rule.mail}
          allowDeselect={false}
          readOnly={readOnly}
          disabled={!rule.raised}
          onChange={(chosen) => onRule({ mail: alarmMails.find((one) => one === chosen) ?? 'none' })}
        />
        {alarmLimitNames
          .filter((name) => alarmLimits[name].type === type)
          .map((name) => (
            <TextInput
              field={`limits.${name}`}
              key={name}
              label={t(`alarmSettings.limit.${name}`)}
              description={t('alarmSettings.limitHint', alarmLimits[name])}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              inputMode="numeric"
              value={limits[name]}
              readOnly={readOnly}
              onChange={(event) => onLimit(name, event.target.value)}
            />
          ))}
      </div>
      <Tick
        label={t('alarmSettings.counted')}
        checked={rule.counted}
        disabled={readOnly || !rule.raised}
        onChange={(event) => onRule({ counted: event.currentTarget.checked })}
      />
      <LanguageTabs value={language} onChange={setLanguage} marked={languages.filter(isChanged)} />
      <TemplateGroup
        legend={t('alarmSettings.texts')}
        fields={[
          { name: 'title', label: t('alarmSettings.field.title'), maxLength: 200 },
          { name: 'detail', label: t('alarmSettings.field.detail'), rows: 2, maxLength: 1000 },
        ]}
        values={text}
        place={`${type}.${language}`}
        blanks={variables}
        readOnly={readOnly}
        errors={text.title.trim() === '' ? { title: t('templates.needed') } : {}}
        onChange={(name, value) => onRule({ content: { ...rule.content, [language]: { ...text, [name]: value } } })}
      />
      <Preview alarmType={alarmType} level={rule.class ?? alarmType.defaultClasses[0] ?? 2} text={text} language={language} />
      {!readOnly && (
        <Button
          disabled={!isChanged(language)}
          onClick={() => onRule({ content: { ...rule.content, [language]: defaultContent[language] } })}
        >
          {t('templates.defaultText')}
        </Button>
      )}
    </section>
  )
}

const tones = { 1: 'info', 2: 'warn', 3: 'bad' } as const

function Preview({
  alarmType,
  level,
  text,
  language,
}: {
  alarmType: AlarmRuleWithDefaults
  level: 1 | 2 | 3
  text: { title: string; detail: string }
  language: Language
}) {
  const { t } = useTranslation()
  const fill = (template: string) => fillBlanks(template, (name) => alarmType.sample[language][name] ?? '')
  return (
    <figure className={templateGroupStyles.templatePreview} aria-label={t('templates.preview')}>
      <figcaption>
        {t('templates.preview')} <AlarmClass level={level} />
      </figcaption>
      <div className={clsx(noticeStyles.notice, noticeStyles[tones[level]])} lang={language.slice(0, 2)}>
        <b>{fill(text.title)}</b>
        <span>{fill(text.detail)}</span>
      </div>
    </figure>
  )
}
