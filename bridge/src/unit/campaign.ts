/** A campaign: labels are being changed, and the driver listens more closely meanwhile. It is over when nothing waited for a while. */
import type { Clock } from '../clock.ts'
import type { Driver } from '../driver.ts'
import type { Queue } from '../queue.ts'

/** A campaign is over when nothing waited for so long. */
const calmMs = 60_000

interface CampaignSetup {
  driver: Pick<Driver, 'campaign'>
  queue: Pick<Queue, 'size'>
  clock: Clock
}
export type Campaign = ReturnType<typeof createCampaign>

/** No campaign is under way at first. */
export function createCampaign({ driver, queue, clock }: CampaignSetup) {
  let isUnderWay = false
  let forgetCalm = (): void => undefined

  /** A label is to be changed: a campaign begins, or goes on. */
  function goOn() {
    forgetCalm()
    if (!isUnderWay) {
      isUnderWay = true
      driver.campaign?.(true)
    }
    forgetCalm = clock.after(calmMs, () => {
      if (queue.size() > 0) return goOn()
      isUnderWay = false
      driver.campaign?.(false)
    })
  }
  return { goOn, close: () => forgetCalm() }
}
