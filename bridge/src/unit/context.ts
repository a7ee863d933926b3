/** What the parts of a unit share. */
import type { Gateway } from '@endcap/gateway-link/gateway/gateway'
import type { Operation } from '@endcap/gateway-link/messages'
import type { Clock } from '../clock.ts'
import type { Driver } from '../driver.ts'
import type { Queue } from '../queue.ts'
import type { UnitState } from '../unit-state.ts'
import type { Campaign } from './campaign.ts'

export interface UnitContext {
  readonly driver: Driver
  readonly gateway: Gateway
  readonly queue: Queue
  readonly memory: UnitState
  readonly clock: Clock
  readonly campaign: Campaign
  /** Status checks that wait for their tag to be heard, by tag. */
  readonly checks: Map<string, Operation>
  /** Takes back that a tag turns to its first page, by tag. */
  readonly turning: Map<string, () => void>
  /** How often glass was drawn again by ourselves: names such an operation. */
  redraws: number
}
