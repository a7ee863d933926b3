/** The rows of a print list, in the order in which they are printed; quantity and template are changed where they stand. */
import type { Alias } from '@endcap/contract/products'
import { maxPrintQty } from '@endcap/contract/printing'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RowButton } from '../table/RowButton.tsx'
import { LocalTable } from '../table/LocalTable.tsx'
import { notify } from '../ui/notify.ts'
import { hasOwnData, readQty, withRow, type ListRow, type PrintList } from './list.ts'
import type { SheetLayout } from '../app/lists.ts'
import { nameOf, type ChangeList, type Products } from './use-print-list.ts'
import { clsx } from 'clsx'
import helpers from '../ui/helpers.module.css'
import skeletonStyles from '../ui/Skeleton.module.css'
import styles from './printing.module.css'
import { stateClass } from '../ui/state.tsx'
import { Input, NativeSelect } from '../ui/inputs.tsx'

interface Props {
  list: PrintList
  change: ChangeList
  products: Products
  aliases: readonly Alias[]
  layouts: readonly SheetLayout[]
  onEdit: (id: string) => void
  onRemove: (row: ListRow) => void
}

export function PrintRows({ list, change, products, aliases, layouts, onEdit, onRemove }: Props) {
  const { t } = useTranslation()
  return (
    <LocalTable
      label={t('printing.list')}
      rows={list.rows}
      rowId={(row) => row.id}
      headingOf={(field) => t(`printing.column.${field}`)}
      columns={[
        {
          field: 'prCode',
          width: 160,
          sort: false,
          cell: (row) => (
            <button type="button" className={clsx(helpers.cell, helpers.mono)} onClick={() => onEdit(row.id)}>
              {row.prCode}
            </button>
          ),
        },
        {
          field: 'qty',
          width: 96,
          numeric: true,
          sort: false,
          cell: (row) => <Qty key={row.qty} row={row} onQty={(qty) => change((now) => withRow(now, { ...row, qty }))} />,
        },
        { field: 'prInfo', width: 270, sort: false, cell: (row) => <Name row={row} products={products} aliases={aliases} /> },
        {
          field: 'layoutId',
          width: 170,
          sort: false,
          cell: (row) => (
            <NativeSelect
              aria-label={t('printing.sheetOf', { id: row.prCode })}
              value={row.layoutId ?? ''}
              onChange={(event) => change((now) => withRow(now, { ...row, layoutId: event.target.value || null }))}
            >
              <option value="">{list.layoutId === null ? t('printing.ofList') : t('printing.ofListIs', { name: list.layoutId })}</option>
              {layouts.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </NativeSelect>
          ),
        },
        { field: 'description', width: 240, sort: false },
      ]}
      empty={t('printing.empty')}
      rowButtons={2}
      rowActions={(row) => (
        <>
          <RowButton label={t('printing.editOf', { id: row.prCode })} icon={IconPencil} onClick={() => onEdit(row.id)} />
          <RowButton label={t('printing.removeOf', { id: row.prCode })} icon={IconTrash} onClick={() => onRemove(row)} />
        </>
      )}
    />
  )
}

function Name({ row, products, aliases }: { row: ListRow; products: Products; aliases: readonly Alias[] }) {
  const { t } = useTranslation()
  const product = products(row.prCode)
  if (product === null)
    return (
      <span className={stateClass('bad')} data-part="state">
        {t('printing.unknown')}
      </span>
    )
  if (product === undefined) return <span className={skeletonStyles.skeleton} data-part="skeleton" style={{ width: 120 }} />
  const own = row.prInfo.map((value, slot) => value ?? product[slot] ?? '')
  return (
    <>
      {nameOf(aliases, [...own, ...product.slice(own.length)]) || '–'}
      {hasOwnData(row) && <span className={styles.printOwn}>{t('printing.own')}</span>}
    </>
  )
}

function Qty({ row, onQty }: { row: ListRow; onQty: (qty: number) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState(String(row.qty))
  const settle = () => {
    const qty = readQty(text)
    if (qty === undefined) {
      void notify(t('printing.badQty', { max: maxPrintQty }), 'bad')
      setText(String(row.qty))
    } else if (qty !== row.qty) onQty(qty)
  }
  return (
    <Input
      inputMode="numeric"
      aria-label={t('printing.qtyOf', { id: row.prCode })}
      aria-invalid={readQty(text) === undefined}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle()
      }}
      autoComplete="off"
    />
  )
}
