/** What became of a label on paper, as glyph and words (specification 2 §4). */
import type { PaperRow, PrintState as State } from '@endcap/contract/papers'
import { useTranslation } from 'react-i18next'
import { State as StateMark, type StateKind } from '../ui/state.tsx'

const kinds: Record<State, StateKind> = { NONE: 'idle', SUCCESS: 'ok', FAIL: 'bad' }

export function PrintState({ state }: { state: State }) {
  const { t } = useTranslation()
  return <StateMark state={state} kind={kinds[state]} label={t(`papers.state.${state}`)} />
}

/** Why it could not be printed, in our words and the printer's; while it waits, what it waits for. */
export function reasonOf({ state, resultCode, resultMsg }: PaperRow, t: (key: string) => string): string {
  if (state === 'SUCCESS') return '–'
  if (state === 'NONE') return resultMsg || '–'
  return [t(`papers.result.${resultCode}`), resultMsg].filter(Boolean).join(': ')
}
