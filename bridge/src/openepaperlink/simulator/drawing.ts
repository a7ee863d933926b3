/** How a simulated access point draws what was uploaded: only when it is due, and without a word where it cannot. */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { externalMode, firstSaneEpoch, never, uploadedMode } from '../codec/records.ts'
import { airNow, enqueue, freeBytes, isHeld, broadcastChange, type AirState } from './air-state.ts'
import { drawOnGlass, type Decoded } from './glass.ts'
import type { Entry, SimulatedTag } from './tag.ts'

/** Bytes that must be free on its file system: with less it draws nothing, and does not say so. */
const minFreeBytes = 31_000
/** A tag that is expected later than this is not drawn for yet, unless a client holds the stream. */
const drawAheadSeconds = 300
const lookAgainMs = 1000
/** Seconds until it tries again: without a definition of the type, and else. */
const againSeconds = { withoutType: 300, usual: 60 }

/** What an upload leaves in a record (`modecfgjson`), as far as drawing needs it. */
const uploadConfig = z.object({ filename: z.string().optional(), dither: z.string().optional() })

/** Draws what was uploaded, for tags whose time has come. Called again and again while something is due. */
export function drawDue(air: AirState): void {
  for (const tag of air.tags.values()) if (isDue(air, tag.entry)) draw(air, tag)
}
function isDue(air: AirState, entry: Entry): boolean {
  const now = airNow(air)
  const isSoon = entry.nextcheckin < now + drawAheadSeconds || isHeld(air)
  const isAble = air.state.running && now > firstSaneEpoch && freeBytes(air) > minFreeBytes && !isAsleep(air)
  return entry.RSSI !== 0 && now >= entry.nextupdate && isSoon && isAble
}
/** Whether its settings let it sleep at this hour. */
function isAsleep(air: AirState): boolean {
  const [from, to] = [air.settings.sleeptime1, air.settings.sleeptime2]
  if (from === to) return false
  const hour = new Date(airNow(air) * 1000).getUTCHours()
  return from < to ? hour >= from && hour < to : hour >= from || hour < to
}

function draw(air: AirState, tag: SimulatedTag) {
  const { entry } = tag
  const type = air.types.get(entry.hwType)
  if (type === undefined) {
    entry.nextupdate = airNow(air) + againSeconds.withoutType
    return
  }
  entry.nextupdate = airNow(air) + againSeconds.usual
  if (entry.contentMode !== uploadedMode) {
    if (entry.contentMode === externalMode) entry.nextupdate = never
    return
  }
  entry.nextupdate = never
  const { filename = '', dither } = uploadConfig.parse(entry.modecfgjson === '' ? {} : JSON.parse(entry.modecfgjson))
  const uploaded = takeFile(air, filename)
  if (uploaded === undefined) return
  air.state.drawn++
  const { rotate, invert } = entry
  const picture = drawOnGlass(uploaded, type, { dither: Number(dither), psram: air.psram, rotate, invert })
  // Only the first 8 bytes are ever kept.
  const hash = createHash('md5').update(`${picture.width}x${picture.height}`).update(picture.pixels).digest('hex').slice(0, 16)
  if (hash === entry.hash.slice(0, 16)) {
    air.broadcast({ logMsg: 'new image is the same as current image. not updating tag.' })
    broadcastChange(air, tag)
    return
  }
  enqueue(air, tag, { kind: 'image', picture, hash })
}
/** An uploaded file is read once, and deleted. What cannot be read is told to its stream alone. */
function takeFile({ files, broadcast }: AirState, name: string): Decoded | undefined {
  const file = files.get(name)
  if (file === undefined) {
    broadcast({ errMsg: `Not found: ${name}` })
    return undefined
  }
  files.delete(name)
  if (file.picture === undefined) broadcast({ errMsg: 'invalid jpg' })
  return file.picture
}

/** Looks for something to draw in a second, and then again, as long as something may be due. */
export function lookToDraw(air: AirState): void {
  if (air.forgetLook !== undefined) return
  air.forgetLook = air.clock.after(lookAgainMs, () => {
    air.forgetLook = undefined
    drawDue(air)
    if ([...air.tags.values()].some(({ entry }) => entry.nextupdate < never)) lookToDraw(air)
  })
}
