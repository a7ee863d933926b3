/** A webhook is made or changed: where to, of what, of which stores. Its secret is shown once. */
import { webhookEvents, type WebhookRow, type WebhookSettings } from '@endcap/contract/webhooks'
import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi, useSession } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { SecretReveal } from '../ui/SecretReveal.tsx'
import { StorePicker } from '../form/StorePicker.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { PlainField, RefusedField } from '../form/refused-field.tsx'
import { notifyDone } from '../ui/notify.ts'
import { NativeSelect, Tick } from '../ui/inputs.tsx'
import dialogStyles from '../form/dialog.module.css'

interface Props {
  /** Absent: a new one. */
  webhook?: WebhookRow
  close: (changed: boolean) => void
}
const classes = [1, 2, 3] as const

export function WebhookModal({ webhook, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const { user } = useSession()
  const [draft, setDraft] = useState<WebhookSettings>(() => settingsOf(webhook, user.enableWholeStore))
  const [typed, setTyped] = useState(false)
  const [secret, setSecret] = useState<string>()
  const change = (next: Partial<WebhookSettings>) => {
    setTyped(true)
    setDraft({ ...draft, ...next })
  }
  const submit = async () => {
    if (draft.name.trim() === '') throw new Error(t('webhooks.enterName'))
    if (draft.url.trim() === '') throw new Error(t('webhooks.enterUrl'))
    if (draft.events.length === 0) throw new Error(t('webhooks.chooseEvent'))
    if (draft.storeCodes?.length === 0) throw new Error(t('webhooks.chooseStore'))
    if (webhook === undefined) setSecret((await api.webhooks.create({ body: draft })).secret)
    else {
      const { webhookId, updatedAt } = webhook
      await api.webhooks.update({ params: { webhookId }, body: { ...draft, updatedAt } })
      void notifyDone(t, t('state.done.saved', { name: draft.name }))
      close(true)
    }
    void queries.invalidateQueries({ queryKey: ['webhooks'] })
  }
  if (secret !== undefined)
    return (
      <Modal opened onClose={() => close(true)} title={t('webhooks.secretTitle')} closeButtonProps={{ 'aria-label': t('common.close') }}>
        <SecretReveal text={t('webhooks.secretShown')} secrets={[secret]} />
      </Modal>
    )
  const toggle = (event: (typeof webhookEvents)[number]) =>
    change({ events: draft.events.includes(event) ? draft.events.filter((one) => one !== event) : [...draft.events, event] })
  return (
    <FormModal
      title={webhook === undefined ? t('webhooks.action.create') : t('webhooks.edit', { name: webhook.name })}
      submit={t(webhook === undefined ? 'webhooks.create' : 'common.save')}
      onSubmit={submit}
      onClose={() => close(false)}
      unsaved={typed}
      size="560px"
    >
      <TextInput
        field="name"
        label={t('webhooks.column.name')}
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
        data-autofocus
      />
      <TextInput
        field="url"
        label={t('webhooks.column.url')}
        description={t('webhooks.urlHint')}
        placeholder="https://"
        type="url"
        value={draft.url}
        onChange={(event) => change({ url: event.target.value })}
      />
      <fieldset className={dialogStyles.memberField}>
        <legend>{t('webhooks.column.events')}</legend>
        {webhookEvents.map((event) => (
          <Tick key={event} label={t(`webhooks.event.${event}`)} checked={draft.events.includes(event)} onChange={() => toggle(event)} />
        ))}
        <RefusedField field="events" value={draft.events} />
      </fieldset>
      {draft.events.some((event) => event.startsWith('alarm')) && (
        <MinClass minClass={draft.minClass} onChange={(minClass) => change({ minClass })} />
      )}
      <StoresField storeCodes={draft.storeCodes} mayAll={user.enableWholeStore} onChange={(storeCodes) => change({ storeCodes })} />
      <Tick label={t('webhooks.enabled')} checked={draft.enabled} onChange={(event) => change({ enabled: event.target.checked })} />
    </FormModal>
  )
}

interface ClassProps {
  minClass: WebhookSettings['minClass']
  onChange: (minClass: WebhookSettings['minClass']) => void
}
/** The lowest class of the alarms that are sent. */
function MinClass({ minClass, onChange }: ClassProps) {
  const { t } = useTranslation()
  return (
    <label className={dialogStyles.memberField}>
      <span>{t('webhooks.minClass')}</span>
      <PlainField field="minClass">
        {(attributes) => (
          <NativeSelect
            {...attributes}
            value={minClass}
            // The options are the classes.
            onChange={(event) => onChange(classes.find((one) => String(one) === event.target.value) ?? minClass)}
          >
            {classes.map((one) => (
              <option key={one} value={one}>
                {t(`webhooks.class${one}`)}
              </option>
            ))}
          </NativeSelect>
        )}
      </PlainField>
    </label>
  )
}

interface StoresProps {
  /** Null: all of them. */
  storeCodes: WebhookSettings['storeCodes']
  mayAll: boolean
  onChange: (storeCodes: WebhookSettings['storeCodes']) => void
}
/** The stores whose events are sent. */
function StoresField({ storeCodes, mayAll, onChange }: StoresProps) {
  const { t } = useTranslation()
  return (
    <div className={dialogStyles.memberField} role="group" aria-label={t('webhooks.column.storeCodes')}>
      <span aria-hidden="true">{t('webhooks.column.storeCodes')}</span>
      {mayAll && (
        <Tick
          label={t('webhooks.allStores')}
          checked={storeCodes === null}
          onChange={(event) => onChange(event.target.checked ? null : [])}
        />
      )}
      {storeCodes !== null && <StorePicker chosen={new Set(storeCodes)} onChange={(chosen) => onChange([...chosen])} />}
      <RefusedField field="storeCodes" value={storeCodes} />
    </div>
  )
}

function settingsOf(webhook: WebhookRow | undefined, wholeChain: boolean): WebhookSettings {
  const { name = '', url = '', events = [...webhookEvents], minClass = 1, enabled = true } = webhook ?? {}
  const storeCodes = webhook === undefined ? (wholeChain ? null : []) : webhook.storeCodes
  return { name, url, events, storeCodes, minClass, enabled }
}
