/** What can be done with a tag where it is seen, in its panel; what mends it comes first. */
import type { Tag } from '@endcap/contract/tags'
import { IconReplace } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../app/services.ts'
import type { Action } from '../table/spec.ts'
import { Button } from '../ui/Button.tsx'
import { SwapModal } from './swap.modal.tsx'
import { useTagActions } from './tag-actions.ts'
import styles from './tags.module.css'

const swap: Action<Tag> = { name: 'swap', needs: 'tag.write', on: 'selection', icon: IconReplace, opens: SwapModal }
const ofProduct = ['reassign', 'assign', 'led', 'swap']
const withoutProduct = ['assign', 'led', 'lifecycle']

interface Props {
  storeCode: string
  tag: Tag
  /** The first button is the one to press. */
  mends: boolean
}

export function PanelActions({ storeCode, tag, mends }: Props) {
  const { t } = useTranslation()
  const can = useCan()
  const [open, setOpen] = useState<Action<Tag>>()
  const all = [...useTagActions(storeCode), swap]
  const actions = (tag.prCode === null ? withoutProduct : ofProduct)
    .flatMap((name) => all.filter((action) => action.name === name))
    .filter(({ needs, refuse }) => can(needs) && refuse?.([tag]) === undefined)
  if (actions.length === 0) return null
  return (
    <div className={styles.panelActions} role="group" aria-label={t('tags.panelActions')}>
      {actions.map((action, place) => (
        <Button
          key={action.name}
          look={place === 0 && mends ? 'primary' : 'plain'}
          data-first-action={place === 0 || undefined}
          onClick={() => setOpen(action)}
        >
          <action.icon size={15} stroke={1.7} />
          {t(`tags.action.${action.name}`)}
        </Button>
      ))}
      {open !== undefined && <open.opens rows={[tag]} close={() => setOpen(undefined)} />}
    </div>
  )
}
