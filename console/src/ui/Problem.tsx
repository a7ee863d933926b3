/** Why a screen has nothing new to show, and the way to try again. Nothing while all is well. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../app/services.ts'

interface Props {
  query: { error: Error | null; refetch: () => unknown }
  /** Other ways out, such as a link. */
  children?: ReactNode
}

export function Problem({ query: { error, refetch }, children }: Props) {
  const { t } = useTranslation()
  if (error === null) return null
  return (
    <div className="msg" role="alert">
      <span className="grow">{errorText(error, t)}</span>
      <button type="button" className="btn" onClick={() => void refetch()}>
        {t('common.retry')}
      </button>
      {children}
    </div>
  )
}
