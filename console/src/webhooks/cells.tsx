import type { WebhookDelivery } from '@endcap/contract/webhooks'
import { useTranslation } from 'react-i18next'
import { State, type StateKind } from '../ui/state.tsx'

const kinds: Record<WebhookDelivery['state'], StateKind> = { waiting: 'idle', delivered: 'ok', failing: 'alarm', 'given-up': 'bad' }

/** How a message went, and what came back; without a state only what is said. */
export function MessageState({ state, told }: { state: WebhookDelivery['state'] | null; told: string }) {
  const { t } = useTranslation()
  if (state === null) return <span style={{ color: 'var(--ink-3)' }}>{told || '–'}</span>
  return (
    <span title={told}>
      <State state={state} kind={kinds[state]} label={t(`webhooks.state.${state}`)} />
      {told !== '' && <span style={{ color: 'var(--ink-3)' }}>&ensp;{told}</span>}
    </span>
  )
}
