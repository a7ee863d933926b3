/** Goes where an entry of the search leads, or does what it says. */
import { useMantineColorScheme } from '@mantine/core'
import { changeLanguage } from '../i18n/i18n.ts'
import type { Address, Leads } from './actions.ts'
import { useSignOut } from './use-sign-out.ts'

interface Ways {
  storeCode: string | undefined
  go: (to: string, search?: object) => void
  close: () => void
  /** It is one of a store, and none is chosen. */
  onStoreAsked: (of: (storeCode: string) => Address) => void
}
export function useLead({ storeCode, go, close, onStoreAsked }: Ways): (leads: Leads) => void {
  const { setColorScheme } = useMantineColorScheme()
  const signOut = useSignOut()
  return (leads) => {
    if ('ofStore' in leads && storeCode === undefined) return onStoreAsked(leads.ofStore)
    close()
    if ('language' in leads) return void changeLanguage(leads.language)
    if ('scheme' in leads) return setColorScheme(leads.scheme)
    if ('signsOut' in leads) return signOut()
    const { to, search } = 'at' in leads ? leads.at : leads.ofStore(storeCode ?? '')
    return go(to, search)
  }
}
