/** A tag's status in the words of the site: the variant that treats missing tags specially calls them NG1 (specification 1 §4, 2 §4). */
import { missingIsNg } from '@endcap/contract/vocabulary'
import { useTranslation } from 'react-i18next'
import { kindOf, State } from '../ui/state.tsx'

/** The name under which the words of a status are found. */
export const statusWord = (status: string, site: string): string => (status === 'MISSING' && missingIsNg(site) ? 'NG1' : status)

export function TagState({ status, site }: { status: string; site: string }) {
  const { t } = useTranslation()
  const word = statusWord(status, site)
  return <State state={status} kind={word === 'NG1' ? 'bad' : kindOf(status)} label={t(`state.${word}`)} />
}
