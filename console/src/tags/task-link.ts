/** From a notification to the task that was started; none where no tag was touched. */
import type { TaskType } from '@endcap/contract/vocabulary'
import type { TFunction } from 'i18next'
import { paths } from '../app/paths.ts'
import type { NoticeLink } from '../ui/notify.ts'

export const taskLink = (t: TFunction, storeCode: string, taskId: string, type: TaskType): NoticeLink[] =>
  taskId === '' ? [] : [{ to: paths.task(storeCode, taskId, type), text: t('state.done.task', { id: taskId }) }]
