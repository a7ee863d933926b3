/**
 * Code that is fetched with its first use. When that fails, nothing else on screen is lost: it is said in its place and tried again until the
 * server is back.
 */
import { useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Message } from '../ui/Message.tsx'
import { Button } from '../ui/Button.tsx'
import appStyles from './app.module.css'
import helpers from '../ui/helpers.module.css'

const tryAgainMs = 3000

export interface Lazy<P> {
  (props: P): ReactNode
  /** Fetches the code ahead of its use; a failure shows only when it is used. */
  preload: () => Promise<void>
}

/** Says to who looks at the page by program that something is still to come. */
const unseen = <span data-part="wait" hidden />

/** `waiting` stands in its place until the code is there. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, waiting: ReactNode = unseen): Lazy<P> {
  let part: ComponentType<P> | undefined
  const fetchPart = async () => void (part ??= await load())

  function LazyPart(props: P) {
    const [state, setState] = useState<'waiting' | 'failed' | 'there'>(part === undefined ? 'waiting' : 'there')
    const attempt = useCallback(() => {
      fetchPart().then(
        () => setState('there'),
        () => setState('failed'),
      )
    }, [])
    useEffect(() => {
      if (state === 'waiting') attempt()
      if (state !== 'failed') return undefined
      const timer = setInterval(attempt, tryAgainMs)
      return () => clearInterval(timer)
    }, [state, attempt])
    if (part !== undefined) return <Loaded part={part} props={props} />
    return state === 'failed' ? <NotLoaded onRetry={attempt} /> : waiting
  }
  return Object.assign(LazyPart, { preload: () => fetchPart().catch(() => undefined) })
}

function Loaded<P extends object>({ part: Part, props }: { part: ComponentType<P>; props: P }) {
  return <Part {...props} />
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <Message className={appStyles.notLoaded} role="alert">
      <span className={helpers.grow}>{t('common.notLoaded')}</span>
      <Button onClick={onRetry}>{t('common.retry')}</Button>
    </Message>
  )
}
