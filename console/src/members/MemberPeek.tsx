/** One member beside the list: what is known, and all that can be done, also where rows have no room for buttons. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Fact } from '../ui/Fact.tsx'
import { formatNumber, formatTime } from '../ui/format.ts'
import { Peek } from '../ui/Peek.tsx'
import { MemberState } from './cells.tsx'
import { useMember } from './use-members.ts'
import { clsx } from 'clsx'
import { Button } from '../ui/Button.tsx'
import factStyles from '../ui/Fact.module.css'
import helpers from '../ui/helpers.module.css'
import styles from './members.module.css'

/** Stores named in the panel. */
const named = 60

interface Props<Step> {
  email: string
  onStep: (by: 1 | -1) => void
  onClose: () => void
  steps: (member: { email: string; status: 'ACTIVE' | 'WAITING' | 'LOCKED'; mayManage: boolean; secondFactor: boolean; adfs: boolean }) => {
    step: Step
    name: string
    sign: ReactNode
    barred?: boolean
  }[]
  onOpen: (step: Step, name: string) => void
}

export function MemberPeek<Step extends string>({ email, onStep, onClose, steps, onOpen }: Props<Step>) {
  const { t } = useTranslation()
  const { data, error } = useMember(email)
  const status = data === undefined ? undefined : !data.approved ? 'WAITING' : data.locked ? 'LOCKED' : 'ACTIVE'
  return (
    <Peek
      label={t('members.about', { name: data?.name ?? email })}
      title={<b className={helpers.grow}>{data?.name ?? email}</b>}
      previous={t('members.previous')}
      next={t('members.next')}
      onStep={onStep}
      onClose={onClose}
      error={error}
    >
      {data !== undefined && status !== undefined && (
        <>
          <div className={styles.memberSteps}>
            {steps({ email, status, mayManage: data.mayManage, secondFactor: data.secondFactor, adfs: data.adfs })
              .filter((one) => one.barred !== true)
              .map(({ step, name, sign }) => (
                <Button key={step} onClick={() => onOpen(step, data.name)}>
                  {sign}
                  {t(`members.action.${name}`)}
                </Button>
              ))}
          </div>
          <dl className={factStyles.facts}>
            <Fact name={t('members.column.status')}>
              <MemberState status={status} />
            </Fact>
            <Fact name={t('members.column.email')}>{data.email}</Fact>
            <Fact name={t('members.column.mobile')}>{data.mobile || '–'}</Fact>
            <Fact name={t('members.column.roleName')}>{data.roleName || '–'}</Fact>
            <Fact name={t('members.column.secondFactor')}>{t(data.secondFactor ? 'session.on' : 'session.off')}</Fact>
            <Fact name={t('members.lastPwdChanged')}>{formatTime(data.lastPwdChanged)}</Fact>
            <Fact name={t('members.column.store')}>
              {data.enableWholeStore && t('members.chain')}
              {!data.enableWholeStore && data.store.length === 0 && '–'}
              {!data.enableWholeStore && (
                <span className={clsx(helpers.mono, styles.memberCodes)}>{data.store.slice(0, named).join(' ')}</span>
              )}
              {!data.enableWholeStore && data.store.length > named && (
                <> {t('members.moreStores', { count: data.store.length - named, number: formatNumber(data.store.length - named) })}</>
              )}
            </Fact>
          </dl>
        </>
      )}
    </Peek>
  )
}
