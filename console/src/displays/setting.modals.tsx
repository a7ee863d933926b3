/** What holds for all displays of a store: how they are taken in, what they show of themselves, and when they raise alarms. */
import { Checkbox, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../theme/field-grid.css'
import '../theme/displays.css'
import { errorText, useApi, useCan } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { useCopied } from '../ui/copy.ts'
import { notify } from '../ui/notify.ts'

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
    queryKey: ['plus', storeCode, 'setting'],
    queryFn: ({ signal }) => api.plusDevices.readSetting({ params }, { signal }),
  })
  const [draft, setDraft] = useState<{ offlineDot?: boolean; proofOfPlay?: boolean }>({})
  const [renewing, setRenewing] = useState(false)
  const mayWrite = can('plus.write')
  const stored = query.data
  const token = stored?.enrolToken ?? ''
  const [copied, copy] = useCopied(token)
  const save = async () => {
    await api.plusDevices.saveSetting({ params, body: draft })
    await queries.invalidateQueries({ queryKey: ['plus', storeCode, 'setting'] })
    void notify(t('common.complete'))
    close()
  }
  const renew = async () => {
    setRenewing(false)
    try {
      await api.plusDevices.saveSetting({ params, body: { newEnrolToken: true } })
      await queries.invalidateQueries({ queryKey: ['plus', storeCode, 'setting'] })
    } catch (error) {
      void notify(errorText(error, t), 'bad')
    }
  }
  const check = (name: 'offlineDot' | 'proofOfPlay') => (
    <Checkbox
      label={t(`plusDevices.settings.${name}`)}
      description={t(`plusDevices.settings.${name}Hint`)}
      checked={draft[name] ?? stored?.[name] ?? false}
      disabled={!mayWrite || stored === undefined}
      onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.checked })}
    />
  )
  return (
    <FormModal
      title={t('plusDevices.action.settings')}
      submit={t('common.save')}
      onSubmit={save}
      onClose={close}
      size="560px"
      readOnly={!mayWrite}
      unsaved={Object.keys(draft).length > 0}
      disabled={stored === undefined}
      {...(query.isError && { problem: errorText(query.error, t) })}
    >
      <TextInput
        label={t('plusDevices.settings.token')}
        description={t('plusDevices.settings.tokenHint')}
        classNames={{ input: 'mono' }}
        value={stored === undefined ? '' : token === '' ? t('plusDevices.settings.noToken') : token}
        readOnly
        data-autofocus
      />
      <div className="display-buttons">
        <button type="button" className="btn" disabled={token === ''} onClick={copy}>
          {t(copied ? 'plusDevices.settings.copied' : 'plusDevices.settings.copy')}
        </button>
        {mayWrite && !renewing && (
          <button type="button" className="btn" onClick={() => (token === '' ? void renew() : setRenewing(true))}>
            {t(token === '' ? 'plusDevices.settings.make' : 'plusDevices.settings.renew')}
          </button>
        )}
      </div>
      {renewing && (
        <div className="msg" role="alert" style={{ margin: 0 }}>
          <span className="grow">{t('plusDevices.settings.renewText')}</span>
          <button type="button" className="btn" onClick={() => setRenewing(false)}>
            {t('common.cancel')}
          </button>
          <button type="button" className="btn pri" onClick={() => void renew()} autoFocus>
            {t('plusDevices.settings.renew')}
          </button>
        </div>
      )}
      <div className="display-checks">
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
  const queryKey = ['plus', storeCode, 'alarm setting']
  const query = useQuery({ queryKey, queryFn: ({ signal }) => api.plusDevices.readAlarmSetting({ params }, { signal }) })
  const [draft, setDraft] = useState<{ memoryThreshold?: string; diskThreshold?: string }>({})
  const textOf = (name: 'memoryThreshold' | 'diskThreshold') => draft[name] ?? String(query.data?.[name] ?? '')
  const save = async () => {
    const body = { memoryThreshold: Number(textOf('memoryThreshold')), diskThreshold: Number(textOf('diskThreshold')) }
    if (Object.values(body).some((value) => !Number.isInteger(value) || value < 1 || value > 100))
      throw new Error(t('plusDevices.alarms.wrong'))
    await api.plusDevices.saveAlarmSetting({ params, body })
    await queries.invalidateQueries({ queryKey })
    void notify(t('common.complete'))
    close()
  }
  const readOnly = !can('plus.write')
  return (
    <FormModal
      title={t('plusDevices.action.alarmSetting')}
      submit={t('common.save')}
      onSubmit={save}
      onClose={close}
      readOnly={readOnly}
      unsaved={Object.keys(draft).length > 0}
      disabled={query.data === undefined}
      {...(query.isError && { problem: errorText(query.error, t) })}
    >
      <p className="aside">{t('plusDevices.alarms.text')}</p>
      <div className="field-grid">
        {(['memoryThreshold', 'diskThreshold'] as const).map((name, index) => (
          <TextInput
            key={name}
            label={t(`plusDevices.alarms.${name}`)}
            inputMode="numeric"
            value={textOf(name)}
            readOnly={readOnly}
            onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
            rightSection={<span className="unit">%</span>}
            autoComplete="off"
            {...(index === 0 && { 'data-autofocus': true })}
          />
        ))}
      </div>
    </FormModal>
  )
}
