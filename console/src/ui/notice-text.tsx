/** What a notification says, and the links to what it is about. */
import { defaultStringifySearch } from '@tanstack/react-router'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import type { NoticeLink } from './notify.ts'
import styles from './notice-text.module.css'

interface Props {
  text: string
  links: readonly NoticeLink[]
  onFollow: () => void
}
export const noticeText = ({ text, links, onFollow }: Props): ReactNode => (
  <>
    {text}
    {links.map(({ to, search = {}, text: name = i18next.t('state.done.open') }) => (
      <a key={name} className={styles.link} href={`#${to}${defaultStringifySearch(search)}`} onClick={onFollow}>
        {name}
      </a>
    ))}
  </>
)
