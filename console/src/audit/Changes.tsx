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
        {changes.map(({ field, label, before, after, added, removed, lines }) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd>
              {before !== undefined && (after === undefined ? <del>{before}</del> : <span>{before}</span>)}
              {before !== undefined && after !== undefined && ' → '}
              {after !== undefined && <b>{after}</b>}
              {added !== undefined && <small>{t('audit.said.added', { list: added })}</small>}
              {removed !== undefined && <small>{t('audit.said.left', { list: removed })}</small>}
              {lines !== undefined && <Lines {...lines} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Of each kind; more are read in the record itself. */
const shownLines = 12

function Lines({ gone, came }: NonNullable<Change['lines']>) {
  const { t } = useTranslation()
  const shown = (lines: readonly string[], sign: string) => lines.slice(0, shownLines).map((line) => `${sign} ${line}\n`)
  const left = Math.max(0, gone.length - shownLines) + Math.max(0, came.length - shownLines)
  return (
    <pre data-part="lines">
      {gone.length > 0 && <del>{shown(gone, '−')}</del>}
      {came.length > 0 && <ins>{shown(came, '+')}</ins>}
      {left > 0 && t('audit.said.lines', { count: left })}
    </pre>
  )
}
