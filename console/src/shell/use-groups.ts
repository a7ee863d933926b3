/** What stands in the list of the search, group by group: of all stores what the server finds, and what the console itself has. */
import type { Found } from '@endcap/contract/search'
import { IconBuildingStore } from '@tabler/icons-react'
import { useCan, useSession } from '../app/services.ts'
import { useFoundStores } from '../data/use-stores.ts'
import type { Address } from './actions.ts'
import { hitGroups, type HitGroup } from './hits.ts'
import { isCalled, matching, startsSo } from './match.ts'
import { recentHits } from './recent.ts'
import { useOurs } from './use-ours.ts'

/** Entries of the console itself that stand beside what is found, of a kind. */
const maxOwn = 6
/** Letters from which on an action that is called so stands above all that is found. */
const minLetters = 3

interface Asked {
  typed: string
  found: Found | undefined
  storeCode: string | undefined
  /** What leads to a store that is not chosen yet: stores are offered, and nothing else. */
  ofStore: ((storeCode: string) => Address) | undefined
}

export function useGroups({ typed, found, storeCode, ofStore }: Asked): HitGroup[] {
  const can = useCan()
  const { email } = useSession().user
  const ours = useOurs(storeCode)
  const { stores } = useFoundStores(typed, { enabled: ofStore !== undefined })
  if (ofStore !== undefined) {
    const hits = stores
    const hitOf = ({ storeCode: code, storeName }: (typeof stores)[number]) => ({
      id: code,
      title: storeName,
      code,
      icon: IconBuildingStore,
      leads: { at: ofStore(code) },
    })
    return [{ kind: 'whichStore', hits: hits.map(hitOf) }]
  }
  if (typed === '')
    return [
      { kind: 'recent', hits: recentHits(email, ours) },
      { kind: 'actions', hits: ours.actions.slice(0, maxOwn) },
      { kind: 'screens', hits: ours.screens },
    ]
  const actions: HitGroup = { kind: 'actions', hits: matching(ours.actions, typed, maxOwn) }
  const screens: HitGroup = { kind: 'screens', hits: matching(ours.screens, typed, maxOwn) }
  const settings: HitGroup = { kind: 'settings', hits: matching(ours.settings, typed, maxOwn) }
  const others = found === undefined ? [] : hitGroups(found, can)
  const begins = ({ hits: [best] }: HitGroup) => best !== undefined && typed.length >= minLetters && startsSo(best, typed)
  // Who types the whole name of a screen goes there.
  if (screens.hits[0] !== undefined && isCalled(screens.hits[0], typed)) return [screens, ...others, actions, settings]
  if (begins(actions)) return [actions, ...others, screens, settings]
  return [...others, ...(begins(screens) ? [screens, actions] : [actions, screens]), settings]
}
