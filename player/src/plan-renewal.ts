/** Fetches the plan, one time after the other, and again after a while when that fails. */
import { Refused } from './server.ts'

/** A plan that could not be loaded is asked for again so soon. */
const renewMs = 3000

export interface PlanRenewal {
  /** One at a time; what is asked meanwhile is done after it, once. */
  renew(recheck?: boolean): Promise<void>
  /** Returns at once: it tries until it has succeeded. */
  renewSoon(recheck: boolean): void
}

/** `unknown`: the server does not know the display any more. */
export function createPlanRenewal(fetchPlan: (recheck: boolean) => Promise<void>, unknown: () => void): PlanRenewal {
  let renewing: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let again: { recheck: boolean } | undefined

  function renewSoon(recheck: boolean) {
    renew(recheck).catch((error: unknown) => {
      if (error instanceof Refused && error.status === 401) unknown()
      else {
        clearTimeout(timer)
        timer = setTimeout(() => renewSoon(recheck), renewMs)
      }
    })
  }
  function renew(recheck = false): Promise<void> {
    if (renewing !== undefined) {
      again = { recheck: recheck || again?.recheck === true }
      return renewing
    }
    renewing = fetchPlan(recheck).finally(() => {
      renewing = undefined
      const next = again
      again = undefined
      if (next !== undefined) renewSoon(next.recheck)
    })
    return renewing
  }
  return { renew, renewSoon }
}
