/** Why a screen has nothing new to show, and the way to try again. Nothing while all is well. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../app/services.ts'
import { Message } from './Message.tsx'
import { Button } from './Button.tsx'
import helpers from './helpers.module.css'

interface Props {
  query: { error: Error | null; refetch: () => unknown }
  /** Other ways out, such as a link. */
  children?: ReactNode
}

export function Problem({ query: { error, refetch }, children }: Props) {
  const { t } = useTranslation()
  if (error === null) return null
  return (
    <Message role="alert">
      <span className={helpers.grow}>{errorText(error, t)}</span>
      <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
      {children}
    </Message>
  )
}
