/**
 * Ticks things out of thousands: only the lines on screen are drawn, typing narrows the list. By keyboard: arrows move, the space bar ticks.
 * What the lines are, and what a text finds, is given by the dialog that shows it.
 */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../ui/format.ts'
import { Button } from '../ui/Button.tsx'
import { Input } from '../ui/inputs.tsx'
import tickListStyles from './TickList.module.css'
import controls from '../ui/controls.module.css'
import { clsx } from 'clsx'
import skeletonStyles from '../ui/Skeleton.module.css'

interface Props<T> {
  /** Of the whole, and of a line, beside the usual ones. */
  className?: string | undefined
  lineClass?: string | undefined
  /** What the list is called, and what the field asks for. */
  label: string
  find: string
  text: string
  onText: (text: string) => void
  /** The list begins at its first line again when it is narrowed. */
  fromTop?: boolean
  /** How many are chosen, in words. */
  status: ReactNode
  onlyChosen: boolean
  onOnlyChosen: (onlyChosen: boolean) => void
  /** How many lines there are, and each of them; undefined while it is fetched. */
  count: number
  at: (index: number) => T | undefined
  keyOf: (line: T) => string
  isChosen: (line: T) => boolean
  toggle: (line: T) => void
  children: (line: T) => ReactNode
  /** Pixels of a line and of the list before it is measured, and lines moved by a page key. */
  sizes: { line: number; list: number; page: number }
  /** The first line in sight. */
  onTop?: (line: number) => void
  isBusy?: boolean
  /** What stands below the lines. */
  note: ReactNode
  /** Undefined: they cannot be taken now. */
  takeAll: (() => void) | undefined
  takeNone: (() => void) | undefined
}

export function TickList<T>(props: Props<T>) {
  const { className, label, find, text, status, onlyChosen, count, at, isBusy, note, takeAll, takeNone, sizes } = props
  const { t } = useTranslation()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => sizes.line,
    overscan: 6,
    initialRect: { width: 300, height: sizes.list },
    onChange: (list) => props.onTop?.(Math.floor((list.scrollOffset ?? 0) / sizes.line)),
  })
  const lineKey = (index: number) => {
    const line = at(index)
    return line === undefined ? index : props.keyOf(line)
  }
  const onKey = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: sizes.page, PageUp: -sizes.page, Home: -count, End: count }
    const step = steps[event.key]
    const line = at(active)
    if (step !== undefined) {
      const index = Math.max(0, Math.min(count - 1, active + step))
      setActive(index)
      virtual.scrollToIndex(index)
    } else if (event.key === ' ' && line !== undefined) props.toggle(line)
    else return
    event.preventDefault()
  }
  const narrow = (next: string) => {
    props.onText(next)
    setActive(0)
    if (props.fromTop === true) box.current?.scrollTo({ top: 0 })
  }
  return (
    <div className={clsx(tickListStyles.storePicker, className)} data-part="store-picker">
      <div className={tickListStyles.storePickerHead}>
        <Input
          value={text}
          placeholder={find}
          aria-label={find}
          onChange={(event) => narrow(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault()
            if (event.key === 'ArrowDown') box.current?.focus()
          }}
        />
        <div className={tickListStyles.storePickerCount}>
          <span role="status">{status}</span>
          <Button look="ghost" aria-pressed={onlyChosen} onClick={() => props.onOnlyChosen(!onlyChosen)}>
            {t('members.stores.onlyChosen')}
          </Button>
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys walk along the options inside */}
      <div
        ref={box}
        className={tickListStyles.storePickerList}
        data-part="store-picker-list"
        // A list without options is none.
        role={count === 0 ? 'group' : 'listbox'}
        aria-multiselectable={count === 0 ? undefined : true}
        aria-label={label}
        aria-activedescendant={at(active) === undefined ? undefined : `${id}-${active}`}
        aria-busy={isBusy}
        tabIndex={0}
        onKeyDown={onKey}
      >
        <div style={{ height: virtual.getTotalSize() }} role="presentation">
          {virtual.getVirtualItems().map(({ index, start }) => (
            <Line
              key={lineKey(index)}
              {...props}
              index={index}
              start={start}
              id={`${id}-${index}`}
              isActive={index === active}
              setActive={setActive}
            />
          ))}
        </div>
        {note}
      </div>
      <div className={tickListStyles.storePickerFoot} data-part="store-picker-foot">
        <Button disabled={takeAll === undefined} onClick={takeAll}>
          {t('members.stores.all', { count, number: formatNumber(count) })}
        </Button>
        <Button look="ghost" disabled={takeNone === undefined} onClick={takeNone}>
          {t('members.stores.nothing')}
        </Button>
      </div>
    </div>
  )
}

type LineProps<T> = Pick<Props<T>, 'lineClass' | 'count' | 'at' | 'isChosen' | 'toggle' | 'children'> & {
  index: number
  start: number
  id: string
  isActive: boolean
  setActive: (index: number) => void
}
function Line<T>({ lineClass, count, at, isChosen, toggle, children, index, start, id, isActive, setActive }: LineProps<T>) {
  const line = at(index)
  const style = { transform: `translateY(${start}px)` }
  if (line === undefined)
    return <div className={clsx(lineClass, skeletonStyles.skeleton)} data-part="skeleton" style={style} role="presentation" />
  const on = isChosen(line)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the list's
    <div
      id={id}
      role="option"
      aria-selected={on}
      aria-setsize={count}
      aria-posinset={index + 1}
      tabIndex={-1}
      className={clsx(tickListStyles.storeOption, lineClass)}
      data-active={isActive || undefined}
      style={style}
      onClick={() => {
        setActive(index)
        toggle(line)
      }}
    >
      <span className={controls.tick} data-on={on || undefined} aria-hidden="true" />
      {children(line)}
    </div>
  )
}
