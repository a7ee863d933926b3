/** What forms of settings consist of. */
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { textOf, useRouteSearch } from '../app/route.ts'
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
  useFieldOfAddress()
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

/** The field or the section that the address names comes into view and has the focus: `?field=panId`. */
function useFieldOfAddress(): void {
  const field = textOf(useRouteSearch().field)
  useEffect(() => {
    if (field === undefined) return
    const place = document.getElementById(`setting-${field}`) ?? document.getElementById(`section-${field}`)
    place?.scrollIntoView({ block: 'center' })
    place?.focus({ preventScroll: true })
  }, [field])
}

/** What a group of settings is about stands beside it. */
export function Section({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <section className={styles.settingSection} aria-labelledby={`section-${name}`}>
      <div>
        <h2 id={`section-${name}`} tabIndex={-1}>
          {t(`settings.section.${name}`)}
        </h2>
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
