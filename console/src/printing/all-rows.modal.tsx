/** What is done to all rows of a print list at once. */
import { maxPrintQty } from '@endcap/contract/printing'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormModal } from '../form/modal.tsx'
import { emptyList, readQty, type PrintList } from './list.ts'
import type { SheetLayout } from '../app/lists.ts'
import type { ChangeUndoably } from './use-print-list.ts'
import { Select } from '../form/Select.tsx'
import { TextInput } from '../form/TextInput.tsx'

interface Props {
  list: PrintList
  change: ChangeUndoably
  close: () => void
}
const unchanged = 'unchanged'

export function AllRowsModal({ list, change, layouts, close }: Props & { layouts: readonly SheetLayout[] }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [layout, setLayout] = useState(unchanged)
  const submit = async () => {
    const qty = readQty(text)
    if (text.trim() !== '' && qty === undefined) throw new Error(t('printing.badQty', { max: maxPrintQty }))
    const count = list.rows.length
    change(
      (now) => ({
        ...now,
        rows: now.rows.map((row) => ({ ...row, qty: qty ?? row.qty, layoutId: layout === unchanged ? row.layoutId : layout || null })),
      }),
      t('printing.undo.changed', { count }),
      t('printing.undo.change', { count }),
    )
    close()
  }
  return (
    <FormModal
      title={t('printing.all.title', { count: list.rows.length })}
      submit={t('printing.all.apply')}
      onSubmit={submit}
      onClose={close}
      disabled={text.trim() === '' && layout === unchanged}
    >
      <TextInput
        label={t('printing.column.qty')}
        placeholder={t('printing.all.same')}
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={text.trim() !== '' && readQty(text) === undefined}
        data-autofocus
        autoComplete="off"
      />
      <Select
        label={t('printing.sheet')}
        data={[
          { value: unchanged, label: t('printing.all.same') },
          { value: '', label: list.layoutId === null ? t('printing.ofList') : t('printing.ofListIs', { name: list.layoutId }) },
          ...layouts.map(({ name }) => name),
        ]}
        value={layout}
        onChange={(chosen) => setLayout(chosen ?? unchanged)}
        allowDeselect={false}
      />
    </FormModal>
  )
}

export function ClearModal({ list, change, close }: Props) {
  const { t } = useTranslation()
  const submit = async () => {
    const count = list.rows.length
    change(
      (now) => ({ ...emptyList, layoutId: now.layoutId, next: now.next }),
      t('printing.undo.cleared', { count }),
      t('printing.undo.clear'),
    )
    close()
  }
  return (
    <FormModal title={t('printing.clear.title')} submit={t('printing.clear.confirm')} onSubmit={submit} onClose={close} danger>
      <p style={{ margin: 0 }}>{t('printing.clear.text', { count: list.rows.length })}</p>
    </FormModal>
  )
}
