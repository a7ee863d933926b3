/** The mail server: its settings, and a mail to oneself to try them before they are stored. */
import type { SmtpConfig } from '@endcap/contract/settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi, useSession } from '../app/services.ts'
import { Password } from '../form/Password.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { Problem } from '../ui/Problem.tsx'
import { Glyph } from '../ui/state.tsx'
import { hintBelow, Section, SettingForm, Waiting } from './SettingForm.tsx'
import { SaveBar } from '../draft/SaveBar.tsx'
import { useEdited } from '../draft/use-edited.ts'
import { Button } from '../ui/Button.tsx'
import { Tick } from '../ui/inputs.tsx'
import { Select } from '../form/Select.tsx'
import settingPageStyles from '../ui/setting-page.module.css'
import styles from './settings.module.css'
import messageStyles from '../ui/Message.module.css'
import helpers from '../ui/helpers.module.css'

const encryptions = ['none', 'tls', 'ssl'] as const
interface Draft {
  enable: boolean
  server: string
  port: string
  account: string
  password: string
  /** The stored password shall go. */
  withoutPassword: boolean
  encryption: string
}

const toDraft = ({ ssl, tls, port, enable, server, account }: SmtpConfig): Draft => ({
  enable,
  server,
  account,
  port: String(port),
  password: '',
  withoutPassword: false,
  encryption: ssl ? 'ssl' : tls ? 'tls' : 'none',
})
const toBody = ({ enable, server, port, account, password, withoutPassword, encryption }: Draft) => ({
  enable,
  server: server.trim(),
  account: account.trim(),
  port: Number(port),
  ssl: encryption === 'ssl',
  tls: encryption === 'tls',
  ...(withoutPassword ? { password: null } : password === '' ? {} : { password }),
})

export function SmtpForm({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const { email } = useSession().user
  const query = useQuery({ queryKey: ['settings', '', 'smtp'], queryFn: ({ signal }) => api.settings.smtp({}, { signal }) })
  const stored = useMemo(() => query.data && { draft: toDraft(query.data), version: query.data.version }, [query.data])
  const form = useEdited<Draft>(stored)
  const [problem, setProblem] = useState<unknown>()
  const [saved, setSaved] = useState(false)
  const [busy, setBusy] = useState<'saving' | 'testing'>()
  const [tested, setTested] = useState<{ ok: boolean; message: string }>()
  const { draft } = form
  if (draft === undefined || query.data === undefined) return query.isError ? <Problem query={query} /> : <Waiting />

  const set = (part: Partial<Draft>) => form.change({ ...draft, ...part })
  /** The specification's sentences, said before the server would. */
  const missing = (needed: boolean): string | undefined => {
    if (!needed) return undefined
    if (draft.server.trim() === '') return t('settings.wrong.enter', { name: t('settings.field.server') })
    if (!/^\d{1,5}$/.test(draft.port.trim())) return t('settings.wrong.enter', { name: t('settings.field.port') })
    return draft.account.trim() === '' ? t('settings.wrong.enter', { name: t('settings.field.account') }) : undefined
  }
  const run = async (what: 'saving' | 'testing', needed: boolean, work: () => Promise<void>) => {
    setProblem(undefined)
    setTested(undefined)
    const text = missing(needed)
    if (text !== undefined) return setProblem(new Error(text))
    setBusy(what)
    return work()
      .catch(setProblem)
      .finally(() => setBusy(undefined))
  }
  const save = () =>
    run('saving', draft.enable, async () => {
      await api.settings.saveSmtp({ body: { ...toBody(draft), version: form.version } })
      await queries.invalidateQueries({ queryKey: ['settings', '', 'smtp'] })
      form.discard()
      setSaved(true)
    })
  const test = () => run('testing', true, async () => setTested(await api.settings.testSmtp({ body: { ...toBody(draft), enable: true } })))
  const discard = () => {
    form.discard()
    setProblem(undefined)
    void query.refetch()
  }
  const { hasPassword, source } = query.data
  return (
    <SettingForm mayStore={!readOnly && form.changed} onStore={() => void save()} problem={problem}>
      {source === 'environment' && <p className={settingPageStyles.settingNote}>{t('settings.smtpEnvironment')}</p>}
      <SmtpFields draft={draft} hasPassword={hasPassword} readOnly={readOnly} set={set} />
      {tested !== undefined && (
        <div className={tested.ok ? styles.settingAnswer : messageStyles.message} role={tested.ok ? 'status' : 'alert'}>
          {tested.ok && <Glyph kind="ok" />}
          <span>
            <b>{tested.ok ? t('settings.testSent', { email }) : t('settings.smtpError')}</b> · {tested.message}
          </span>
        </div>
      )}
      {!readOnly && (
        <SaveBar
          changed={form.changed}
          saved={saved}
          busy={busy === 'saving'}
          problemTitle={t('settings.smtpError')}
          problem={problem === undefined ? undefined : problem instanceof Error ? problem : new Error(errorText(problem, t))}
          onDiscard={discard}
        >
          <Button size="medium" busy={busy === 'testing'} onClick={() => void test()}>
            {t('settings.test')}
          </Button>
        </SaveBar>
      )}
    </SettingForm>
  )
}

interface FieldsProps {
  draft: Draft
  /** The server has a password. */
  hasPassword: boolean
  readOnly: boolean
  set: (part: Partial<Draft>) => void
}
function SmtpFields({ draft, hasPassword, readOnly, set }: FieldsProps) {
  const { t } = useTranslation()
  const field = (name: 'server' | 'port' | 'account') => ({
    id: `setting-${name}`,
    label: t(`settings.field.${name}`),
    description: t(`settings.hint.${name}`, { defaultValue: '' }),
    value: draft[name],
    field: name,
    readOnly,
    withAsterisk: draft.enable,
    autoComplete: 'off',
    inputWrapperOrder: hintBelow,
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })
  return (
    <Section name="smtp">
      <Tick
        id="setting-enable"
        className={styles.wide}
        label={t('settings.field.enable')}
        checked={draft.enable}
        disabled={readOnly}
        onChange={(event) => set({ enable: event.currentTarget.checked })}
      />
      <TextInput {...field('server')} classNames={{ input: helpers.mono }} spellCheck={false} />
      <TextInput {...field('port')} inputMode="numeric" />
      <Select
        id="setting-encryption"
        label={t('settings.field.encryption')}
        data={encryptions.map((one) => ({ value: one, label: t(`settings.option.encryption.${one}`) }))}
        value={draft.encryption}
        allowDeselect={false}
        readOnly={readOnly}
        onChange={(chosen) => set({ encryption: chosen ?? 'none' })}
      />
      <TextInput {...field('account')} />
      {!readOnly && (
        <>
          <Password
            id="setting-password"
            label={t('settings.field.password')}
            description={t(hasPassword ? 'settings.passwordStored' : 'settings.passwordNone')}
            field="password"
            value={draft.password}
            disabled={draft.withoutPassword}
            autoComplete="new-password"
            inputWrapperOrder={hintBelow}
            onChange={(event) => set({ password: event.target.value })}
          />
          {hasPassword && (
            <Tick
              className={styles.wide}
              label={t('settings.withoutPassword')}
              checked={draft.withoutPassword}
              onChange={(event) => set({ withoutPassword: event.currentTarget.checked, password: '' })}
            />
          )}
        </>
      )}
    </Section>
  )
}
