/** What is asked of ticked displays; each dialog names them (specification 3 §2, §5). */
import type { PlusMaster } from '@endcap/contract/display-masters'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import type { ActionProps } from '../table/spec.ts'
import { notify } from '../ui/notify.ts'
import { masterNames } from './masters.ts'

interface Props extends ActionProps<PlusMaster> {
  name: 'reboot' | 'updateSoftware' | 'remove'
  run: (macs: string[]) => Promise<{ devices: number }>
  note?: string | undefined
}

function Ask({ name, rows: given, close, run, note }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  // The list behind forgets what is gone, the dialog does not.
  const [rows] = useState(given)
  const submit = async () => {
    if (rows.length === 0) throw new Error(t('common.noRow'))
    const { devices } = await run(rows.map(({ mac }) => mac))
    await queries.invalidateQueries({ queryKey: ['plus'] })
    void notify(t(`plusMasters.${name}.done`, { count: devices }))
    close(true)
  }
  return (
    <FormModal
      title={t(`plusMasters.action.${name}`)}
      submit={t(`plusMasters.${name}.send`)}
      onSubmit={submit}
      onClose={() => close(false)}
      danger={name === 'remove'}
    >
      <p className="aside">
        {rows.length === 0 ? t('common.noRow') : t(`plusMasters.${name}.text`, { count: rows.length, names: masterNames(rows) })}
      </p>
      {note !== undefined && <p className="aside">{note}</p>}
    </FormModal>
  )
}

export function RebootMasters(props: ActionProps<PlusMaster>) {
  const { t } = useTranslation()
  const api = useApi()
  const browsers = props.rows.filter(({ caps }) => !caps.reboot)
  return (
    <Ask
      {...props}
      name="reboot"
      note={browsers.length === 0 ? undefined : t('plusMasters.reboot.browsers', { names: masterNames(browsers) })}
      run={(body) => api.plusMasters.reboot({ body })}
    />
  )
}

export function UpdateMasters(props: ActionProps<PlusMaster>) {
  const { t } = useTranslation()
  const api = useApi()
  const unable = props.rows.filter(({ caps }) => !caps.update)
  return (
    <Ask
      {...props}
      name="updateSoftware"
      note={unable.length === 0 ? undefined : t('plusMasters.updateSoftware.unable', { names: masterNames(unable) })}
      run={(body) => api.plusMasters.updateSoftware({ body })}
    />
  )
}

export function RemoveMasters(props: ActionProps<PlusMaster>) {
  const api = useApi()
  return <Ask {...props} name="remove" run={(body) => api.plusMasters.remove({ body })} />
}
