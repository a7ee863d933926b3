/** /sw-upgrade: upgrade files, their roll-outs to gateways, and the versions that are there (specification 2 §2, §3). */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { textOf, useRouteSearch } from '../app/route.ts'
import { useApi } from '../app/services.ts'
import { formatNumber, formatTime } from '../ui/format.ts'
import { FileList } from './FileList.tsx'
import { RolloutDetail } from './RolloutDetail.tsx'
import { RolloutList } from './RolloutList.tsx'
import { clsx } from 'clsx'
import { AddressTabs, useAddressTab } from '../ui/AddressTabs.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import helpers from '../ui/helpers.module.css'
import settingPageStyles from '../ui/setting-page.module.css'
import styles from './software.module.css'

const parts = ['files', 'rollouts'] as const

export function SoftwareScreen() {
  const { t } = useTranslation()
  const rolloutId = textOf(useRouteSearch().rollout)
  const part = useAddressTab(parts)
  if (rolloutId !== undefined && /^\d{1,18}$/.test(rolloutId)) return <RolloutDetail rolloutId={rolloutId} />
  const tabs = <AddressTabs label={t('software.parts')} tabs={parts} textOf={(one) => t(`software.part.${one}`)} />
  if (part === 'rollouts') return <RolloutList tabs={tabs} />
  return (
    <div className={clsx(settingPageStyles.settingPage, styles.softwarePage)}>
      <PageHead>
        <h1>{t('software.title')}</h1>
      </PageHead>
      {tabs}
      <Versions />
      <FileList />
    </div>
  )
}

/** What runs, and what there is: the server's own version, and of each program the newest file and what the gateways report. */
function Versions() {
  const { t } = useTranslation()
  const api = useApi()
  const { data: about } = useQuery({ queryKey: ['software', '', 'about'], queryFn: ({ signal }) => api.servers.version({}, { signal }) })
  const { data: counts } = useQuery({
    queryKey: ['software', '', 'versions'],
    queryFn: ({ signal }) => api.software.versions({}, { signal }),
  })
  return (
    <dl className={styles.versions} data-part="versions" aria-label={t('software.versions')}>
      <div>
        <dt>{t('software.server')}</dt>
        <dd className={helpers.mono}>{about?.version ?? '…'}</dd>
      </div>
      {(['gmp', 'grm'] as const).map((component) => {
        const newest = about?.[component]
        const running = counts?.versionList.filter((one) => one.component === component) ?? []
        return (
          <div key={component}>
            <dt>{t(`software.component.${component}`)}</dt>
            <dd>
              <span className={helpers.mono}>{newest === undefined || newest.version === '' ? '–' : newest.version}</span>
              <small>
                {newest === undefined || newest.updatedAt === null
                  ? t('software.noFile')
                  : t('software.newest', { time: formatTime(newest.updatedAt) })}
              </small>
              <small>
                {running.length === 0
                  ? t('software.noneRuns')
                  : running
                      .slice(0, 4)
                      .map(({ version, gateways }) => t('software.runs', { version, count: gateways, number: formatNumber(gateways) }))
                      .join(' · ')}
              </small>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
