/** What tags say of themselves: where they are heard, how they are, and what stands on their glass. */
import type { Db } from '../../platform/db/schema.ts'
import { finishOperations, startTask } from '../tasks/tasks.service.ts'
import { addFound } from './found.queries.ts'
import {
  doubtedBy,
  findLostConfirmations,
  findNews,
  findStrays,
  applyReports,
  markWrong,
  redrawnBy,
  type GlassWord,
  type StoreTag,
  type Stray,
} from './glass.queries.ts'
import { storeSightings, type StoredSighting } from './sightings.queries.ts'
import { doubtGlass, keepEvents, type ReportedEvent } from './tag-events.queries.ts'
import { settleFailed, wordsOf, type LateResult } from './late.queries.ts'
import { confirmedStatus } from '../tasks/confirmed-status.ts'
import type { EnginePolicy } from './policy.ts'

interface Rules {
  at: Date
  policy: EnginePolicy
}

/** Answers the stores in which labels are drawn: for tags of another model than was thought, and for those that are heard for the first time. */
export async function takeSightings(tx: Db, sightings: readonly StoredSighting[], { at, policy }: Rules): Promise<string[]> {
  if (sightings.length === 0) return []
  const rules = { at, lowBattery: policy.lowBattery }
  const { retyped, due, strangers } = await storeSightings(tx, sightings, rules)
  if (strangers.length > 0) {
    const unknown = new Set(strangers)
    await addFound(
      tx,
      sightings.filter((one) => unknown.has(one.tag)),
      rules,
    )
  }
  return [...(await drawAgain(tx, retyped, { createdBy: 'tag type', at })), ...(await drawAgain(tx, due, { createdBy: 'tag heard', at }))]
}

interface Heard {
  sightings: readonly StoredSighting[]
  late: readonly LateResult[]
  overtaken: readonly StoreTag[]
}

/** Answers the stores of which tags changed, and those in which a label is drawn again because its tag shows another one. */
export async function takeWords(
  tx: Db,
  { sightings, late, overtaken }: Heard,
  at: Date,
): Promise<{ changed: string[]; redrawn: string[] }> {
  // A glass that is in doubt says nothing of what stands there.
  const heard: GlassWord[] = sightings
    .filter((one) => one.doubt !== true)
    .map(({ storeCode, tag, shown, updates }) => ({
      storeCode,
      tagMac: tag,
      shown,
      updates: updates ?? null,
    }))
  const words = await findNews(tx, heard)
  if (words.length > 0) {
    const lost = await findLostConfirmations(tx, words, at)
    await finishOperations(
      tx,
      lost.map((one) => ({
        opId: one.opId,
        outcome: 'SHOWN',
        status: confirmedStatus(one.kind),
        answered: true,
        updates: one.updates,
        confirmed: one.confirmed,
      })),
      at,
    )
  }
  const all = [...words.map((one) => ({ ...one, opId: null })), ...(await wordsOf(tx, late))]
  const other = await applyReports(tx, all, at)
  const settled = await settleFailed(tx, all, at)
  const strays = await findStrays(tx, [...other, ...overtaken], at)
  return { changed: settled, redrawn: [...(await redraw(tx, strays, at)), ...(await takeDoubts(tx, sightings, at))] }
}

/** What was done at tags, and which of them may show something else by their own word; answers the stores in which labels are drawn again. */
async function takeDoubts(tx: Db, sightings: readonly StoredSighting[], at: Date): Promise<string[]> {
  // The last word counts: a glass that was drawn again meanwhile is in doubt no more.
  const last = new Map(sightings.map((one) => [`${one.storeCode}/${one.tag}`, one]))
  const unsure = [...last.values()].filter((one) => one.doubt === true)
  const doubted = await doubtGlass(
    tx,
    unsure.map(({ storeCode, tag }) => ({ storeCode, tagMac: tag })),
    at,
  )
  const reported: ReportedEvent[] = sightings.flatMap(({ storeCode, tag, gwMac, event }) =>
    event === undefined ? [] : [{ storeCode, tagMac: tag, gwMac, event }],
  )
  for (const { storeCode, tagMac, fresh } of doubted) {
    const gwMac = last.get(`${storeCode}/${tagMac}`)?.gwMac
    if (fresh && gwMac !== undefined) reported.push({ storeCode, tagMac, gwMac, event: 'doubt' })
  }
  await keepEvents(tx, reported, at)
  return redraw(
    tx,
    doubted.filter((one) => one.open),
    at,
    { createdBy: doubtedBy, force: true },
  )
}

async function redraw(
  tx: Db,
  strays: readonly Stray[],
  at: Date,
  how: Pick<Redraw, 'createdBy' | 'force'> = { createdBy: redrawnBy },
): Promise<string[]> {
  const [hopeless, again] = [strays.filter((one) => one.hopeless), strays.filter((one) => !one.hopeless)]
  await markWrong(tx, hopeless, at)
  return [
    ...(await drawAgain(
      tx,
      again.filter((one) => !one.bare),
      { ...how, at },
    )),
    ...(await drawAgain(
      tx,
      again.filter((one) => one.bare),
      { ...how, at, blank: true },
    )),
    ...hopeless.map((one) => one.storeCode),
  ]
}

interface Redraw {
  createdBy: string
  at: Date
  blank?: boolean
  /** Sent even where the glass is thought to show it: what a doubt began ends by the device's answer alone. */
  force?: boolean
}
/** Starts a task a store for these tags; answers the stores. */
async function drawAgain(tx: Db, tags: readonly StoreTag[], { createdBy, at, blank = false, force = false }: Redraw): Promise<string[]> {
  const byStore = Map.groupBy(tags, (one) => one.storeCode)
  for (const [storeCode, list] of byStore)
    await startTask(tx, {
      storeCode,
      createdBy,
      at,
      force,
      tagMacs: list.map((one) => one.tagMac),
      taskType: blank ? 'DEASSIGN' : 'UPDATE',
      kind: blank ? 'BLANK' : 'SHOW',
    })
  return [...byStore.keys()]
}
