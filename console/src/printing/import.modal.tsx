/** Brings rows in from a file. What is in the list stays; of a file with wrong lines, the right ones come in when that is wanted. */
import type { Contract } from '@endcap/contract'
import type { ResultOf } from '@endcap/contract/endpoint'
import { maxPrintQty, maxPrintRows, printColumns } from '@endcap/contract/printing'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { useAliasLabel } from '../data/aliases.ts'
import { FileDrop } from '../form/FileDrop.tsx'
import { sayLines } from '../form/file-reasons.ts'
import { FormModal } from '../form/modal.tsx'
import { WrongLines } from '../form/WrongLines.tsx'
import { formatNumber } from '../ui/format.ts'
import { notify } from '../ui/notify.ts'
import { withRows, type PrintList } from './list.ts'
import { usePaperLayouts } from '../app/lists.ts'
import type { ChangeList } from './use-print-list.ts'

interface Props {
  storeCode: string
  list: PrintList
  change: ChangeList
  close: () => void
}

export function ImportModal({ storeCode, list, change, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const layouts = usePaperLayouts()
  const labelOf = useAliasLabel()
  const [file, setFile] = useState<File>()
  const [read, setRead] = useState<ResultOf<Contract['printing']['read']>>()
  const add = ({ rows }: NonNullable<typeof read>) => {
    if (list.rows.length + rows.length > maxPrintRows) throw new Error(t('printing.tooManyRows', { max: formatNumber(maxPrintRows) }))
    change((now) =>
      withRows(
        now,
        rows.map(({ line: _, ...row }) => row),
      ),
    )
    void notify(t('printing.import.done', { count: rows.length }))
    close()
  }
  const submit = async () => {
    if (read !== undefined) return add(read)
    if (file === undefined) throw new Error(t('printing.import.choose'))
    const answer = await api.printing.read({ params: { storeCode }, body: {}, file: { name: file.name, content: file } })
    if (answer.errorCount === 0) add(answer)
    else setRead(answer)
  }
  const names = layouts.map(({ name }) => name).join(', ')
  return (
    <FormModal
      title={t('printing.import.title')}
      submit={read === undefined ? t('printing.import.read') : t('printing.import.addGood', { count: read.rows.length })}
      onSubmit={submit}
      onClose={close}
      size="560px"
      disabled={file === undefined || read?.rows.length === 0}
    >
      <p style={{ margin: 0 }}>
        {t('printing.import.hint', {
          columns: Object.values(printColumns).join(', '),
          layouts: names,
          qty: maxPrintQty,
          rows: formatNumber(maxPrintRows),
        })}
      </p>
      <FileDrop
        text={t('printing.import.drop')}
        choose={t('printing.import.choose')}
        otherKind={t('printing.badFormat')}
        onFile={(chosen: File | undefined) => {
          setFile(chosen)
          setRead(undefined)
        }}
      />
      {read !== undefined && (
        <p role="status" style={{ margin: 0 }}>
          {t('printing.import.wrong', { count: read.errorCount })}
        </p>
      )}
      <WrongLines label={t('printing.import.errors')} lines={sayLines(read?.error ?? [], read?.reasons ?? [], { labelOf })} />
    </FormModal>
  )
}
