/** Whether a screen is still the one that its reader is on, or has been left for one that is not drawn yet. */
import { useMatch, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * A screen stays in sight until the next one has been fetched. What it would write into the address then belongs to neither: ask before
 * changing the search of the address.
 */
export function useStillHere(): () => boolean {
  const router = useRouter()
  const pathname = useMatch({ strict: false, select: (match) => match.pathname })
  return useCallback(() => router.matchRoutes(router.latestLocation).at(-1)?.pathname === pathname, [router, pathname])
}
