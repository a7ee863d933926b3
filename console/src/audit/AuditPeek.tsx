/** The panel beside the list: the sentence, who, when, from where; each field as it was and as it is now behind *Details*. */
import { rowDifferences } from '@endcap/contract/audit'
import { cutText, leftOutOf } from '@endcap/contract/audit-record'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { useAliases, useAliasLabel } from '../data/aliases.ts'
import { Fact } from '../ui/Fact.tsx'
import { formatTime } from '../ui/format.ts'
import { Peek } from '../ui/Peek.tsx'
import { Changes } from './Changes.tsx'
import { changesOf } from './changes.ts'
import { asLabel, thingWords } from './fields.ts'
import { Sentence } from './Sentence.tsx'
import { actionWords } from './words.ts'
import { Hint } from '../ui/Hint.tsx'
import factStyles from '../ui/Fact.module.css'
import helpers from '../ui/helpers.module.css'
import styles from './audit.module.css'

interface Props {
  id: string
  onStep: (by: 1 | -1) => void
  onClose: () => void
}

export function AuditPeek({ id, onStep, onClose }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const { data, error } = useQuery({
    queryKey: ['audit', '', 'one', id],
    queryFn: ({ signal }) => api.audit.detail({ params: { auditId: id } }, { signal }),
    placeholderData: keepPreviousData,
  })
  const aliases = useAliases()
  const aliasLabel = useAliasLabel()
  const slotName = (index: number) => aliases.find((alias) => alias.index === index)?.label ?? `#${index + 1}`
  const changes = data && changesOf(data, { t, slotName, aliasLabel })
  const called = data && thingWords(data, t)
  return (
    <Peek
      label={t('audit.detail')}
      title={<b>{data === undefined ? t('audit.detail') : actionWords(data.action, t)}</b>}
      previous={t('audit.previous')}
      next={t('audit.next')}
      onStep={onStep}
      onClose={onClose}
      error={error}
    >
      {data !== undefined && (
        <>
          <p className={styles.lead}>
            <Sentence row={data} max={changes === undefined ? rowDifferences : 0} />
          </p>
          <dl className={factStyles.facts}>
            <Fact name={t('audit.column.updatedAt')}>{formatTime(data.updatedAt)}</Fact>
            <Fact name={t('audit.column.email')}>{data.email || t('audit.noAccount')}</Fact>
            <Fact name={t('audit.column.ip')}>
              <span className={helpers.mono}>{data.ip}</span>
            </Fact>
            <Fact name={t('audit.column.storeCode')}>
              <span className={helpers.mono}>{data.storeCode ?? '–'}</span>
            </Fact>
            <Fact name={t('audit.column.subject')}>
              {called === undefined ? <span className={helpers.mono}>{data.subject || '–'}</span> : asLabel(called)}
            </Fact>
          </dl>
          {changes !== undefined && changes.length > 0 && <Changes changes={changes} />}
          <details className={styles.details}>
            <summary>{t('audit.said.details')}</summary>
            <Differences changed={data.changed} before={data.before} after={data.after} />
          </details>
        </>
      )}
    </Peek>
  )
}

function Differences({ changed, before, after }: { changed: readonly string[]; before: unknown; after: unknown }) {
  const { t } = useTranslation()
  if (changed.length === 0) return <Hint>{t('audit.noFields')}</Hint>
  const both = before !== null && after !== null
  return (
    <dl className={styles.differences} data-part="differences">
      {changed.map((field) => (
        <div key={field}>
          <dt>{field}</dt>
          {before !== null && (
            <dd>
              <span>{t(both ? 'audit.before' : 'audit.removed')}</span>
              <pre>{shown(before, field, t)}</pre>
            </dd>
          )}
          {after !== null && (
            <dd>
              <span>{t(both ? 'audit.after' : 'audit.given')}</span>
              <pre>{shown(after, field, t)}</pre>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

function shown(whole: unknown, field: string, t: TFunction): string {
  const value: unknown =
    typeof whole === 'object' && whole !== null ? Object.entries(whole).find(([name]) => name === field)?.[1] : undefined
  if (value === undefined || value === null || value === '') return '–'
  return typeof value === 'string' ? withCutSaid(value, t) : JSON.stringify(value, (_, part: unknown) => withRestSaid(part, t), 1)
}
/** A record has no language: how much of a list or of a text it leaves out is a number there, and words here. */
function withRestSaid(part: unknown, t: TFunction): unknown {
  if (typeof part === 'string') return withCutSaid(part, t)
  const count = Array.isArray(part) ? leftOutOf(part) : 0
  return Array.isArray(part) && count > 0 ? [...part.slice(0, -1), t('audit.said.leftOut', { count })] : part
}
const withCutSaid = (text: string, t: TFunction) =>
  text.replace(cutText, (_, count: string) => t('audit.said.cut', { count: Number(count) }))
