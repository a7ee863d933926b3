/** What a change of names would touch, before it is saved: layouts and rules are renamed with it, scripts by hand, and what is used stays. */
import type { AliasChange, AliasUse } from '@endcap/contract/products'
import { useTranslation } from 'react-i18next'
import { FormModal } from '../form/modal.tsx'
import { clsx } from 'clsx'
import settingPageStyles from '../ui/setting-page.module.css'

const kinds = ['layout', 'rule', 'promotion', 'script'] as const
/** Named of each kind. */
const maxNamed = 8

interface Props {
  changes: readonly AliasChange[]
  onSave: () => Promise<void>
  close: () => void
}
export function RenameModal({ changes, onSave, close }: Props) {
  const { t } = useTranslation()
  const refused = changes.some(({ newName, uses }) => newName === null && uses.length > 0)
  const scripts = changes.some(({ uses }) => uses.some(({ kind }) => kind === 'script'))
  return (
    <FormModal
      title={t(refused ? 'aliases.used.refused' : 'aliases.used.title')}
      submit={t('aliases.used.save')}
      onSubmit={() => onSave().then(close)}
      onClose={close}
      readOnly={refused}
    >
      {changes.map(({ name, newName, uses }) => (
        <section key={name}>
          <h3>{newName === null ? t('aliases.used.removed', { name }) : t('aliases.used.renamed', { name, newName })}</h3>
          <ul>
            {kinds.map((kind) => (
              <Uses key={kind} kind={kind} uses={uses.filter((use) => use.kind === kind)} />
            ))}
          </ul>
        </section>
      ))}
      <p>{t(refused ? 'aliases.used.stays' : 'aliases.used.together')}</p>
      {scripts && !refused && (
        <p className={clsx(settingPageStyles.settingNote, settingPageStyles.warn)} role="status">
          {t('aliases.used.byHand')}
        </p>
      )}
    </FormModal>
  )
}

function Uses({ kind, uses }: { kind: AliasUse['kind']; uses: readonly AliasUse[] }) {
  const { t } = useTranslation()
  if (uses.length === 0) return null
  const nameOf = ({ name, storeCode }: AliasUse) => (storeCode === '' ? name : `${name} (${storeCode})`)
  const named = uses.slice(0, maxNamed).map(nameOf)
  if (uses.length > maxNamed) named.push('…')
  return (
    <li>
      {t(`aliases.used.kind.${kind}`, { count: uses.length })}: {named.join(', ')}
    </li>
  )
}
