/** /setting/promotion: the types of stores, and the promotions of the chosen one (specification 2 §2). */
import type { Promotion, StoreTypeRow } from '@endcap/contract/promotions'
import { IconEye, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddressDialog } from '../app/address-dialog.ts'
import { paths } from '../app/paths.ts'
import { textOf, useRouteSearch } from '../app/route.ts'
import { useApi, useCan } from '../app/services.ts'
import { timeColumn } from '../table/columns.tsx'
import { RowButton } from '../table/RowButton.tsx'
import { LocalTable } from '../table/LocalTable.tsx'
import { FormModal } from '../form/modal.tsx'
import { useAliases, useMeant, type NamedAlias } from '../data/aliases.ts'
import { formatNumber } from '../ui/format.ts'
import { notifyDone } from '../ui/notify.ts'
import { Problem } from '../ui/Problem.tsx'
import { Glyph, stateClass } from '../ui/state.tsx'
import { PromotionModal } from './promotion.modal.tsx'
import { priceWords } from './price-draft.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Hint } from '../ui/Hint.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Button } from '../ui/Button.tsx'
import helpers from '../ui/helpers.module.css'
import pageHeadStyles from '../ui/PageHead.module.css'
import sideListStyles from '../ui/side-list.module.css'
import styles from './promotions.module.css'

const icon = { size: 15, stroke: 1.7 }

export function PromotionScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const { type: asked } = useRouteSearch()
  const types = useQuery({
    queryKey: ['promotions', '', 'types'],
    queryFn: async ({ signal }) => (await api.promotions.types({}, { signal })).typeList,
  })
  const chosen = types.data?.find((one) => one.storeType === textOf(asked)) ?? types.data?.[0]
  return (
    <>
      <Problem query={types} />
      <div className={styles.promotions}>
        <nav className={sideListStyles.sideList} aria-label={t('promotions.types')}>
          {types.data === undefined &&
            !types.isError &&
            [1, 2, 3].map((place) => <Skeleton key={place} style={{ height: 44, margin: 6 }} />)}
          {types.data?.map((one) => (
            <Link
              key={one.storeType}
              to={paths.promotions}
              search={{ type: one.storeType }}
              replace
              activeOptions={{ exact: true }}
              aria-current={one === chosen ? 'true' : undefined}
            >
              <b>{one.storeType}</b>
              <small>
                {t('promotions.stores', { count: one.stores })}
                {one.running > 0 && ` · ${t('promotions.running', { count: one.running })}`}
              </small>
            </Link>
          ))}
          {types.data?.length === 0 && <Hint>{t('promotions.noTypes')}</Hint>}
        </nav>
        {chosen !== undefined && <OfType key={chosen.storeType} type={chosen} />}
        {types.data === undefined && !types.isError && <Skeleton style={{ margin: 16 }} aria-busy="true" />}
      </div>
    </>
  )
}

/** A time of the store's own clock, as it was typed. */
const clock = (time: string) => time.replace('T', ' ').replace(/:00$/, '')

function OfType({ type }: { type: StoreTypeRow }) {
  const { storeType, mayChange, timeZones } = type
  const { t } = useTranslation()
  const api = useApi()
  const write = useCan()('product.write') && mayChange
  const query = useQuery({
    queryKey: ['promotions', '', storeType],
    queryFn: async ({ signal }) => (await api.promotions.list({ params: { storeType } }, { signal })).promotionList,
  })
  const aliases = useAliases()
  const meant = useMeant()
  const [chosen, setOpen] = useState<{ step: 'create' | 'edit' | 'remove'; promotion?: Promotion }>()
  const linked = useAddressDialog()
  const asked = write && aliases.length > 0 && linked.asked === 'create'
  const open = chosen ?? (asked ? { step: 'create' as const, promotion: undefined } : undefined)
  const close = () => {
    setOpen(undefined)
    if (asked) linked.settle()
  }
  return (
    <section className={styles.promotionList} aria-label={storeType}>
      <PageHead>
        <h1>{t('promotions.title')}</h1>
        <span className={pageHeadStyles.sub}>
          {storeType} {query.data && `· ${formatNumber(query.data.length)}`}
        </span>
        <span className={helpers.grow} />
        {write && (
          <Button look="primary" disabled={aliases.length === 0} onClick={() => setOpen({ step: 'create' })}>
            <IconPlus {...icon} />
            {t('promotions.create')}
          </Button>
        )}
      </PageHead>
      <p className={styles.promotionNote}>
        {t('promotions.about', { zones: timeZones.join(', ') })} {!write && t('promotions.readOnly')}
      </p>
      <Problem query={query} />
      <LocalTable
        label={t('promotions.title')}
        rows={query.data}
        rowId={(row) => row.promotionId}
        headingOf={(field) => t(`promotions.column.${field === 'prCodeList' ? 'products' : field}`)}
        columns={[
          {
            field: 'name',
            width: 180,
            cell: (row) => (
              <button type="button" className={helpers.cell} onClick={() => setOpen({ step: 'edit', promotion: row })}>
                {row.name}
              </button>
            ),
          },
          { field: 'state', width: 120, cell: (row) => <State promotion={row} /> },
          { field: 'starts', width: 146, cell: (row) => clock(row.starts) },
          { field: 'ends', width: 146, cell: (row) => clock(row.ends) },
          { field: 'prCodeList', width: 170, sort: false, cell: (row) => <Products promotion={row} aliases={aliases} /> },
          { field: 'changes', width: 240, sort: false, cell: (row) => <Changed promotion={row} aliases={aliases} /> },
          { field: 'priority', width: 84, numeric: true },
          { field: 'updatedBy', width: 170 },
          timeColumn('updatedAt'),
        ]}
        order={{ column: 'starts', dir: 'asc' }}
        empty={t('promotions.none')}
        fill={
          write && (
            <Button disabled={aliases.length === 0} onClick={() => setOpen({ step: 'create' })}>
              {t('promotions.first')}
            </Button>
          )
        }
        rowButtons={write ? 2 : 1}
        rowActions={(row) => (
          <>
            <RowButton
              label={t(write ? 'promotions.edit' : 'promotions.view', { name: row.name })}
              icon={write ? IconPencil : IconEye}
              onClick={() => setOpen({ step: 'edit', promotion: row })}
            />
            {write && (
              <RowButton
                label={t('promotions.removeOf', { name: row.name })}
                icon={IconTrash}
                onClick={() => setOpen({ step: 'remove', promotion: row })}
              />
            )}
          </>
        )}
      />
      {open !== undefined && open.step !== 'remove' && (
        <PromotionModal known={{ aliases, meant, type }} promotion={open.promotion} readOnly={!write} close={close} />
      )}
      {open?.step === 'remove' && open.promotion !== undefined && <RemovePromotion promotion={open.promotion} close={close} />}
    </section>
  )
}

const kindOf = { PLANNED: 'info', RUNNING: 'ok', ENDED: 'idle' } as const

function State({ promotion: { state, running, stores } }: { promotion: Promotion }) {
  const { t } = useTranslation()
  const kind = kindOf[state]
  return (
    <span className={stateClass(kind)} data-part="state">
      <Glyph kind={kind} />
      {t(`promotions.state.${state}`)}
      {state === 'RUNNING' && running < stores && (
        <span title={t('promotions.runningIn', { running, stores })}>{` ${running}/${stores}`}</span>
      )}
    </span>
  )
}

const nameOf = (aliases: readonly NamedAlias[], index: number) => aliases.find((alias) => alias.index === index)?.label ?? `#${index + 1}`

function Products({ promotion: { prCodeList, rule, storeList }, aliases }: { promotion: Promotion; aliases: readonly NamedAlias[] }) {
  const { t } = useTranslation()
  const codes =
    prCodeList.length === 0 ? [] : [prCodeList.length > 2 ? t('promotions.byCode', { count: prCodeList.length }) : prCodeList.join(', ')]
  const ruled = rule === null ? [] : [`${nameOf(aliases, rule.index)} ${rule.contains ? '≈' : '='} ${rule.values.join(' | ')}`]
  return [...codes, ...ruled, ...(storeList === null ? [] : [t('promotions.inStores', { count: storeList.length })])].join(' · ')
}

function Changed({ promotion: { price, oldPrice, changes, layoutId }, aliases }: { promotion: Promotion; aliases: readonly NamedAlias[] }) {
  const { t } = useTranslation()
  const values = changes.map(({ index, value }) => `${nameOf(aliases, index)} = ${value}`)
  const layout = layoutId === null ? [] : [t('promotions.layout', { layout: layoutId })]
  const words = [priceWords(price, t('promotions.wholeUnits')), oldPrice ? t('promotions.struck') : '', ...values, ...layout]
  return words.filter(Boolean).join(' · ')
}

function RemovePromotion({ promotion: { promotionId, storeType, name }, close }: { promotion: Promotion; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const submit = async () => {
    await api.promotions.remove({ params: { storeType, promotionId } })
    void notifyDone(t, t('state.done.removed', { name }))
    close()
    await queries.invalidateQueries({ queryKey: ['promotions'] })
  }
  return (
    <FormModal
      title={t('promotions.removeTitle', { name })}
      submit={t('promotions.remove')}
      onSubmit={submit}
      onClose={close}
      problemTitle={t('promotions.problem')}
      danger
    >
      <p style={{ margin: 0 }}>{t('promotions.removeText')}</p>
    </FormModal>
  )
}
