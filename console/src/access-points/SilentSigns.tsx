/**
 * Signs to walk to: those that do not call any more and that, after a long outage of the Wi-Fi, only their button wakes; and those that sleep
 * while something new lies ready for them.
 */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { errorText, useApi, useCan } from '../app/services.ts'
import { State } from '../ui/state.tsx'
import { anySign, silentSigns, waitingSigns } from '../data/signs.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Hint } from '../ui/Hint.tsx'
import { buttonClass } from '../ui/button-class.ts'
import panelStyles from '../ui/Panel.module.css'
import styles from './access-points.module.css'

export function SilentSigns({ storeCode }: { storeCode: string }) {
  const { t } = useTranslation()
  const api = useApi()
  const may = useCan()('tag.read')
  const count = async (status: string, signal: AbortSignal) => {
    const body = { length: 1, filter_status: status.replace('==', ''), condition_status: '==' as const, ...anySign }
    return (await api.tags.search({ params: { storeCode }, body }, { signal })).recordsFiltered
  }
  const { data: both, error } = useQuery({
    queryKey: ['tags', storeCode, 'silent signs'],
    queryFn: async ({ signal }) => ({
      silent: await count(silentSigns.status, signal),
      waiting: await count(waitingSigns.status, signal),
    }),
    enabled: may,
  })
  const data = both?.silent
  if (!may) return null
  return (
    <section className={panelStyles.panel} aria-label={t('accessPoints.button')}>
      <h2>{t('accessPoints.button')}</h2>
      {error !== null && <p className={styles.apProblem}>{errorText(error, t)}</p>}
      {data === undefined && error === null && <Skeleton style={{ height: 20 }} />}
      {data !== undefined && (
        <State
          state={data > 0 ? 'MISSING' : 'OK'}
          label={data > 0 ? t('accessPoints.silent', { count: data }) : t('accessPoints.noneSilent')}
        />
      )}
      <Hint flush>{t('accessPoints.buttonHint')}</Hint>
      {data !== undefined && data > 0 && (
        <Link className={buttonClass()} to={paths.tagList(storeCode)} search={{ f: silentSigns }}>
          {t('accessPoints.toSilent')}
        </Link>
      )}
      {both !== undefined && both.waiting > 0 && (
        <>
          <State state="UPDATE" label={t('accessPoints.waiting', { count: both.waiting })} />
          <Hint flush>{t('accessPoints.waitingHint')}</Hint>
          <Link className={buttonClass()} to={paths.tagList(storeCode)} search={{ f: waitingSigns }}>
            {t('accessPoints.toWaiting')}
          </Link>
        </>
      )}
    </section>
  )
}
