/** The classes of the console's button, for links and labels that look like one. */
import { clsx } from 'clsx'
import styles from './Button.module.css'

/** `primary`: what a screen or a dialog is for. `ghost`: quiet, in rows and heads. `danger`: what cannot be undone. */
export type ButtonLook = 'plain' | 'primary' | 'ghost' | 'danger'
/** `small` on pages, `medium` in dialogs and at the foot of a page that is saved, `large` where the button is all that there is to press. */
export type ButtonSize = 'small' | 'medium' | 'large'

interface Options {
  icon?: boolean
  size?: ButtonSize | undefined
  /** Classes of the place where it stands. */
  more?: string | undefined
}

export const buttonClass = (look: ButtonLook = 'plain', { icon = false, size = 'small', more }: Options = {}): string =>
  clsx(styles.button, look !== 'plain' && styles[look], size !== 'small' && styles[size], icon && styles.icon, more)
