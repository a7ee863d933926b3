/** A template's slides for the ticked displays, or none of them any more (specification 3 §2, §4). */
import type { Display } from '@endcap/contract/displays'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { Select } from '../form/Select.tsx'
import type { ActionProps } from '../table/spec.ts'
import { notify } from '../ui/notify.ts'
import { useStoreCode } from '../app/route.ts'
import { FollowsTimeline } from './FollowsTimeline.tsx'
import { useOverridden } from './overridden.modal.tsx'
import { inchesOf, nameOf, namesOf } from './devices.ts'
import { Message } from '../ui/Message.tsx'
import { Tick } from '../ui/inputs.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './displays.module.css'

export function ApplyTemplateModal({ rows, close }: ActionProps<Display>) {
  const { t } = useTranslation()
  const api = useApi()
  const params = { storeCode: useStoreCode() }
  const [chosen, setChosen] = useState<string | null>(null)
  const [update, setUpdate] = useState(true)
  const { overridden, end } = useOverridden(t('displays.action.template'), () => close(true))
  const query = useQuery({
    queryKey: ['signage', params.storeCode, 'templates'],
    queryFn: ({ signal }) => api.slideTemplates.list({ params }, { signal }),
  })
  const templates = query.data?.templateList ?? []
  const size = templates.find(({ _id }) => _id === chosen)?.size
  const wrong = size === undefined ? [] : rows.filter((device) => inchesOf(device) !== size)
  const sizes = [...new Set(rows.map(inchesOf))]
  const groups = [...new Set(templates.map((template) => template.size))].toSorted(
    (a, b) => Number(sizes.includes(b)) - Number(sizes.includes(a)),
  )
  const submit = async () => {
    if (rows.length === 0) throw new Error(t('common.noRow'))
    if (chosen === null) throw new Error(t('displays.template.choose'))
    const body = { template: chosen, macList: rows.map(({ mac }) => mac) }
    const { devices, overridden: found } = await api.displays.applyTemplate({ params, body, query: update ? {} : { update: 'false' } })
    void notify(t(chosen === '' ? 'displays.template.taken' : 'displays.template.done', { count: devices }))
    // A template that is taken off is not expected on the screen.
    end(chosen === '' ? [] : found)
  }
  if (overridden !== undefined) return overridden
  return (
    <FormModal
      title={t('displays.action.template')}
      submit={t('displays.template.send')}
      onSubmit={submit}
      onClose={() => close(false)}
      disabled={wrong.length > 0}
      {...(query.isError && { problem: errorText(query.error, t) })}
    >
      <p className={helpers.aside}>
        {rows.length === 0 ? t('common.noRow') : t('displays.template.text', { count: rows.length, names: namesOf(rows) })}
      </p>
      <FollowsTimeline displays={rows} />
      <Select
        field="template"
        label={t('displays.column.template')}
        placeholder={t(templates.length === 0 && query.isSuccess ? 'displays.template.none' : 'displays.template.placeholder')}
        data={[
          { value: '', label: t('displays.template.off') },
          ...groups.map((group) => ({
            group: t('displays.template.inches', { size: group }),
            items: templates.filter((template) => template.size === group).map(({ _id }) => ({ value: _id, label: _id })),
          })),
        ]}
        value={chosen}
        onChange={setChosen}
        searchable
        nothingFoundMessage={t('common.nothingFound')}
      />
      {wrong.length > 0 && (
        <Message role="alert" style={{ margin: 0, display: 'block' }}>
          {t('displays.template.wrongSize', { size })}
          <ul style={{ margin: '4px 0 0', paddingLeft: 18 }}>
            {wrong.map((device) => (
              <li key={device.mac}>
                {nameOf(device)} ({t('displays.template.inches', { size: inchesOf(device) })})
              </li>
            ))}
          </ul>
        </Message>
      )}
      <div className={styles.displayChecks}>
        <Tick
          label={t('displays.template.update')}
          description={t('displays.template.updateHint')}
          checked={update}
          onChange={(event) => setUpdate(event.currentTarget.checked)}
        />
      </div>
    </FormModal>
  )
}
