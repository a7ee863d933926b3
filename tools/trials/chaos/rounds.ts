/** The rounds: a price file for every store, faults in the air, and one kill; every tenth round it must come to rest and be right. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Fleet } from '@endcap/fleet/fleet'
import type { Random } from '@endcap/fleet/random'
import type { ApiClient, Shop } from '../../../e2e/system.ts'
import { check } from './check.ts'
import { badTags, look, openNow, type Places } from './look.ts'
import { victims, type Processes, type Victim } from './processes.ts'
import type { Tally } from './tally.ts'

export interface Trial {
  processes: Processes
  places: Places
  /** Through the balancer. */
  client: ApiClient
  shops: readonly Shop[]
  random: Random
  tally: Tally
  print: (text: string) => void
}

/** Milliseconds from the round's beginning to the kill and to each file, at most; and from the kill to the start. */
const killWithin = 3000
const sendWithin = 4000
const reviveWithin = 2000
/** So often the kill is aimed at an upload, and hits so many milliseconds after it began. */
const aimed = 0.5
const hitWithin = 300
/** A round waits for its files no longer. */
const roundMs = 7000
const settleMs = 300_000
/** What may move of itself is looked at so often before it counts as wrong. */
const looks = 4

/** Faults of the air and the lines, other ones in each round. */
function disturb({ shops, places, random }: Trial): void {
  for (const { storeCode, gateways } of shops) {
    const fleet = places.fleets.get(storeCode)
    if (fleet === undefined) continue
    calm(fleet)
    fleet.faults.add({ kind: 'drop', probability: 0.05 })
    fleet.faults.add({ kind: 'duplicate', probability: 0.05 })
    fleet.faults.add({ kind: 'confirmation-lost', probability: 0.05 })
    const { gwMac } = random.pick(gateways)
    const dice = random.next()
    if (dice < 0.35) fleet.faults.add({ kind: 'gateway-offline', gwMac })
    else if (dice < 0.55) fleet.faults.add({ kind: 'slow', factor: 5, gwMac })
    else if (dice < 0.65) fleet.faults.add({ kind: 'image-unavailable', gwMac })
    else if (dice < 0.85) fleet.restart(gwMac)
  }
}
const calm = (fleet: Fleet) => fleet.faults.clear()

/** Kills, waits, starts again; answers when the balancer leads to a right answer. */
async function killOne({ processes, client, random, tally, shops }: Trial, victim: Victim): Promise<void> {
  const pause = 200 + random.below(reviveWithin)
  const begin = Date.now()
  await processes.kill(victim)
  await wait(pause)
  await processes.revive(victim)
  const answers = () =>
    client.tags.counts({ params: { storeCode: shops[0]?.storeCode ?? '' } }, { signal: AbortSignal.timeout(5000) }).then(
      () => true,
      () => false,
    )
  while (!(await answers())) {
    if (Date.now() > begin + 120_000) return tally.violate(`no server answered for two minutes after the kill of ${victim}`)
    await wait(100)
  }
  return tally.killed(victim, (Date.now() - begin) / 1000)
}

export async function playRound(trial: Trial, round: number): Promise<void> {
  const { places, random, tally, print } = trial
  tally.begin(round)
  disturb(trial)
  const begin = Date.now()
  const plans = places.tills.map((till, index) => ({
    till,
    way: (round + index) % 2 === 0 ? ('upload' as const) : ('inbox' as const),
    after: random.below(sendWithin),
  }))
  for (const { till, way, after } of plans) till.send(round, way, after)
  const files = Promise.all(places.tills.map((till) => till.quiet()))
  const victim = random.pick(victims)
  const upload = plans.find((plan) => plan.way === 'upload')
  const [anywhen, hit, aim] = [random.below(killWithin), random.below(hitWithin), random.chance(aimed)]
  await wait(aim && upload !== undefined ? upload.after + hit : anywhen)
  await killOne(trial, victim)
  await Promise.race([files, wait(Math.max(0, begin + roundMs - Date.now()))])
  print(`round ${round}: ${victim}, ${((Date.now() - begin) / 1000).toFixed(1)} s`)
}

/** Without faults: until nothing is open any more, then everything is compared. */
export async function settle(trial: Trial): Promise<void> {
  const { places, client, tally, print } = trial
  const begin = Date.now()
  for (const fleet of places.fleets.values()) calm(fleet)
  await Promise.all(places.tills.map((till) => till.quiet()))
  await rest(trial)
  const bad = await badTags(places)
  for (const [storeCode, tagList] of bad) {
    tally.failedLabels += tagList.length
    await client.tags.reassign({ body: { storeCode, tagList } })
  }
  if (bad.size > 0) await rest(trial)
  const seconds = (Date.now() - begin) / 1000
  tally.settles.push(seconds)
  let wrong: string[] = []
  for (let attempt = 0; attempt < looks; attempt++) {
    const seen = await look(places)
    tally.checkedLabels += attempt === 0 ? seen.labels.size : 0
    wrong = check(seen)
    if (wrong.length === 0) break
    await wait(2000)
  }
  tally.checks++
  for (const one of wrong) tally.violate(one)
  print(`round ${tally.round()}: at rest after ${seconds.toFixed(1)} s, ${wrong.length} violations`)
}

/** Until nothing is open, or for so long that it is no more a matter of time: the check says what is left. */
async function rest({ places }: Trial): Promise<void> {
  const end = Date.now() + settleMs
  while (Date.now() < end) {
    if (Object.values(await openNow(places)).every((count) => count === 0)) return
    await wait(250)
  }
}
