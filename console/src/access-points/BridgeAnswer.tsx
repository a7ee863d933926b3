/** What a bridge answered to a question of a dialog: a bar until it has, then what it said, or why it said nothing. */
import type { ReactNode } from 'react'
import { BusyBar } from '../ui/ProgressBar.tsx'
import styles from './access-points.module.css'

interface Props {
  pending: boolean
  problem: string | null | undefined
  /** Shown once the bridge has answered. */
  children: ReactNode
}
export function BridgeAnswer({ pending, problem, children }: Props) {
  return (
    <>
      <div role="status" aria-busy={pending}>
        {pending ? <BusyBar width={60} /> : children}
      </div>
      {problem && (
        <p className={styles.apProblem} role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
