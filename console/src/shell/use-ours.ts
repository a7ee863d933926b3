/** What the console itself has to offer by name: its screens, what can be done, and its settings, as far as the account may. */
import { IconSettings } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { allTabs, searchOf } from '../app/nav.ts'
import { can, useSession } from '../app/services.ts'
import { actionEntries } from './actions.ts'
import type { FoundHit } from './hits.ts'
import type { Named } from './match.ts'
import { settingEntries } from './settings.ts'

export type OwnHit = FoundHit & Named
export interface Ours {
  screens: OwnHit[]
  actions: OwnHit[]
  settings: OwnHit[]
}

export function useOurs(storeCode: string | undefined): Ours {
  const { t } = useTranslation()
  const { user } = useSession()
  return useMemo(() => {
    const screens = allTabs
      .filter(({ tab }) => can(user, tab.needs))
      .map(({ place, tab }): OwnHit => ({
        id: tab.name,
        title: t(`nav.${tab.name}`),
        also: t(`nav.place.${place.name}`),
        icon: place.icon,
        leads: { at: { to: tab.to(storeCode), search: searchOf(tab, storeCode) } },
      }))
    const actions = actionEntries
      .filter(({ needs }) => needs === undefined || can(user, needs))
      .filter(({ wholeChain, ownPassword }) => (wholeChain !== true || user.enableWholeStore) && (ownPassword !== true || !user.adfs))
      .map(({ name, icon, leads }): OwnHit => ({
        id: name,
        title: t(`search.action.${name}`),
        also: t(`search.also.${name}`),
        icon,
        leads,
      }))
    const settings = settingEntries(t)
      .filter(({ needs }) => can(user, needs))
      .map(({ id, title, place, leads }): OwnHit => ({ id, title, also: place, place, icon: IconSettings, leads }))
    return { screens, actions, settings }
  }, [t, user, storeCode])
}
