/** Printing labels again: the chosen ones, all of a task, or those that could not be printed. */
import type { PaperRow } from '@endcap/contract/papers'
import { useTranslation } from 'react-i18next'
import { usePath } from '../app/route.ts'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import type { ActionProps } from '../table/spec.ts'
import { notify } from '../ui/notify.ts'

const usePlace = () => usePath('storeCode', 'taskId')

interface Props extends Pick<ActionProps<PaperRow>, 'close'> {
  title: string
  text: string
  submit: string
  run: () => Promise<{ rows: number }>
}
function Confirm({ title, text, submit, run, close }: Props) {
  const { t } = useTranslation()
  const print = async () => {
    const { rows } = await run()
    void notify(t('papers.printing', { count: rows }))
    close(true)
  }
  return (
    <FormModal title={title} submit={submit} onSubmit={print} onClose={() => close(false)}>
      <p style={{ margin: 0 }}>{text}</p>
    </FormModal>
  )
}

export function PrintModal({ rows, close }: ActionProps<PaperRow>) {
  const { t } = useTranslation()
  const api = useApi()
  const place = usePlace()
  const lineList = rows.map((row) => row.line)
  return (
    <Confirm
      title={rows.length === 0 ? t('papers.confirm.all') : t('papers.confirm.some', { count: rows.length })}
      text={t('papers.confirm.text')}
      submit={t('papers.action.print')}
      run={() => api.papers.print({ body: { ...place, ...(rows.length > 0 && { lineList }) } })}
      close={close}
    />
  )
}

export function PrintFailedModal({ close }: ActionProps<PaperRow>) {
  const { t } = useTranslation()
  const api = useApi()
  const body = usePlace()
  return (
    <Confirm
      title={t('papers.confirm.failed')}
      text={t('papers.confirm.failedText')}
      submit={t('papers.action.printFailed')}
      run={() => api.papers.printFailed({ body })}
      close={close}
    />
  )
}
