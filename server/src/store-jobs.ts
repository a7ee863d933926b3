/** What a process does for stores without being asked. */
import type { Context } from './context.ts'
import { startLoop } from './jobs/loop.ts'
import { checkEveryMs, stepChecks } from './layouts/checks.service.ts'
import { createFollower, followEveryMs } from './layouts/turns.ts'
import { countEveryMs, countUsage } from './layouts/usage.ts'
import { markSilentDevices, silenceEveryMs } from './player/player.service.ts'
import { createPromoter, promoteEveryMs } from './promotions/promotions.service.ts'
import { advanceEveryMs, advanceRollouts } from './software/advance.ts'
import { startWeekly, weeklyEveryMs } from './status-check/weekly.ts'
import { moveEveryMs, moveStores } from './store-moves/store-moves.service.ts'
import { clearEveryMs, clearStores } from './stores/stores.service.ts'

/** From now on this process takes its turn in promotions, layouts, roll-outs, weekly status checks, and in clearing away stores that were deleted. */
export function keepStores(context: Context, holder: string, onStop: (step: () => Promise<unknown>) => void): void {
  const { log, signals } = context
  const promoter = createPromoter(context)
  const follower = createFollower(context)
  const clearing = startLoop({ name: 'closing stores', everyMs: clearEveryMs, log, work: () => clearStores(context, holder) })
  const moving = startLoop({ name: 'store moves', everyMs: moveEveryMs, log, work: () => moveStores(context, holder) })
  const checking = startLoop({ name: 'checks of layouts', everyMs: checkEveryMs, log, work: () => stepChecks(context) })
  const following = startLoop({ name: 'layouts', everyMs: followEveryMs, log, work: () => follower.work().then(() => false) })
  const hints = [signals.on('closing-stores', () => clearing.wake()), signals.on('store-moves', () => moving.wake())]
  hints.push(signals.on('layouts', () => (checking.wake(), following.wake())))
  const loops = [
    clearing,
    moving,
    checking,
    following,
    startLoop({ name: 'use of layouts', everyMs: countEveryMs, log, work: () => countUsage(context, holder) }),
    startLoop({ name: 'silent displays', everyMs: silenceEveryMs, log, work: () => markSilentDevices(context).then(() => false) }),
    startLoop({ name: 'roll-outs', everyMs: advanceEveryMs, log, work: () => advanceRollouts(context) }),
    startLoop({ name: 'promotions', everyMs: promoteEveryMs, log, work: () => promoter.work().then(() => false) }),
    startLoop({ name: 'weekly status checks', everyMs: weeklyEveryMs, log, work: () => startWeekly(context).then(() => false) }),
  ]
  onStop(async () => {
    for (const forget of hints) forget()
    promoter.stop()
    follower.stop()
    await Promise.all(loops.map((loop) => loop.stop()))
  })
}
