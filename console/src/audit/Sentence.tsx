/** A record as a sentence with ways to the thing and its store; what else is different stands below it. */
import type { AuditRow } from '@endcap/contract/audit'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useAliasLabel } from '../data/aliases.ts'
import { formatNumber } from '../ui/format.ts'
import styles from './audit.module.css'
import { placeOf } from './places.ts'
import { asLabel, listedField, listedWords } from './fields.ts'
import { restOf, sentenceOf } from './sentence.ts'

/** `max`: so many of the differences that the row carries. */
export function Sentence({ row, max = 2 }: { row: AuditRow; max?: number }) {
  const { t } = useTranslation()
  const { storeCode, storeName } = row
  const words = { t, aliasLabel: useAliasLabel() }
  const sentence = sentenceOf(row, words)
  const rest = restOf(row)
  const shown = rest.slice(0, max)
  const place = placeOf(row)
  const toStore = storeCode !== null && (
    <Link to={paths.store(storeCode)} search={{}}>
      {storeName || storeCode}
    </Link>
  )
  return (
    <span className={styles.sentence} data-part="sentence">
      <span>
        {sentence.map(({ text, is }, index) => {
          const key = `${index} ${text}`
          if (is === 'store' && toStore !== false) return <span key={key}>{toStore}</span>
          if (is === 'what' && place !== undefined)
            return (
              <Link key={key} to={place.to} search={place.search ?? {}}>
                {text}
              </Link>
            )
          if (is === undefined) return text
          return <b key={key}>{text}</b>
        })}
        {toStore !== false && row.kind !== 'store' && !sentence.some(({ is }) => is === 'store') && <> · {toStore}</>}
      </span>
      {shown.length > 0 && (
        <small>
          {shown.map(({ field, before, after }) => (
            <span key={field}>
              {t('audit.said.to', {
                field: asLabel(listedField(row, field, words)),
                before: listedWords(field, before, t),
                after: listedWords(field, after, t),
              })}
            </span>
          ))}
          {rest.length > shown.length && (
            <span>{t('audit.said.more', { count: rest.length - shown.length, number: formatNumber(rest.length - shown.length) })}</span>
          )}
        </small>
      )}
    </span>
  )
}
