/** The tags or gateways behind one kind of exception: /exceptions?store=…&list=… */
import { exceptions, type ExceptionStatistics } from '@endcap/contract/exceptions'
import type { ExceptionKind } from '@endcap/contract/vocabulary'
import { Link, useNavigate } from '@tanstack/react-router'
import { IconArrowLeft } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi, useSession } from '../app/services.ts'
import { LocalTable } from '../table/LocalTable.tsx'
import { TableScreen } from '../table/TableScreen.tsx'
import { TagButtons } from '../table/TagButtons.tsx'
import { TagPeek, tagListSpec } from '../tags/index.ts'
import { formatNumber } from '../ui/format.ts'
import { Glyph } from '../ui/state.tsx'
import { DownloadButton, gatewayColumns } from './DownloadButton.tsx'
import { countOf, listNames, lookOf, type ListName } from './kinds.ts'
import { StoreName } from '../ui/StoreName.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { PageHead } from '../ui/PageHead.tsx'
import helpers from '../ui/helpers.module.css'
import pageHeadStyles from '../ui/PageHead.module.css'
import tabsStyles from '../ui/Tabs.module.css'
import styles from './exceptions.module.css'

interface Props {
  storeCode: string
  list: ListName
  statistics: ExceptionStatistics | undefined
}

export function ExceptionList(props: Props) {
  return props.list === 'gateways' ? <GatewayList {...props} /> : <TagList {...props} kind={props.list} />
}

/** On a phone the row of kinds scrolls sideways. */
const inSight = (tab: HTMLButtonElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

function Kinds({ storeCode, list, statistics }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <div className={tabsStyles.tabs} role="group" aria-label={t('exceptions.title')}>
      {listNames.map((name) => {
        const counted = statistics && countOf(statistics, name)
        if (statistics !== undefined && counted === undefined) return null
        return (
          <button
            key={name}
            type="button"
            aria-pressed={name === list}
            ref={name === list ? inSight : undefined}
            onClick={() => void navigate({ to: paths.exceptions, search: { store: storeCode, list: name } })}
          >
            <Glyph kind={lookOf[name]} />
            {t(`exceptions.kind.${name}`)}
            <span className={tabsStyles.count}>{counted && formatNumber(counted.count)}</span>
          </button>
        )
      })}
    </div>
  )
}

function Head({ storeCode }: { storeCode: string }) {
  const { t } = useTranslation()
  return (
    <span className={styles.exceptionHead}>
      <StoreName storeCode={storeCode} />
      <Link className={buttonClass('ghost')} to={paths.exceptions} search={{ store: storeCode }}>
        <IconArrowLeft size={15} stroke={1.7} />
        {t('exceptions.back')}
      </Link>
    </span>
  )
}

function TagList({ storeCode, list, statistics, kind }: Props & { kind: ExceptionKind }) {
  const { t } = useTranslation()
  const api = useApi()
  const { site } = useSession().user.systemConfig
  // The columns and filters of the tag list; without an order of its own, tags that share a product stand together.
  const spec = useMemo(() => {
    const { defaultOrder: _, ...list } = tagListSpec(t, { site })
    return { ...list, path: `${exceptions.search.path} ${kind}` }
  }, [t, kind, site])
  return (
    <TableScreen
      key={kind}
      spec={spec}
      storeCode={storeCode}
      load={(body, signal) => api.exceptions.search({ params: { storeCode, exception: kind }, body }, { signal })}
      refreshKey={['exceptions', kind]}
      title={t(`exceptions.kind.${kind}`)}
      subtitle={<Head storeCode={storeCode} />}
      empty={t('exceptions.none')}
      tabs={() => <Kinds storeCode={storeCode} list={list} statistics={statistics} />}
      rowActions={(tag, open) => <TagButtons storeCode={storeCode} tag={tag} onOpen={open} />}
      peek={(tagMac, step, close) => <TagPeek storeCode={storeCode} tagMac={tagMac} onStep={step} onClose={close} />}
    />
  )
}

function GatewayList({ storeCode, list, statistics }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <PageHead>
        <h1>{t('exceptions.kind.gateways')}</h1>
        <span className={pageHeadStyles.sub}>
          <Head storeCode={storeCode} />
        </span>
        <span className={helpers.grow} />
        <DownloadButton storeCode={storeCode} list="gateways" disabled={(statistics?.ngGWs ?? 0) === 0} />
      </PageHead>
      <Kinds storeCode={storeCode} list={list} statistics={statistics} />
      <LocalTable
        label={t('exceptions.kind.gateways')}
        rows={statistics === undefined ? undefined : (statistics.ngGWDetail ?? [])}
        rowId={(gateway) => gateway.gwMac}
        columns={gatewayColumns(t)}
        headingOf={(field) => t(`exceptions.column.${field}`)}
        order={{ column: 'status', dir: 'desc' }}
        empty={t('exceptions.none')}
      />
    </>
  )
}
