/** How the labels of a product stand, in one cell. */
import type { ListedProduct } from '@endcap/contract/products'
import { useTranslation } from 'react-i18next'
import { State } from './state.tsx'
import helpers from './helpers.module.css'

interface LabelsProps extends Pick<ListedProduct, 'prCode' | 'labels'> {
  /** Opens the list of them. */
  onTags?: (() => void) | undefined
}
/** The worst that can be said of its labels, and of how many. */
export function ProductLabels({ prCode, labels: { error, inProgress, good }, onTags }: LabelsProps) {
  const { t } = useTranslation()
  const count = error + inProgress + good
  if (count === 0) return <State state="NONE" kind="idle" label={t('products.labels.none')} />
  const [status, words] =
    error > 0
      ? ['NG', t('products.labels.error', { count: error })]
      : inProgress > 0
        ? ['UPDATE', t('products.labels.inProgress', { count: good, all: count })]
        : ['OK', t('products.labels.good', { count })]
  const state = <State state={status} label={words} />
  if (onTags === undefined) return state
  const name = t('tags.list.ofProduct', { id: prCode })
  return (
    <button type="button" className={helpers.cell} aria-label={`${words} · ${name}`} title={name} onClick={onTags}>
      {state}
    </button>
  )
}
