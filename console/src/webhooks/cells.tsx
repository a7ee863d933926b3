import type { WebhookDelivery, WebhookOutcome } from '@endcap/contract/webhooks'
import { useTranslation } from 'react-i18next'
import { State, type StateKind } from '../ui/state.tsx'

const kinds: Record<WebhookDelivery['state'], StateKind> = { waiting: 'idle', delivered: 'ok', failing: 'alarm', 'given-up': 'bad' }

/** How a message went, and what came back. */
export function MessageState({ state, outcome }: { state: WebhookDelivery['state'] | null; outcome: WebhookOutcome | '' }) {
  const { t } = useTranslation()
  if (state === null) return <span style={{ color: 'var(--ink-3)' }}>–</span>
  // That it was taken is said by the state.
  const outcomeText = outcome === '' || outcome === 'delivered' ? undefined : t(`webhooks.outcome.${outcome}`)
  return (
    <span title={outcomeText}>
      <State state={state} kind={kinds[state]} label={t(`webhooks.state.${state}`)} />
      {outcomeText !== undefined && <span style={{ color: 'var(--ink-3)' }}>&ensp;{outcomeText}</span>}
    </span>
  )
}
