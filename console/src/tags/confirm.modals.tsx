/** Dialogs that name what will happen to how many tags. */
import { useTranslation } from 'react-i18next'
import type { Tag } from '@endcap/contract/tags'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import type { ActionProps } from '../table/spec.ts'
import { notify } from '../ui/notify.ts'
import { useStoreCodeIfAny } from '../app/route.ts'

interface Props extends ActionProps<Tag> {
  name: 'deassign' | 'reassign' | 'reassignAll'
  run: () => Promise<{ message: string }>
  danger?: boolean
}

function Confirm({ name, rows, close, run, danger = false }: Props) {
  const { t } = useTranslation()
  const submit = async () => {
    await run()
    void notify(t('common.complete'))
    close(true)
  }
  return (
    <FormModal
      title={t(`tags.confirm.${name}`, { count: rows.length })}
      submit={t(`tags.action.${name}`)}
      onSubmit={submit}
      onClose={() => close(false)}
      danger={danger}
    >
      <p style={{ margin: 0 }}>{t(`tags.confirm.${name}Text`)}</p>
    </FormModal>
  )
}

export function DeassignModal(props: ActionProps<Tag>) {
  const api = useApi()
  const storeCode = useStoreCodeIfAny()
  const tagList = props.rows.map(({ tagMac }) => ({ tagMac }))
  return (
    <Confirm
      {...props}
      name="deassign"
      danger
      run={() => api.tags.deassign({ body: { taskId: -1, priorTaskId: -1, storeCode, tagList } })}
    />
  )
}
export function ReassignModal(props: ActionProps<Tag>) {
  const api = useApi()
  const storeCode = useStoreCodeIfAny()
  return (
    <Confirm
      {...props}
      name="reassign"
      run={() => api.tags.reassign({ body: { storeCode, tagList: props.rows.map((tag) => tag.tagMac) } })}
    />
  )
}
export function ReassignAllModal(props: ActionProps<Tag>) {
  const api = useApi()
  const storeCode = useStoreCodeIfAny()
  return <Confirm {...props} name="reassignAll" run={() => api.tags.reassignAll({ body: { storeCode } })} />
}
