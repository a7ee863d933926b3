/** Dialogs that name what will happen to how many tags. */
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { GivenTag, Tag } from '@endcap/contract/tags'
import type { TaskType } from '@endcap/contract/vocabulary'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import type { ActionProps } from '../table/spec.ts'
import { notifyDone } from '../ui/notify.ts'
import { taskLink } from './task-link.ts'
import { useStoreCodeIfAny } from '../app/route.ts'
import { undoOfDeassign } from './undo.ts'

interface Props extends ActionProps<Tag> {
  name: 'deassign' | 'reassign' | 'reassignAll'
  type: TaskType
  run: () => Promise<{ taskId: string; tagCount: number; carried?: readonly GivenTag[] }>
  danger?: boolean
}

function Confirm({ name, rows, close, type, run, danger = false }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const storeCode = useStoreCodeIfAny()
  const submit = async () => {
    const { taskId, tagCount, carried = [] } = await run()
    void notifyDone(
      t,
      t(`tags.did.${name}`, { count: tagCount }),
      ...taskLink(t, storeCode, taskId, type),
      ...undoOfDeassign(storeCode, carried, { t, api, queries }),
    )
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
      type="DEASSIGN"
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
      type="UPDATE"
      run={() => api.tags.reassign({ body: { storeCode, tagList: props.rows.map((tag) => tag.tagMac) } })}
    />
  )
}
export function ReassignAllModal(props: ActionProps<Tag>) {
  const api = useApi()
  const storeCode = useStoreCodeIfAny()
  return <Confirm {...props} name="reassignAll" type="UPDATE" run={() => api.tags.reassignAll({ body: { storeCode } })} />
}
