/** One thing that needs a person. */
import { Link } from '@tanstack/react-router'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { clsx } from 'clsx'
import type { Search } from '../app/route.ts'
import { buttonClass } from '../ui/button-class.ts'
import styles from './today.module.css'

export interface EntryProps {
  /** Prices on the shelf and stores that are out of reach are bad; the rest can wait a little. */
  look: 'bad' | 'alarm' | 'idle'
  icon: Icon
  title: string
  /** Where, and since when. */
  where: string
  detail: ReactNode
  /** Beside the words. */
  picture?: ReactNode
  act: { text: string; to: string; search?: Search }
}

export function Entry({ look, icon: Sign, title, where, detail, picture, act }: EntryProps) {
  return (
    <li className={styles.cause} data-part="cause">
      <span className={clsx(styles.sign, styles[look])}>
        <Sign size={18} stroke={1.7} aria-hidden="true" />
      </span>
      <div className={styles.words}>
        <p>
          <b>{title}</b> <span>{where}</span>
        </p>
        <div>{detail}</div>
      </div>
      {picture}
      <Link className={buttonClass(look === 'bad' ? 'primary' : 'plain')} to={act.to} search={act.search ?? {}}>
        {act.text}
      </Link>
    </li>
  )
}
