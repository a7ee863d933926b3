/** Arranging what is selected on a canvas: aligned, with alike gaps, before and behind others. The caller adds what else it can do. */
import { IconCopyPlus, IconLayoutDistributeHorizontal, IconLayoutDistributeVertical, IconTrash, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { distributions, minDistributed, type Distribution } from './arrange.ts'
import editorStyles from './editor.module.css'
import { alignments, orders, type Alignment, type Order } from './geometry.ts'
import { alignIcons, IconButton, orderIcons } from './IconButton.tsx'

const distributeIcons: Record<Distribution, Icon> = { across: IconLayoutDistributeVertical, down: IconLayoutDistributeHorizontal }
/** `arrangeKey` knows them. */
const orderKeys: Record<Order, string> = { front: 'Ctrl+Shift+]', forward: 'Ctrl+]', backward: 'Ctrl+[', back: 'Ctrl+Shift+[' }

export interface Arranging {
  align: (to: Alignment) => void
  distribute: (way: Distribution) => void
  order: (order: Order) => void
  canOrder: (order: Order) => boolean
  duplicate: () => unknown
  remove: () => void
}
interface Props {
  /** How many are selected: one is aligned with the screen, several with each other. */
  count: number
  arranging: Arranging
  removeLabel: string
  /** They stay where they are, and there. */
  locked?: boolean
  /** Between duplicating and removing. */
  children?: ReactNode
}

export function ArrangeButtons({ count, arranging, removeLabel, locked, children }: Props) {
  const { t } = useTranslation()
  const aligned = count > 1 ? { group: 'alignTogether', to: 'alignTo' } : { group: 'alignScreen', to: 'alignScreenTo' }
  return (
    <>
      <div className={editorStyles.iconLine} role="group" aria-label={t(`canvas.${aligned.group}`)}>
        {alignments.map((to) => (
          <IconButton
            key={to}
            label={t(`canvas.${aligned.to}.${to}`)}
            icon={alignIcons[to]}
            disabled={locked}
            onClick={() => arranging.align(to)}
          />
        ))}
      </div>
      {count > 1 && (
        <div className={editorStyles.iconLine} role="group" aria-label={t('canvas.distribute')}>
          {distributions.map((way) => (
            <IconButton
              key={way}
              label={t(`canvas.distributeTo.${way}`)}
              icon={distributeIcons[way]}
              disabled={locked === true || count < minDistributed}
              onClick={() => arranging.distribute(way)}
            />
          ))}
        </div>
      )}
      <div className={editorStyles.iconLine} data-groups>
        <span role="group" aria-label={t('canvas.order')}>
          {orders.map((order) => (
            <IconButton
              key={order}
              label={t(`canvas.orderTo.${order}`)}
              keys={orderKeys[order]}
              icon={orderIcons[order]}
              disabled={!arranging.canOrder(order)}
              onClick={() => arranging.order(order)}
            />
          ))}
        </span>
        <span>
          <IconButton label={t('canvas.duplicate')} keys="Ctrl+D" icon={IconCopyPlus} onClick={() => arranging.duplicate()} />
          {children}
          <IconButton label={removeLabel} keys="Delete" icon={IconTrash} disabled={locked} onClick={() => arranging.remove()} />
        </span>
      </div>
    </>
  )
}

/** What Ctrl and a key do with what is selected: duplicate, before and behind others. Undefined for other keys. */
export function arrangeKey(
  { key, code, shiftKey }: KeyboardEvent,
  { duplicate, order }: Pick<Arranging, 'duplicate' | 'order'>,
): (() => unknown) | undefined {
  if (key.toLowerCase() === 'd' && !shiftKey) return duplicate
  // With Shift the brackets are other characters.
  if (key === ']' || code === 'BracketRight') return () => order(shiftKey ? 'front' : 'forward')
  if (key === '[' || code === 'BracketLeft') return () => order(shiftKey ? 'back' : 'backward')
  return undefined
}
