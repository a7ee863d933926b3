/** Progress bars: of anything, of a file that is sent, and one for what takes its time. */
import { clsx } from 'clsx'
import styles from './ProgressBar.module.css'

interface BarProps {
  /** 0 to 100. */
  percent: number
  /** What makes progress, for screen readers. */
  label: string
  /** Of the part that is done. */
  colour: string
}
export function ProgressBar({ percent, label, colour }: BarProps) {
  return (
    <span
      className={styles.barTrack}
      role="progressbar"
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-label={label}
    >
      <i style={{ width: `${percent}%`, background: colour }} />
    </span>
  )
}

/** Stands beside what is awaited, as wide as its place allows; for the eye alone. */
export const BusyBar = ({ width }: { width: number }) => (
  <span className={clsx(styles.barTrack, styles.busyBar)} style={{ width }} aria-hidden="true" />
)

/** How much of a file has been sent, and how that ended. */
export function UploadBar({ name, percent, state }: { name: string; percent: number; state: string }) {
  const colour = state === 'refused' ? 'var(--bad)' : state === 'done' ? 'var(--ok)' : 'var(--accent)'
  return <ProgressBar percent={percent} label={name} colour={colour} />
}
