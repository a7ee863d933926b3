/** A tag's status in the words of the site: the variant that treats missing tags specially calls them NG1 (specification 1 §4, 2 §4). */
import type { Tag } from '@endcap/contract/tags'
import { missingIsNg } from '@endcap/contract/vocabulary'
import { useTranslation } from 'react-i18next'
import { kindOf, State } from './state.tsx'
import { confirmedWord } from './delivery-word.ts'

/** The name under which the words of a status are found. */
export const statusWord = (status: string, site: string): string => (status === 'MISSING' && missingIsNg(site) ? 'NG1' : status)

/** A label that is well, and that no device has confirmed, has a mark of its own. */
export const isOnlyDelivered = ({ status, confirmed }: Pick<Tag, 'status' | 'confirmed'>): boolean => status === 'OK' && confirmed === false

/** Nothing was ever heard of it, and nothing is wrong: its label follows when it is heard. */
export const isExpected = ({ status, respondedAt }: Pick<Tag, 'status' | 'respondedAt'>): boolean =>
  respondedAt === null && ['WIP', 'UPDATE', 'DEASSIGN'].includes(status)

export function TagState({ tag, site }: { tag: Pick<Tag, 'status' | 'confirmed' | 'respondedAt'>; site: string }) {
  const { t } = useTranslation()
  if (isExpected(tag))
    return (
      <span title={t('tags.cause.not-heard')}>
        <State state="EXPECTED" />
      </span>
    )
  if (isOnlyDelivered(tag))
    return (
      <span title={t('state.DELIVERED')}>
        <State state="DELIVERED" label={t('tags.delivered')} />
      </span>
    )
  const word = statusWord(tag.status, site)
  return <State state={tag.status} kind={word === 'NG1' ? 'bad' : kindOf(tag.status)} label={t(`state.${word}`)} />
}

/** What is known of the last label of a tag: the device's own word, or that it took the picture. */
export function Confirmed({ confirmed }: Pick<Tag, 'confirmed'>) {
  return confirmed === null ? '–' : <State state={confirmed ? 'SHOWN' : 'DELIVERED'} />
}
/** The same as an answer to choose from. */
export const confirmedFilter = (t: (key: string) => string) => ({
  options: ['true', 'false'],
  label: (option: string) => t(confirmedWord(option === 'true')),
})
