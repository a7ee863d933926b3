/** Rules tried on the products of a store while they are written: what each gets and why, and how many get what. */
import { CallError } from '@endcap/contract/client'
import type { LayoutRule, RuledProduct } from '@endcap/contract/layout-rules'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { useFirstStore } from '../data/use-stores.ts'
import { formatNumber } from '../ui/format.ts'
import { Hint } from '../ui/Hint.tsx'
import { Message } from '../ui/Message.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Input } from '../ui/inputs.tsx'
import { StoreField } from '../form/StoreField.tsx'
import tableStyles from '../table/table.module.css'
import helpers from '../ui/helpers.module.css'
import styles from './layouts.module.css'

/** So long nothing may be changed before it is tried. */
const pauseMs = 400
/** So many products the server names. */
const maxShown = 50

interface Props {
  /** Empty: all stores. */
  scope: string
  /** How often the rules were saved: what holds now is something else then. */
  rev: number
  /** Undefined: something is missing in them. */
  rules: LayoutRule[] | undefined
  /** The place that the server names, such as `ruleList.0.layoutId`. */
  onWrong: (field: string | undefined) => void
}

export function RulesTry({ scope, rev, rules, onWrong }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const account = useFirstStore()
  const [asked, setAsked] = useState<string>()
  const storeCode = scope || (asked ?? account?.first?.storeCode ?? '')
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), pauseMs)
  // As text: rules that say the same are not tried again.
  const [text] = useDebouncedValue(rules === undefined ? undefined : JSON.stringify(rules), pauseMs)
  const { data, error, isFetching } = useQuery({
    queryKey: ['layout-tries', storeCode, scope, rev, text, search],
    queryFn:
      text === undefined || storeCode === ''
        ? skipToken
        : ({ signal }) => {
            const ruleList = JSON.parse(text) as LayoutRule[]
            return api.layouts.tryRules(
              { body: { storeCode, ruleList, shared: scope === '', ...(search !== '' && { search }) } },
              { signal },
            )
          },
    placeholderData: keepPreviousData,
    retry: false,
  })
  const field = error instanceof CallError ? error.answer.field : undefined
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- each answer is told of once
  useEffect(() => (field === undefined ? undefined : onWrong(field)), [error])
  return (
    <section className={styles.layoutTry} aria-label={t('layouts.try.title')} aria-busy={isFetching}>
      <h2>{t('layouts.try.title')}</h2>
      {scope === '' && <StoreField label={t('layouts.store')} value={storeCode === '' ? null : storeCode} onChange={setAsked} />}
      {account?.first === null && scope === '' && <Hint>{t('layouts.try.noStore')}</Hint>}
      {rules === undefined && <Hint>{t('layouts.try.incomplete')}</Hint>}
      {error !== null && rules !== undefined && <Message role="alert">{errorText(error, t)}</Message>}
      {data === undefined && error === null && rules !== undefined && (account === undefined || storeCode !== '') && (
        <Skeleton style={{ height: 120 }} />
      )}
      {data !== undefined && (
        <>
          <Counts counts={data.counts} />
          <Input
            type="search"
            aria-label={t('layouts.try.search')}
            placeholder={t('layouts.try.search')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <ul className={styles.layoutRuled} aria-label={t('layouts.try.products')}>
            {data.productList.map((product) => (
              <Ruled key={product.prCode} product={product} />
            ))}
          </ul>
          {data.productList.length === maxShown && <Hint>{t('layouts.try.first', { count: maxShown })}</Hint>}
          {data.productList.length === 0 && <Hint>{t('common.nothingFound')}</Hint>}
        </>
      )}
    </section>
  )
}

function Counts({ counts }: { counts: { layoutId: string; products: number; before: number }[] }) {
  const { t } = useTranslation()
  if (counts.length === 0) return <Hint>{t('layouts.try.noProducts')}</Hint>
  return (
    <table className={styles.layoutTasks}>
      <thead>
        <tr>
          <th scope="col">{t('layouts.column.layoutId')}</th>
          <th scope="col" className={tableStyles.number}>
            {t('layouts.try.before')}
          </th>
          <th scope="col" className={tableStyles.number}>
            {t('layouts.try.after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ layoutId, products, before }) => (
          <tr key={layoutId} data-changed={products !== before || undefined}>
            <td>{layoutId}</td>
            <td className={tableStyles.number}>{formatNumber(before)}</td>
            <td className={tableStyles.number}>{formatNumber(products)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Ruled({ product: { prCode, name, layoutId, because, rule } }: { product: RuledProduct }) {
  const { t } = useTranslation()
  const called = rule === null || rule.name === '' ? '' : t('layouts.try.called', { name: rule.name })
  const why =
    rule === null
      ? t(`layouts.try.because.${because === 'usual' ? 'default' : because}`, { layout: layoutId })
      : t(`layouts.try.because.${rule.storeCode === null ? 'sharedRule' : 'rule'}`, { layout: layoutId, place: rule.place, name: called })
  return (
    <li>
      <span className={helpers.mono}>{prCode}</span> <span>{name}</span>
      <small>{why.trim()}</small>
    </li>
  )
}
