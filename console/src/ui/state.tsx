/** State as a glyph and a word: colour never stands alone. */
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { clsx } from 'clsx'
import styles from './state.module.css'

/** `delivered`: taken by a device that never says what stands on its glass. */
export type StateKind = 'ok' | 'delivered' | 'alarm' | 'bad' | 'info' | 'idle' | 'warn'

const kinds: Record<string, StateKind> = {
  OK: 'ok',
  NORMAL: 'ok',
  SHOWN: 'ok',
  SAME: 'ok',
  DELIVERED: 'delivered',
  NG: 'bad',
  OFFLINE: 'bad',
  FAILED: 'bad',
  MISSING: 'alarm',
  ALARM: 'alarm',
  REQ_ONLY: 'alarm',
  REQ_ONLY2: 'alarm',
  UPDATE: 'info',
  SENT: 'info',
  RENDERED: 'info',
  running: 'info',
}
export const kindOf = (state: string): StateKind => kinds[state] ?? 'idle'
export const colourOf = (kind: StateKind): string => `var(--${kind})`

export function Glyph({ kind }: { kind: StateKind }) {
  const colour = colourOf(kind)
  return (
    <svg width="9" height="9" viewBox="0 0 10 10" aria-hidden="true">
      {kind === 'ok' && <circle cx="5" cy="5" r="4.2" fill={colour} />}
      {kind === 'delivered' && (
        <>
          <circle cx="5" cy="5" r="3.7" fill="none" stroke={colour} strokeWidth="1.4" />
          <path d="M5 1.3a3.7 3.7 0 0 0 0 7.4z" fill={colour} />
        </>
      )}
      {kind === 'alarm' && <path d="M5 .8 9.6 9H.4z" fill={colour} />}
      {kind === 'warn' && <path d="M5 .8 9.6 9H.4z" fill={colour} />}
      {kind === 'bad' && <path d="M1.5 1.5l7 7m0-7-7 7" stroke={colour} strokeWidth="2.4" strokeLinecap="round" />}
      {kind === 'info' && <circle cx="5" cy="5" r="3.6" fill="none" stroke={colour} strokeWidth="1.8" strokeDasharray="16 7" />}
      {kind === 'idle' && <circle cx="5" cy="5" r="3.6" fill="none" stroke={colour} strokeWidth="1.6" />}
    </svg>
  )
}

/** The classes of a state, for what says it in words of its own. */
export const stateClass = (kind: StateKind): string => clsx(styles.state, styles[kind])

export function State({ state, kind = kindOf(state), label }: { state: string; kind?: StateKind; label?: string }) {
  const { t } = useTranslation()
  return (
    <span className={stateClass(kind)} data-part="state" data-kind={kind}>
      <Glyph kind={kind} />
      {label ?? t(`state.${state}`)}
    </span>
  )
}

/** The shelf strip: all states of a list in proportion. */
export function ShelfStrip({ parts, label }: { parts: { kind: StateKind; count: number }[]; label: string }) {
  return (
    <div className={styles.strip} role="img" aria-label={label}>
      {parts
        .filter((part) => part.count > 0)
        .map((part) => {
          const style: CSSProperties = { flex: part.count, background: colourOf(part.kind) }
          return <i key={part.kind} style={style} />
        })}
    </div>
  )
}
