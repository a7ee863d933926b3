/** Which script is used, and examples to begin with. */
import { scriptExamples } from '@endcap/contract/script-examples'
import type { ScriptKind, UseType } from '@endcap/contract/scripts'
import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ScriptDraft } from './use-script.ts'
import { Button } from '../ui/Button.tsx'
import { Segments } from '../ui/Segments.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './scripts.module.css'

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
    <div className={styles.scriptBar}>
      <Segments
        label={t('scripts.use')}
        value={draft.useType}
        options={uses.map((use) => ({ value: use, label: t(`scripts.useType.${use === 'OWN' && isDefault ? 'ON' : use}`) }))}
        onChange={(useType) => onChange({ useType })}
        disabled={!mayWrite}
      />
      <span className={styles.scriptNote}>
        {draft.useType === 'DEFAULT' ? t(hasDefault ? 'scripts.defaultUsed' : 'scripts.noDefault') : ''}
      </span>
      <span className={helpers.grow} />
      {mayWrite && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button>
              {t('scripts.examples')}
              <IconChevronDown size={14} stroke={1.7} />
            </Button>
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
