/** Dialogs before a task is taken back or tried again: they name what will happen. */
import type { TaskType } from '@endcap/contract/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { errorText, useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { PriceReview } from '../form/PriceReview.tsx'
import { usePriceTicks } from '../form/use-price-ticks.ts'
import { notifyDone } from '../ui/notify.ts'
import { Skeleton } from '../ui/Skeleton.tsx'

interface OfTask {
  storeCode: string
  taskId: string
  close: () => void
}

/** Begins a task of its own, and leads to it. */
function useStart({ storeCode, close }: OfTask, type: TaskType) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return async (run: () => Promise<{ taskId: string }>) => {
    const started = await run()
    void notifyDone(t, t('state.done.started', { id: started.taskId }), { to: paths.task(storeCode, started.taskId, type) })
    close()
    await navigate({ to: paths.task(storeCode, started.taskId, type), search: {} })
  }
}

/** Says every price that goes back, and asks for a tick where one looks wrong. */
export function RevertModal(task: OfTask) {
  const { t } = useTranslation()
  const api = useApi()
  const { storeCode, taskId, close } = task
  const start = useStart(task, 'REVERT')
  const { data, error } = useQuery({
    queryKey: ['tasks', storeCode, 'checkRevert', taskId],
    queryFn: ({ signal }) => api.updates.checkRevert({ params: { storeCode, taskId } }, { signal }),
    // What stands may be another one each time it is asked.
    staleTime: 0,
    gcTime: 0,
  })
  const ticks = usePriceTicks(data)
  return (
    <FormModal
      title={t('updates.revert.title', { id: taskId })}
      submit={t('updates.revert.submit')}
      danger
      size="640px"
      tall
      onClose={close}
      onSubmit={() => start(() => api.updates.revert({ params: { storeCode, taskId } }))}
      disabled={data === undefined}
      why={ticks.why}
      problem={error === null ? undefined : errorText(error, t)}
    >
      {data === undefined && error === null && <Skeleton style={{ height: 60 }} />}
      {data !== undefined && (
        <>
          <p style={{ margin: 0 }}>
            {t('updates.revert.products', { count: data.newCount + data.changed })} {t('updates.revert.labels', { count: data.tagCount })}
          </p>
          <PriceReview review={data} ticks={ticks} />
        </>
      )}
    </FormModal>
  )
}

export function RetryModal(task: OfTask) {
  const { t } = useTranslation()
  const api = useApi()
  const { storeCode, taskId, close } = task
  const start = useStart(task, 'UPDATE')
  return (
    <FormModal
      title={t('updates.retry.title', { id: taskId })}
      submit={t('updates.retry.submit')}
      onClose={close}
      onSubmit={() => start(() => api.tasks.retry({ params: { storeCode, taskId } }))}
    >
      <p style={{ margin: 0 }}>{t('updates.retry.text')}</p>
    </FormModal>
  )
}
