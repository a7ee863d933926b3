import { useTranslation } from 'react-i18next'
import { State } from './state.tsx'

/** The type of a file for displays, marked where none of them plays it. */
export function FileType({ word, playable }: { word: string; playable: boolean }) {
  const { t } = useTranslation()
  return playable ? (
    word
  ) : (
    <span title={t('common.unplayable')}>
      <State state="" kind="alarm" label={word} />
    </span>
  )
}
