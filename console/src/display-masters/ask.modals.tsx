/** What is asked of ticked displays; each dialog names them (specification 3 §2, §5). */
import type { DisplayMaster } from '@endcap/contract/display-masters'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import type { ActionProps } from '../table/spec.ts'
import { notify } from '../ui/notify.ts'
import { masterNames } from './masters.ts'
import helpers from '../ui/helpers.module.css'

/** What the dialogs say of a display. */
type Asked = Pick<DisplayMaster, 'mac' | 'name' | 'code' | 'caps'>
interface Props extends ActionProps<Asked> {
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
    await queries.invalidateQueries({ queryKey: ['signage'] })
    void notify(t(`displayMasters.${name}.done`, { count: devices }))
    close(true)
  }
  return (
    <FormModal
      title={t(`displayMasters.action.${name}`)}
      submit={t(`displayMasters.${name}.send`)}
      onSubmit={submit}
      onClose={() => close(false)}
      danger={name === 'remove'}
    >
      <p className={helpers.aside}>
        {rows.length === 0 ? t('common.noRow') : t(`displayMasters.${name}.text`, { count: rows.length, names: masterNames(rows) })}
      </p>
      {note !== undefined && <p className={helpers.aside}>{note}</p>}
    </FormModal>
  )
}

export function RebootMasters(props: ActionProps<Asked>) {
  const { t } = useTranslation()
  const api = useApi()
  const browsers = props.rows.filter(({ caps }) => !caps.reboot)
  return (
    <Ask
      {...props}
      name="reboot"
      note={browsers.length === 0 ? undefined : t('displayMasters.reboot.browsers', { names: masterNames(browsers) })}
      run={(body) => api.displayMasters.reboot({ body })}
    />
  )
}

export function UpdateMasters(props: ActionProps<DisplayMaster>) {
  const { t } = useTranslation()
  const api = useApi()
  const unable = props.rows.filter(({ caps }) => !caps.update)
  return (
    <Ask
      {...props}
      name="updateSoftware"
      note={unable.length === 0 ? undefined : t('displayMasters.updateSoftware.unable', { names: masterNames(unable) })}
      run={(body) => api.displayMasters.updateSoftware({ body })}
    />
  )
}

export function RemoveMasters(props: ActionProps<DisplayMaster>) {
  const api = useApi()
  return <Ask {...props} name="remove" run={(body) => api.displayMasters.remove({ body })} />
}
