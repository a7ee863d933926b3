/** What was changed, each field with what it was and what it is. */
import { useTranslation } from 'react-i18next'
import type { Change } from './change.ts'
import styles from './audit.module.css'

export function Changes({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('audit.said.changed')} data-part="changes">
      <h3 className={styles.heading}>{t('audit.said.changed')}</h3>
      <dl className={styles.changes}>
        {changes.map(({ field, label, before, after, added, removed }) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd>
              {before !== undefined && (after === undefined ? <del>{before}</del> : <span>{before}</span>)}
              {before !== undefined && after !== undefined && ' → '}
              {after !== undefined && <b>{after}</b>}
              {added !== undefined && <small>{t('audit.said.added', { list: added })}</small>}
              {removed !== undefined && <small>{t('audit.said.left', { list: removed })}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
