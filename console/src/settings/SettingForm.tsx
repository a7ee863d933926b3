/** What forms of settings consist of. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  /** There are changes, and the account may save them. */
  mayStore: boolean
  onStore: () => void
  children: ReactNode
}

export function SettingForm({ mayStore, onStore, children }: Props) {
  return (
    <form
      className="setting-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (mayStore) onStore()
      }}
    >
      {children}
    </form>
  )
}

/** What a group of settings is about stands beside it. */
export function Section({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <section className="setting-section" aria-labelledby={`section-${name}`}>
      <div>
        <h2 id={`section-${name}`}>{t(`settings.section.${name}`)}</h2>
        <p>{t(`settings.about.${name}`)}</p>
      </div>
      <div className="setting-fields">{children}</div>
    </section>
  )
}

/** Fields side by side stand on one line, however long their hints are. */
export const hintBelow: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'error', 'description']

export function Waiting() {
  return (
    <div className="setting-form" aria-busy="true">
      {[1, 2, 3].map((place) => (
        <div key={place} className="setting-section">
          <div className="skel" style={{ height: 40 }} />
          <div className="skel" style={{ height: 120 }} />
        </div>
      ))}
    </div>
  )
}
