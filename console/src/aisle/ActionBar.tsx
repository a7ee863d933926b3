/** The four actions, under the thumb. */
import { IconBulb, IconReplace, IconSearch, IconTag } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AisleAction } from './view.ts'
import aisleStyles from './aisle.module.css'

const icons = { assign: IconTag, find: IconSearch, blink: IconBulb, swap: IconReplace } as const

interface Props {
  may: readonly AisleAction[]
  action: AisleAction
  onChoose: (action: AisleAction) => void
}
export function ActionBar({ may, action, onChoose }: Props) {
  const { t } = useTranslation()
  return (
    <div className={aisleStyles.aisleActions} role="group" aria-label={t('aisle.actions')}>
      {may.map((one) => {
        const Icon = icons[one]
        return (
          <button key={one} type="button" aria-pressed={one === action} onClick={() => onChoose(one)}>
            <Icon size={24} stroke={1.6} aria-hidden="true" />
            {t(`aisle.action.${one}`)}
          </button>
        )
      })}
    </div>
  )
}

/** While nothing has been done: what the action is for. */
export function Idle({ action }: { action: AisleAction }) {
  const { t } = useTranslation()
  const Icon = icons[action]
  return (
    <div className={aisleStyles.aisleIdle}>
      <Icon size={88} stroke={1} aria-hidden="true" />
      <p>{t(`aisle.idle.${action}`)}</p>
    </div>
  )
}
