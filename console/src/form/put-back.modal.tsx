/** Puts what changes of products altered back to what it was: the dialog says every field with what stands there now, and the labels follow. */
import { maxListed, type ListedProduct } from '@endcap/contract/products'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { errorText, useApi } from '../app/services.ts'
import { useAliases } from '../data/aliases.ts'
import { canPutBack, differences, putBack, type Difference, type PuttableBack } from '../data/product-differences.ts'
import { notifyAbout } from '../ui/notify.ts'
import { FormModal } from './modal.tsx'
import { PriceReview } from './PriceReview.tsx'
import { useReviewedSave } from './use-reviewed-save.ts'
import styles from './put-back.module.css'

interface Props {
  storeCode: string
  /** Of different products, each with one change; `maxListed` at most. */
  changes: readonly PuttableBack[]
  onClose: (changed: boolean) => void
}
interface Row {
  product: ListedProduct
  next: Pick<ListedProduct, 'prInfo' | 'layoutId' | 'nfc'>
  list: Difference[]
}

/** Why these changes cannot be put back, as the key of its words. */
export const refusePutBack = (changes: readonly PuttableBack[]): string | undefined =>
  changes.length > maxListed ? 'products.putBack.tooMany' : changes.some(canPutBack) ? undefined : 'products.putBack.none'

export function PutBackModal({ storeCode, changes, onClose }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const aliases = useAliases()
  const { review, ticks, save } = useReviewedSave()
  const changeOf = new Map(changes.filter(canPutBack).map((change) => [change.prCode, change]))
  const prCodeList = [...changeOf.keys()]
  const isOne = prCodeList.length === 1
  const { data, error } = useQuery({
    queryKey: ['products', storeCode, 'list', ...prCodeList],
    queryFn: ({ signal }) => api.products.list({ params: { storeCode }, body: { prCodeList } }, { signal }),
  })
  const rows = data?.productList.flatMap((product): Row[] => {
    const change = changeOf.get(product.prCode)
    const next = change && putBack(product, change)
    if (next === undefined) return []
    const list = differences(product, next, { aliases, t })
    return list.length === 0 ? [] : [{ product, next: { ...next, prInfo: [...next.prInfo] }, list }]
  })
  const submit = async () => {
    // What others change meanwhile is not undone unseen: the server refuses then, and nothing is changed.
    const productList = (rows ?? []).map(({ product: { prCode, updateId }, next }) => ({ prCode, ...next, updateId }))
    try {
      const saved = await save({ storeCode, productList })
      if (saved === undefined) return
      const { taskId, tagCount } = saved
      void notifyAbout(
        taskId === null ? t('products.savedNone') : t('products.saved', { count: tagCount }),
        productList.map(({ prCode }) => prCode).join(', '),
        ...(isOne ? [{ to: paths.productHistory(storeCode, prCodeList[0] ?? ''), text: t('state.done.history') }] : []),
      )
      onClose(true)
    } finally {
      void queries.invalidateQueries({ queryKey: ['products', storeCode] })
    }
  }
  const labels = (rows ?? []).reduce((sum, { product }) => sum + product.tagCount, 0)
  return (
    <FormModal
      title={
        isOne
          ? t('products.putBack.title', { id: data?.productList[0]?.name || prCodeList[0] })
          : t('products.putBack.titleMany', { count: prCodeList.length })
      }
      submit={t('products.putBack.submit')}
      onSubmit={submit}
      onClose={() => onClose(false)}
      size={isOne ? '460px' : '640px'}
      readOnly={rows?.length === 0}
      disabled={rows === undefined}
      why={ticks.why}
      problem={error === null ? undefined : errorText(error, t)}
    >
      {rows?.length === 0 && <p role="status">{t('products.putBack.same')}</p>}
      {data !== undefined && data.unknown.length > 0 && (
        <p role="status">{t('products.putBack.gone', { list: data.unknown.join(', ') })}</p>
      )}
      {rows !== undefined && rows.length > 0 && (
        <>
          <div className={styles.box}>
            <table className={styles.changes}>
              <thead>
                <tr>
                  {!isOne && <th scope="col">{t('products.column.name')}</th>}
                  <th scope="col">{t('products.putBack.field')}</th>
                  <th scope="col">{t('products.putBack.now')}</th>
                  <th scope="col">{t('products.putBack.then')}</th>
                </tr>
              </thead>
              <tbody>
                {rows.flatMap(({ product, list }) =>
                  list.map(({ name, from, to }) => (
                    <tr key={`${product.prCode} ${name}`}>
                      {!isOne && <td>{product.name || product.prCode}</td>}
                      <th scope="row">{name}</th>
                      <td>
                        <del>{from || '–'}</del>
                      </td>
                      <td>
                        <b>{to || '–'}</b>
                      </td>
                    </tr>
                  )),
                )}
              </tbody>
            </table>
          </div>
          {review !== undefined && <PriceReview review={review} ticks={ticks} announced />}
          <p>{t(isOne ? 'products.follow' : 'products.putBack.follow', { count: labels })}</p>
        </>
      )}
    </FormModal>
  )
}
