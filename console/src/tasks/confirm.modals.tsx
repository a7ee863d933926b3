/** Dialogs before a task is taken back or tried again: they name what will happen. */
import type { TaskType } from '@endcap/contract/vocabulary'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { notify } from '../ui/notify.ts'

interface OfTask {
  storeCode: string
  taskId: string
  close: () => void
}

/** Both begin a task of their own, and lead to it. */
function TaskConfirm({
  storeCode,
  taskId,
  close,
  name,
  run,
}: OfTask & { name: 'revert' | 'retry'; run: () => Promise<{ taskId: string }> }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const type: TaskType = name === 'revert' ? 'REVERT' : 'UPDATE'
  return (
    <FormModal
      title={t(`updates.${name}.title`, { id: taskId })}
      submit={t(`updates.${name}.submit`)}
      danger={name === 'revert'}
      onClose={close}
      onSubmit={async () => {
        const started = await run()
        void notify(t('common.complete'))
        close()
        await navigate({ to: paths.task(storeCode, started.taskId, type), search: {} })
      }}
    >
      <p style={{ margin: 0 }}>{t(`updates.${name}.text`)}</p>
    </FormModal>
  )
}

export function RevertModal(task: OfTask) {
  const api = useApi()
  const { storeCode, taskId } = task
  return <TaskConfirm {...task} name="revert" run={() => api.updates.revert({ params: { storeCode, taskId } })} />
}
export function RetryModal(task: OfTask) {
  const api = useApi()
  const { storeCode, taskId } = task
  return <TaskConfirm {...task} name="retry" run={() => api.tasks.retry({ params: { storeCode, taskId } })} />
}
