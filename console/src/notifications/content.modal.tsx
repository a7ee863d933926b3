/** What a notification says in each language, with the mail it would make of sample data, and that mail to oneself. */
import { CallError } from '@endcap/contract/client'
import type { NotificationContent, NotificationWithDefaults } from '@endcap/contract/notifications'
import { unknownBlanks } from '@endcap/contract/templates'
import { languages, type Language, type NotificationKey } from '@endcap/contract/vocabulary'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { LanguageTabs, TemplateGroup } from '../form/TemplateGroup.tsx'
import { useEdited } from '../draft/use-edited.ts'
import { notifyDone } from '../ui/notify.ts'
import { Problem } from '../ui/Problem.tsx'
import { clsx } from 'clsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Button } from '../ui/Button.tsx'
import templateGroupStyles from '../form/TemplateGroup.module.css'
import styles from './notifications.module.css'

type Draft = Record<Language, NotificationContent>
type Field = keyof NotificationContent
const fieldNames = ['title', 'detail', 'subject', 'body'] as const
/** Typing rests so long before the preview is asked for. */
const previewAfterMs = 300

interface Props {
  notification: NotificationKey
  readOnly: boolean
  close: () => void
}

/** Blanks that are not there, and a subject that is empty. */
const isWrong = ({ variables }: Pick<NotificationWithDefaults, 'variables'>, content: NotificationContent): boolean =>
  content.subject.trim() === '' ||
  fieldNames.some(
    (field) => unknownBlanks(content[field], field === 'title' || field === 'detail' ? variables.case : variables.mail).length > 0,
  )

export function ContentModal({ notification, readOnly, close }: Props) {
  const { t, i18n } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const [language, setLanguage] = useState<Language>(languages.find((one) => one === i18n.language) ?? 'en_US')
  const queryKey = ['alarms', '', 'notification', notification]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.notifications.content({ params: { notification } }, { signal }),
    // Opened again, it begins with what is there by then, not with what another account has changed since.
    gcTime: 0,
  })
  const { data } = query
  const stored = useMemo(() => data && { draft: data.content, version: data.version }, [data])
  const { draft, changed, change, version } = useEdited<Draft>(stored)
  const name = t(`notifications.name.${notification}`)

  const submit = async () => {
    if (draft === undefined || data === undefined) return
    const wrong = languages.find((one) => isWrong(data, draft[one]))
    if (wrong !== undefined) {
      setLanguage(wrong)
      throw new Error(t('notifications.wrongText'))
    }
    await api.notifications.saveContent({ params: { notification }, body: { content: draft, version } }).catch((error: unknown) => {
      const isOld = error instanceof CallError && error.answer.code === 'alarms-changed-since'
      throw isOld ? new Error(t('notifications.changedSince'), { cause: error }) : error
    })
    void notifyDone(t, t('state.done.saved', { name: name }))
    close()
    await queries.invalidateQueries({ queryKey: ['alarms'] })
  }
  return (
    <FormModal
      title={t(readOnly ? 'notifications.view' : 'notifications.edit', { name })}
      submit={t('common.save')}
      onSubmit={submit}
      onClose={close}
      size="1100px"
      disabled={!changed}
      readOnly={readOnly}
      unsaved={changed}
      problemTitle={t('common.error')}
    >
      {data === undefined && query.isError && <Problem query={query} />}
      {draft === undefined || data === undefined ? (
        !query.isError && <Skeleton style={{ height: 460 }} />
      ) : (
        <Texts
          data={data}
          draft={draft}
          language={language}
          readOnly={readOnly}
          onLanguage={setLanguage}
          onChange={(field, text) => change({ ...draft, [language]: { ...draft[language], [field]: text } })}
          onDefault={() => change({ ...draft, [language]: data.defaultContent[language] })}
        />
      )}
    </FormModal>
  )
}

interface TextsProps {
  data: NotificationWithDefaults
  draft: Draft
  language: Language
  readOnly: boolean
  onLanguage: (language: Language) => void
  onChange: (field: Field, text: string) => void
  onDefault: () => void
}

function Texts({ data, draft, language, readOnly, onLanguage, onChange, onDefault }: TextsProps) {
  const { t } = useTranslation()
  const { defaultContent, variables } = data
  const isChanged = (one: Language) => fieldNames.some((field) => draft[one][field] !== defaultContent[one][field])
  const content = draft[language]
  const field = (name: Field, maxLength: number, rows?: number) => ({
    name,
    maxLength,
    label: t(`notifications.field.${name}`),
    ...(rows !== undefined && { rows }),
  })
  return (
    <>
      <LanguageTabs value={language} onChange={onLanguage} marked={languages.filter(isChanged)} />
      <div className={styles.mailTexts}>
        <div className={styles.mailFields} lang={language.slice(0, 2)}>
          <TemplateGroup
            legend={t('notifications.mail')}
            fields={[field('subject', 200), field('body', 10_000, 7)]}
            values={content}
            place={language}
            blanks={variables.mail}
            readOnly={readOnly}
            onChange={onChange}
            errors={content.subject.trim() === '' ? { subject: t('templates.needed') } : {}}
          />
          <TemplateGroup
            legend={t(`notifications.case.${data.key}`)}
            fields={[field('title', 200), field('detail', 4000, 4)]}
            values={content}
            place={language}
            blanks={variables.case}
            readOnly={readOnly}
            onChange={onChange}
          />
          {!readOnly && (
            <Button disabled={!isChanged(language)} onClick={onDefault}>
              {t('templates.defaultText')}
            </Button>
          )}
        </div>
        <MailPreview data={data} content={content} language={language} readOnly={readOnly} />
      </div>
    </>
  )
}

/** The mail as the server's own composer makes it, of what is typed now. */
function MailPreview({
  data,
  content,
  language,
  readOnly,
}: {
  data: NotificationWithDefaults
  content: NotificationContent
  language: Language
  readOnly: boolean
}) {
  const { t } = useTranslation()
  const api = useApi()
  const [shown] = useDebouncedValue(content, previewAfterMs)
  const body = { key: data.key, language, content: shown }
  const wrong = isWrong(data, shown)
  const query = useQuery({
    queryKey: ['alarms', '', 'notification-preview', body],
    queryFn: ({ signal }) => api.notifications.preview({ body }, { signal }),
    enabled: !wrong,
    placeholderData: keepPreviousData,
  })
  const [test, setTest] = useState<{ busy: boolean; result?: { ok: boolean; text: string } }>({ busy: false })
  const send = async () => {
    setTest({ busy: true })
    try {
      const { ok, message } = await api.notifications.test({ body: { key: data.key, language, content } })
      setTest({ busy: false, result: { ok, text: t(ok ? 'notifications.testSent' : 'notifications.testFailed', { message }) } })
    } catch (error) {
      setTest({ busy: false, result: { ok: false, text: errorText(error, t) } })
    }
  }
  return (
    <figure className={clsx(templateGroupStyles.templatePreview, styles.mailPreview)} aria-label={t('templates.preview')}>
      <figcaption>{t('templates.preview')}</figcaption>
      {query.data === undefined ? (
        <Skeleton style={{ height: 240 }} />
      ) : (
        <div className={styles.mail} lang={language.slice(0, 2)} data-old={wrong || query.isPlaceholderData || undefined}>
          <b>{query.data.subject}</b>
          <pre>{query.data.text}</pre>
        </div>
      )}
      {!readOnly && (
        <div className={styles.mailTest}>
          <Button size="medium" busy={test.busy} disabled={wrong} onClick={() => void send()}>
            {t('notifications.test')}
          </Button>
          {test.result !== undefined && <span role={test.result.ok ? 'status' : 'alert'}>{test.result.text}</span>}
        </div>
      )}
    </figure>
  )
}
