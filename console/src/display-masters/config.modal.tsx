/** The v1 settings of a display, in groups; what it cannot do is grey and says why (specification 3 §3, §5, §6). */
import type { DisplayMaster } from '@endcap/contract/display-masters'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi, useCan } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { notifyDone } from '../ui/notify.ts'
import { ConfigFields, type Config } from './ConfigFields.tsx'
import { asBright, asVolume, configProblem, masterName } from './masters.ts'
import { clsx } from 'clsx'
import helpers from '../ui/helpers.module.css'

export function ConfigModal({ device, close }: { device: DisplayMaster; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const readOnly = !useCan()('plus.write')
  const query = useQuery({
    queryKey: ['signage', '', 'master', device.mac],
    queryFn: ({ signal }) => api.displayMasters.readConfig({ params: { plusMac: device.mac } }, { signal }),
    // What is typed here is not taken away by what comes in behind it.
    staleTime: Infinity,
    gcTime: 0,
  })
  const [draft, setDraft] = useState<Partial<Config>>({})
  const stored = query.data
  const now: Config | undefined = stored && { ...stored.config, line: stored.device.line, ...draft }
  const submit = async () => {
    if (now === undefined) return
    const { line, ...config } = now
    // Specification 3 §5: a number that is none does not keep the settings from being saved.
    const normalised = { ...config, volume: asVolume(config.volume), bright: asBright(config.bright) }
    const problem = configProblem(normalised)
    if (problem !== undefined)
      throw new Error(t(`displayMasters.problem.${problem.problem}`, { field: t(`displayMasters.field.${problem.field}`) }))
    await api.displayMasters.saveConfig({ body: { mac: device.mac, config: normalised, line } })
    await queries.invalidateQueries({ queryKey: ['signage'] })
    void notifyDone(t, t('state.done.saved', { name: device.mac }))
    close()
  }
  return (
    <FormModal
      title={t('displayMasters.config.of', { name: masterName(device) })}
      submit={t('common.save')}
      onSubmit={submit}
      onClose={close}
      size="760px"
      readOnly={readOnly}
      disabled={now === undefined}
      unsaved={!readOnly && Object.keys(draft).length > 0}
      {...(query.isError && { problem: errorText(query.error, t) })}
    >
      <p className={clsx(helpers.aside, helpers.mono)}>
        {device.mac}
        {stored !== undefined && stored.ipAddress !== '' && ` · ${stored.ipAddress}`}
        {device.model !== '' && ` · ${device.model}`}
      </p>
      {now === undefined || stored === undefined ? (
        query.isError || <p role="status">{t('common.loading')}</p>
      ) : (
        <ConfigFields
          config={now}
          pins={stored.pins}
          caps={stored.device.caps}
          readOnly={readOnly}
          onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
        />
      )}
    </FormModal>
  )
}
