/** What forms of settings consist of. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RefusedFields, useRefusals } from '../form/refused-field.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './settings.module.css'

interface Props {
  /** There are changes, and the account may save them. */
  mayStore: boolean
  onStore: () => void
  /** Why it was not saved: what names a field stands there. */
  problem: unknown
  children: ReactNode
}

export function SettingForm({ mayStore, onStore, problem, children }: Props) {
  const { form, refusals } = useRefusals(problem)
  return (
    <form
      ref={form}
      className={styles.settingForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (mayStore) onStore()
      }}
    >
      <RefusedFields refusals={refusals}>{children}</RefusedFields>
    </form>
  )
}

/** What a group of settings is about stands beside it. */
export function Section({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <section className={styles.settingSection} aria-labelledby={`section-${name}`}>
      <div>
        <h2 id={`section-${name}`}>{t(`settings.section.${name}`)}</h2>
        <p>{t(`settings.about.${name}`)}</p>
      </div>
      <div className={styles.settingFields}>{children}</div>
    </section>
  )
}

/** Fields side by side stand on one line, however long their hints are. */
export const hintBelow: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'error', 'description']

export function Waiting() {
  return (
    <div className={styles.settingForm} aria-busy="true">
      {[1, 2, 3].map((place) => (
        <div key={place} className={styles.settingSection}>
          <Skeleton style={{ height: 40 }} />
          <Skeleton style={{ height: 120 }} />
        </div>
      ))}
    </div>
  )
}
