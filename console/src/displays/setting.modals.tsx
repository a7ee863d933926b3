/** What holds for all displays of a store: how they are taken in, what they show of themselves, and when they raise alarms. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi, useCan } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { useCopied } from '../ui/copy.ts'
import { notify, notifyDone } from '../ui/notify.ts'
import { Button } from '../ui/Button.tsx'
import { Message } from '../ui/Message.tsx'
import { Tick } from '../ui/inputs.tsx'
import fieldGridStyles from '../form/field-grid.module.css'
import helpers from '../ui/helpers.module.css'
import styles from './displays.module.css'

interface Props {
  storeCode: string
  close: () => void
}

export function SettingModal({ storeCode, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const can = useCan()
  const queries = useQueryClient()
  const params = { storeCode }
  const query = useQuery({
    queryKey: ['signage', storeCode, 'setting'],
    queryFn: ({ signal }) => api.displays.readSetting({ params }, { signal }),
  })
  const [draft, setDraft] = useState<{ offlineDot?: boolean; proofOfPlay?: boolean }>({})
  const [renewing, setRenewing] = useState(false)
  const mayWrite = can('plus.write')
  const stored = query.data
  const token = stored?.enrolToken ?? ''
  const [copied, copy] = useCopied(token)
  const save = async () => {
    await api.displays.saveSetting({ params, body: draft })
    await queries.invalidateQueries({ queryKey: ['signage', storeCode, 'setting'] })
    void notifyDone(t, t('state.done.saved', { name: t('displays.action.settings') }))
    close()
  }
  const renew = async () => {
    setRenewing(false)
    try {
      await api.displays.saveSetting({ params, body: { newEnrolToken: true } })
      await queries.invalidateQueries({ queryKey: ['signage', storeCode, 'setting'] })
    } catch (error) {
      void notify(errorText(error, t), 'bad')
    }
  }
  const check = (name: 'offlineDot' | 'proofOfPlay') => (
    <Tick
      label={t(`displays.settings.${name}`)}
      description={t(`displays.settings.${name}Hint`)}
      checked={draft[name] ?? stored?.[name] ?? false}
      disabled={!mayWrite || stored === undefined}
      onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.checked })}
    />
  )
  return (
    <FormModal
      title={t('displays.action.settings')}
      submit={t('common.save')}
      onSubmit={save}
      onClose={close}
      size="560px"
      readOnly={!mayWrite}
      unsaved={Object.keys(draft).length > 0}
      disabled={stored === undefined}
      {...(query.isError && { problem: errorText(query.error, t) })}
    >
      {mayWrite && (
        <>
          <TextInput
            label={t('displays.settings.token')}
            description={t('displays.settings.tokenHint')}
            classNames={{ input: helpers.mono }}
            value={stored === undefined ? '' : token === '' ? t('displays.settings.noToken') : token}
            readOnly
            data-autofocus
          />
          <div className={styles.displayButtons}>
            <Button disabled={token === ''} onClick={copy}>
              {t(copied ? 'displays.settings.copied' : 'displays.settings.copy')}
            </Button>
            {!renewing && (
              <Button onClick={() => (token === '' ? void renew() : setRenewing(true))}>
                {t(token === '' ? 'displays.settings.make' : 'displays.settings.renew')}
              </Button>
            )}
          </div>
        </>
      )}
      {renewing && (
        <Message role="alert" style={{ margin: 0 }}>
          <span className={helpers.grow}>{t('displays.settings.renewText')}</span>
          <Button onClick={() => setRenewing(false)}>{t('common.cancel')}</Button>
          <Button look="primary" onClick={() => void renew()} autoFocus>
            {t('displays.settings.renew')}
          </Button>
        </Message>
      )}
      <div className={styles.displayChecks}>
        {check('offlineDot')}
        {check('proofOfPlay')}
      </div>
    </FormModal>
  )
}

export function AlarmSettingModal({ storeCode, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const can = useCan()
  const queries = useQueryClient()
  const params = { storeCode }
  const queryKey = ['signage', storeCode, 'alarm setting']
  const query = useQuery({ queryKey, queryFn: ({ signal }) => api.displays.readAlarmSetting({ params }, { signal }) })
  const [draft, setDraft] = useState<{ memoryThreshold?: string; diskThreshold?: string }>({})
  const textOf = (name: 'memoryThreshold' | 'diskThreshold') => draft[name] ?? String(query.data?.[name] ?? '')
  const save = async () => {
    const body = { memoryThreshold: Number(textOf('memoryThreshold')), diskThreshold: Number(textOf('diskThreshold')) }
    if (Object.values(body).some((value) => !Number.isInteger(value) || value < 1 || value > 100))
      throw new Error(t('displays.alarms.wrong'))
    await api.displays.saveAlarmSetting({ params, body })
    await queries.invalidateQueries({ queryKey })
    void notifyDone(t, t('state.done.saved', { name: t('displays.action.alarmSetting') }))
    close()
  }
  const readOnly = !can('plus.write')
  return (
    <FormModal
      title={t('displays.action.alarmSetting')}
      submit={t('common.save')}
      onSubmit={save}
      onClose={close}
      readOnly={readOnly}
      unsaved={Object.keys(draft).length > 0}
      disabled={query.data === undefined}
      {...(query.isError && { problem: errorText(query.error, t) })}
    >
      <p className={helpers.aside}>{t('displays.alarms.text')}</p>
      <div className={fieldGridStyles.fieldGrid}>
        {(['memoryThreshold', 'diskThreshold'] as const).map((name, index) => (
          <TextInput
            field={name}
            key={name}
            label={t(`displays.alarms.${name}`)}
            inputMode="numeric"
            value={textOf(name)}
            readOnly={readOnly}
            onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
            rightSection={<span className={fieldGridStyles.unit}>%</span>}
            autoComplete="off"
            {...(index === 0 && { 'data-autofocus': true })}
          />
        ))}
      </div>
    </FormModal>
  )
}
