import { paths } from '../app/paths.ts'
import { goTo } from '../app/place.ts'
import { useServices } from '../app/services.ts'

/** Ends the session, and forgets what this person has opened from the search. */
export function useSignOut(): () => void {
  const { api, session } = useServices()
  return () => {
    // Not waited for: the live channel would tell meanwhile that the session has ended.
    void api.session.logout().catch(() => undefined)
    localStorage.removeItem(recentKey)
    goTo(paths.login)
    session.set(undefined)
  }
}
/** Where the browser has what was opened last from the search, and by whom. */
export const recentKey = 'endcap.recent'
