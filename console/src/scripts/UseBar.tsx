/** Which script is used, and examples to begin with. */
import { scriptExamples } from '@endcap/contract/script-examples'
import type { ScriptKind, UseType } from '@endcap/contract/scripts'
import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ScriptDraft } from './use-script.ts'

interface Props {
  kind: ScriptKind
  /** The script of all stores, not of one. */
  isDefault: boolean
  hasDefault: boolean
  draft: ScriptDraft
  mayWrite: boolean
  onChange: (part: Partial<ScriptDraft>) => void
}

export function UseBar({ kind, isDefault, hasDefault, draft, mayWrite, onChange }: Props) {
  const { t } = useTranslation()
  const uses: UseType[] = isDefault ? ['OFF', 'OWN'] : ['OFF', 'DEFAULT', 'OWN']
  return (
    <div className="script-bar">
      <div className="seg framed" role="group" aria-label={t('scripts.use')}>
        {uses.map((use) => (
          <button
            key={use}
            type="button"
            aria-pressed={draft.useType === use}
            disabled={!mayWrite}
            onClick={() => onChange({ useType: use })}
          >
            {t(`scripts.useType.${use === 'OWN' && isDefault ? 'ON' : use}`)}
          </button>
        ))}
      </div>
      <span className="script-note">{draft.useType === 'DEFAULT' ? t(hasDefault ? 'scripts.defaultUsed' : 'scripts.noDefault') : ''}</span>
      <span className="grow" />
      {mayWrite && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <button type="button" className="btn">
              {t('scripts.examples')}
              <IconChevronDown size={14} stroke={1.7} />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {scriptExamples[kind].map(({ name, code }) => (
              <Menu.Item key={name} onClick={() => onChange({ code, ...(draft.code === '' && { useType: 'OWN' }) })}>
                {t(`scripts.example.${name}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}
