/** A product: created, changed, or only looked at, with its label beside it (specification 2 §2, §5). */
import { isNfcAddress } from '@endcap/contract/nfc'
import { CallError } from '@endcap/contract/client'
import type { PriceMisfit } from '@endcap/contract/price-review'
import type { Product } from '@endcap/contract/products'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { errorText, useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { PriceReview } from '../form/PriceReview.tsx'
import { useReviewedSave } from '../form/use-reviewed-save.ts'
import { TextInput } from '../form/TextInput.tsx'
import type { ActionProps } from '../table/spec.ts'
import { useStoreCodeIfAny } from '../app/route.ts'
import { notify, notifyAbout } from '../ui/notify.ts'
import { useAliases, useMeant } from '../data/aliases.ts'
import { rebase } from '../data/product-differences.ts'
import { undoOfSave } from './undo.tsx'
import { draftOf, isChanged, withSlot, type Draft } from './draft.ts'
import { ProductFields } from './ProductFields.tsx'
import { LabelPreview } from '../ui/LabelPreview.tsx'
import { Button } from '../ui/Button.tsx'
import dialogStyles from '../form/dialog.module.css'
import productFormStyles from '../form/product-form.module.css'
import helpers from '../ui/helpers.module.css'

/** What a new product stands at: it must not be there yet. */
const notThere = '0'
const changedSince = (error: unknown) => error instanceof CallError && error.answer.code === 'changed-since'

export function CreateProductModal({ close }: ActionProps<Product>) {
  return <ProductModal close={close} />
}

interface Props {
  /** None for a new one. */
  product?: Product
  readOnly?: boolean
  close: (changed: boolean) => void
}
/** What was typed stands on this: the product as it was loaded, or nothing. */
interface Base {
  draft: Draft
  updateId: string
  tagCount: number
}
const baseOf = (product: Product | undefined): Base => ({
  draft: draftOf(product),
  updateId: product?.updateId ?? notThere,
  tagCount: product?.tagCount ?? 0,
})

/** What is typed for a product, and how it is kept: what is registered meanwhile, here or by others, is never overwritten unseen. */
function useProduct(product: Product | undefined, close: (changed: boolean) => void) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const storeCode = useStoreCodeIfAny()
  const meant = useMeant()
  const [code, setCode] = useState(product?.prCode ?? '')
  const [base, setBase] = useState(() => baseOf(product))
  const [draft, setDraft] = useState(base.draft)
  /** `asked`: a new product turned out to be registered. `overtaken`, `loaded`: others have changed it, and it has been loaded anew. */
  const [stage, setStage] = useState<'typed' | 'asked' | 'overtaken' | 'loaded'>('typed')
  const { save, forget, take, ...reviewed } = useReviewedSave()
  /** What was found of other prices is no longer said. */
  const type = (next: Draft) => {
    forget()
    setDraft(next)
  }
  /** With a value that fits. */
  const takeOver = (misfit: PriceMisfit, next: Draft) => {
    take(misfit)
    setDraft(next)
  }
  const creates = product === undefined
  const prCode = code.trim()

  const find = async (): Promise<Product | undefined> => {
    try {
      return await api.products.get({ params: { prCode, storeCode } })
    } catch (error) {
      if (error instanceof CallError && error.status === 404) return undefined
      throw error
    }
  }
  const standOn = (newer: Product) => {
    const next = baseOf(newer)
    setDraft(rebase(draft, base.draft, next.draft))
    setBase(next)
  }
  /** Asks whether to update what is registered; true when there is something. */
  const isRegistered = async () => {
    const found = await find()
    if (found === undefined) return false
    standOn(found)
    setStage('asked')
    return true
  }
  const loadNewer = () => {
    find()
      .then((found) => {
        // Removed meanwhile: saved again, it is there again.
        if (found === undefined) setBase({ ...base, updateId: notThere, tagCount: 0 })
        else standOn(found)
        setStage('loaded')
      })
      .catch((error: unknown) => notify(errorText(error, t), 'bad'))
  }
  const submit = async () => {
    if (prCode === '') throw new Error(t('products.enterCode'))
    if (creates && draft.layoutId === null) throw new Error(t('products.enterLayout'))
    if (!isNfcAddress(draft.nfc)) throw new Error(t('error.nfc-address'))
    const { updateId } = base
    if (updateId === notThere && creates && (await isRegistered())) throw new Error(t('products.exists'))
    const { prInfo, layoutId, nfc } = draft
    const changed = { prCode, prInfo: [...prInfo], layoutId, nfc: nfc.trim() || null, updateId }
    try {
      const saved = await save({ storeCode, productList: [changed] })
      if (saved === undefined) return
      const { taskId, tagCount } = saved
      // "no matching tags" counts as success (specification 2 §4).
      const name = meant.name === null ? '' : (prInfo[meant.name] ?? '')
      void notifyAbout(
        taskId === null ? t('products.savedNone') : t('products.saved', { count: tagCount }),
        `${name} ${prCode}`.trim(),
        { to: paths.productList(storeCode), search: { peek: prCode } },
        { to: paths.productHistory(storeCode, prCode), text: t('state.done.history') },
        // A new product has nothing to go back to.
        ...(updateId === notThere
          ? []
          : [undoOfSave({ storeCode, prCode, name: name || prCode, before: base.draft, after: changed }, { t, api, queries })]),
      )
    } catch (error) {
      if (!changedSince(error)) throw error
      if (creates && updateId === notThere && (await isRegistered())) throw new Error(t('products.exists'), { cause: error })
      setStage('overtaken')
      return
    }
    void queries.invalidateQueries({ queryKey: ['products', storeCode] })
    close(true)
  }
  const ask = (text: string) => {
    setCode(text)
    if (stage !== 'asked') return
    // Another code, another product: what was filled in of the registered one goes again.
    setDraft(rebase(draft, base.draft, draftOf(undefined)))
    setBase(baseOf(undefined))
    setStage('typed')
  }
  return { code, prCode, ask, base, draft, type, takeOver, stage, creates, loadNewer, submit, storeCode, ...reviewed }
}

export function ProductModal({ product, readOnly = false, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const typed = useProduct(product, close)
  const { code, prCode, ask, base, draft, type, stage, creates, loadNewer, submit, storeCode, review, ticks } = typed
  const aliases = useAliases()
  const takeOver = (misfit: PriceMisfit) => {
    const slot = aliases.find(({ name }) => name === misfit.name)?.index
    if (slot !== undefined) typed.takeOver(misfit, withSlot(draft, slot, misfit.right, base.draft))
  }
  return (
    <FormModal
      title={creates ? t('products.action.create') : t(readOnly ? 'products.view' : 'products.edit', { id: product?.prCode })}
      submit={stage === 'asked' ? t('products.update') : t('common.save')}
      onSubmit={submit}
      onClose={() => close(false)}
      size="900px"
      tall
      readOnly={readOnly}
      unsaved={!readOnly && (isChanged(draft, base.draft) || (creates && prCode !== ''))}
      problem={stage === 'overtaken' ? t('products.overtaken') : undefined}
      why={ticks.why}
    >
      {review !== undefined && <PriceReview review={review} ticks={ticks} onTakeOver={takeOver} announced />}
      <div className={productFormStyles.productForm}>
        <div className={dialogStyles.form}>
          {stage === 'overtaken' && <Button onClick={loadNewer}>{t('products.newer')}</Button>}
          {stage === 'loaded' && <p role="status">{t('products.newerLoaded')}</p>}
          {stage === 'asked' && <p role="status">{t('products.changedFields')}</p>}
          <TextInput
            field="prCode"
            label={t('products.column.prCode')}
            classNames={{ input: helpers.mono }}
            value={code}
            onChange={(event) => ask(event.target.value)}
            readOnly={!creates}
            data-autofocus={creates ? true : undefined}
            autoComplete="off"
          />
          <ProductFields
            draft={draft}
            base={base.draft}
            showsOthers={stage === 'loaded'}
            creates={creates}
            readOnly={readOnly}
            onChange={type}
          />
          {base.tagCount > 0 && !readOnly && <p>{t('products.follow', { count: base.tagCount })}</p>}
        </div>
        <LabelPreview
          label={prCode === '' ? undefined : { storeCode, prCode, prInfo: [...draft.prInfo], layoutId: draft.layoutId }}
          draw={api.products.preview}
          alt={t('products.preview.of', { id: prCode })}
          missing={t('products.preview.noCode')}
        />
      </div>
    </FormModal>
  )
}
