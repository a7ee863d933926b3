/** One row of a print list: quantity, template, note and own data, with its label beside it. Own data stand on this label alone. */
import { CallError } from '@endcap/contract/client'
import { maxPrintQty } from '@endcap/contract/printing'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { useReadAliases } from '../data/aliases.ts'
import { pauseForImage } from '../data/pause.ts'
import { LabelViewer } from '../ui/LabelViewer.tsx'
import { readQty, withOwn, type ListRow, type PrintList } from './list.ts'
import type { SheetLayout } from '../app/lists.ts'
import { clsx } from 'clsx'
import { Button } from '../ui/Button.tsx'
import { Message } from '../ui/Message.tsx'
import { Select } from '../form/Select.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { useFewFields } from '../form/use-few-fields.tsx'
import dialogStyles from '../form/dialog.module.css'
import productFormStyles from '../form/product-form.module.css'
import peekStyles from '../ui/Peek.module.css'

interface Props {
  storeCode: string
  list: PrintList
  row: ListRow
  product: readonly string[] | null | undefined
  layouts: readonly SheetLayout[]
  onSave: (row: ListRow) => void
  onRemove: () => void
  close: () => void
}

export function RowModal({ storeCode, list, row, product, layouts, onSave, onRemove, close }: Props) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(row)
  const [qty, setQty] = useState(String(row.qty))
  const submit = async () => {
    const count = readQty(qty)
    if (count === undefined) throw new Error(t('printing.badQty', { max: maxPrintQty }))
    onSave({ ...draft, qty: count, description: draft.description.trim() })
    close()
  }
  return (
    <FormModal
      title={t('printing.row.title', { id: row.prCode })}
      submit={t('common.save')}
      onSubmit={submit}
      onClose={close}
      size="900px"
      unsaved={JSON.stringify(draft) !== JSON.stringify(row) || qty !== String(row.qty)}
    >
      <div className={productFormStyles.productForm}>
        <div className={dialogStyles.form}>
          {product === null && <p role="alert">{t('printing.unknownProduct', { code: row.prCode })}</p>}
          <div className={productFormStyles.fields}>
            <TextInput
              label={t('printing.column.qty')}
              inputMode="numeric"
              value={qty}
              onChange={(event) => setQty(event.target.value)}
              error={readQty(qty) === undefined}
              data-autofocus
              autoComplete="off"
            />
            <Select
              label={t('printing.sheet')}
              data={[
                { value: '', label: list.layoutId === null ? t('printing.ofList') : t('printing.ofListIs', { name: list.layoutId }) },
                ...layouts.map(({ name }) => name),
              ]}
              value={draft.layoutId ?? ''}
              onChange={(layoutId) => setDraft({ ...draft, layoutId: layoutId || null })}
              allowDeselect={false}
            />
            <TextInput
              className={productFormStyles.wide}
              label={t('printing.column.description')}
              description={t('printing.row.note')}
              maxLength={200}
              value={draft.description}
              onChange={(event) => setDraft({ ...draft, description: event.target.value })}
              autoComplete="off"
            />
          </div>
          <p>{t('printing.row.hint')}</p>
          <OwnData prInfo={draft.prInfo} base={product ?? []} onChange={(prInfo) => setDraft({ ...draft, prInfo })} />
          {draft.prInfo.length > 0 && <Button onClick={() => setDraft({ ...draft, prInfo: [] })}>{t('printing.row.asProduct')}</Button>}
          <Button
            look="ghost"
            onClick={() => {
              onRemove()
              close()
            }}
          >
            {t('printing.row.remove')}
          </Button>
        </div>
        <Label storeCode={storeCode} row={draft} layoutId={draft.layoutId ?? list.layoutId} />
      </div>
    </FormModal>
  )
}

interface DataProps {
  prInfo: ListRow['prInfo']
  /** What the product says. */
  base: NonNullable<Props['product']>
  onChange: (prInfo: ListRow['prInfo']) => void
}
/** What the row says instead of its product, a few fields until all are asked for. */
function OwnData({ prInfo, base, onChange }: DataProps) {
  const { t } = useTranslation()
  const { fields, more } = useFewFields(useReadAliases())
  return (
    <>
      <div className={productFormStyles.fields}>
        {fields.map(({ index, label, name, type }) => {
          const changed = (prInfo[index] ?? null) !== null
          const stands = base[index] ?? ''
          return (
            <TextInput
              key={index}
              className={type === 'name' ? productFormStyles.wide : undefined}
              label={label}
              title={name}
              description={
                changed ? (stands === '' ? t('printing.row.productBlank') : t('printing.row.productSays', { value: stands })) : undefined
              }
              maxLength={1000}
              value={prInfo[index] ?? stands}
              onChange={(event) => onChange(withOwn(prInfo, index, event.target.value, base))}
              autoComplete="off"
            />
          )
        })}
      </div>
      {more}
    </>
  )
}

/** The label as it will be printed. */
function Label({ storeCode, row: { prCode, prInfo }, layoutId }: { storeCode: string; row: ListRow; layoutId: string | null }) {
  const { t } = useTranslation()
  const api = useApi()
  const item = layoutId === null ? undefined : { prCode, prInfo, layoutId }
  const { data, error, isFetching } = useQuery({
    queryKey: ['print-label', storeCode, item],
    queryFn:
      item === undefined
        ? skipToken
        : async ({ signal }) => {
            await pauseForImage(signal)
            const { prList } = await api.printing.preview({ body: { storeCode, prList: [item] } }, { signal })
            return prList[0]
          },
    placeholderData: keepPreviousData,
    retry: false,
  })
  const image = item && data?.data
  const none =
    item === undefined ? t('printing.chooseSheet') : data === undefined && error === null ? t('common.loading') : t('printing.noLabel')
  return (
    <section
      className={clsx(peekStyles.peek, peekStyles.picture, productFormStyles.preview)}
      data-part="peek"
      aria-label={t('printing.row.label')}
      aria-busy={isFetching}
    >
      <LabelViewer
        id="print"
        images={image === null || image === undefined ? [] : [image]}
        alt={t('printing.labelOf', { id: prCode })}
        none={none}
        standing={null}
      />
      {error !== null && !(error instanceof CallError && error.answer.code === 'unknown-product') && (
        <Message role="alert">{errorText(error, t)}</Message>
      )}
      {item !== undefined && data !== undefined && data.problem !== '' && (
        <Message role="status">
          {t('printing.notDrawn')}
          <br />
          {data.problem}
        </Message>
      )}
    </section>
  )
}
