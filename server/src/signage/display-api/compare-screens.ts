/**
 * Pictures of screens beside what should be there (docs/decisions/0028). One that is not alike is taken again by itself; the second one raises an
 * alarm, and the first that is alike ends it.
 */
import type { ScreenSaid } from '@endcap/contract/player'
import { screenFaults, type ScreenFault, type ScreenVerdict } from '@endcap/contract/screen-check'
import { lightLeft } from '@endcap/signage/brightness'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { keepBlob } from '../../platform/blobs/remove-unused.ts'
import type { Context } from '../../platform/context.ts'
import type { ScreenFound } from '../../platform/decoders/drawing.ts'
import { askDevices } from './commands.ts'
import { nameOf } from './display-alarms.ts'
import { expectedAt } from './expected.ts'
import { setContentAlarm } from './failing.ts'
import { buildManifest } from './manifest.ts'
import { findDevice, holdDevice } from './player.queries.ts'
import { claimPicture, noteCompared, takeDue, type Compared, type ScreenRow } from './screenshots.queries.ts'

/** A picture that came so much later than it was taken, or before, is of a display whose clock cannot be believed. */
const clockMs = { late: 60_000, early: 5000 }
/** Until the second picture of what does not look right: slides that change slowly have changed by then. */
const secondMs = 10_000
/** A film may be dark for a while. */
const filmMs = 20_000
/** While an alarm is open, pictures are taken in this rhythm. */
const openMs = 120_000
/** A process that took a picture and said no more has lost it after this time. */
const claimMs = 120_000
const maxAsked = 200
/** Who asks, where no person does. */
const byItself = ''

const isFault = (verdict: ScreenVerdict | null): verdict is ScreenFault => screenFaults.some((fault) => fault === verdict)
const later = (at: Date, ms: number) => new Date(at.getTime() + ms)

/** Compares a picture that waits, and asks for those that are due; answers whether there may be more. */
export async function compareScreens(context: Context): Promise<boolean> {
  await askAgain(context)
  const at = context.clock.now()
  const row = await claimPicture(context.db, at, later(at, claimMs))
  if (row === undefined) return false
  await compareOne(context, row)
  return true
}

async function askAgain(context: Context): Promise<void> {
  const at = context.clock.now()
  const due = await inTransaction(context.db, async (tx) => {
    const rows = await takeDue(tx, { at, again: later(at, openMs), limit: maxAsked })
    await askDevices(tx, context, { macs: rows.map(({ mac }) => mac), type: 'screenshot', by: byItself })
    return rows
  })
  for (const storeCode of new Set(due.map((one) => one.storeCode))) context.signals.notify('changed', { storeCode, changes: ['signage'] })
}

async function compareOne(context: Context, row: ScreenRow): Promise<void> {
  const { found, scene } = await lookAt(context, row)
  const expected = found?.expected == null ? null : await stored(context, found.expected)
  const at = context.clock.now()
  const storeCode = await inTransaction(context.db, async (tx) => {
    const device = await holdDevice(tx, row.mac)
    if (device?.store_code == null) return undefined
    const verdict = verdictOf(row, found, scene)
    const fault = faultOf(row, verdict)
    const noted = await noteCompared(tx, row, {
      verdict,
      looks_like: verdict === 'wrong' ? (found?.looksLike ?? null) : null,
      scene: scene ?? null,
      cells: found === undefined ? null : Buffer.from(found.cells).toString('base64'),
      expected,
      fault,
      ask_at: nextPicture(at, { verdict, fault, isDark: found?.isDark === true }),
    })
    if (!noted) return undefined
    const { mac, name, store_code, report } = device
    if (fault !== row.fault) await setContentAlarm(tx, { mac, name: nameOf({ mac, name }), storeCode: store_code, report, at, fault })
    return store_code
  })
  if (storeCode !== undefined) context.signals.notify('changed', { storeCode, changes: ['displays', 'alarms'] })
}

/** Of two pictures in a row; `wrong` and `frozen` are one wrong after the other all the same. */
function faultOf({ verdict: before, fault }: ScreenRow, verdict: ScreenVerdict): ScreenFault | null {
  if (verdict === 'matches') return null
  if (!isFault(verdict)) return fault
  return fault !== null || isFault(before) ? verdict : null
}

function nextPicture(at: Date, { verdict, fault, isDark }: Pick<Compared, 'verdict' | 'fault'> & { isDark: boolean }): Date | null {
  if (fault !== null) return later(at, openMs)
  if (verdict === 'unknown') return isDark ? later(at, filmMs) : null
  return isFault(verdict) ? later(at, secondMs) : null
}

function verdictOf(before: ScreenRow, found: ScreenFound | undefined, scene: string | undefined): ScreenVerdict {
  if (found === undefined) return 'unknown'
  const { verdict, isSame, isDark, wasDark } = found
  const isScene = before.scene === scene
  // What should be there is another thing than at the picture before, and the picture is the same.
  if (verdict === 'wrong' && isSame && (!isScene || before.verdict === 'frozen')) return 'frozen'
  if (verdict === 'unknown' && isDark && wasDark && isScene) return 'black'
  return verdict
}

/** What the decoder finds; nothing where there is nothing to compare the picture with, or it cannot be read. */
async function lookAt(context: Context, row: ScreenRow): Promise<{ found?: ScreenFound; scene?: string }> {
  const { said, mac } = row
  const device = await findDevice(context.db, mac)
  if (said === null || device?.store_code == null || !isPrompt(row.taken_at, said)) return {}
  const { store_code: storeCode } = device
  const manifest = await buildManifest(context, mac)
  // It plays what it was given before: lists say so.
  if (manifest?.rev !== said.rev) return {}
  const expected = await expectedAt(context, { device, storeCode, manifest, said })
  if (expected === undefined) return {}
  const { scene, drawings, others } = expected
  const isDimmed = said.turn !== undefined && !device.caps.brightness
  const task = {
    drawings,
    others,
    turn: Number(said.turn ?? 0),
    light: isDimmed ? lightLeft(manifest.settings.brightness) : 1,
    before: row.cells === null ? undefined : new Uint8Array(Buffer.from(row.cells, 'base64')),
  }
  try {
    const found = await context.decoders.decode(
      { kind: 'screen', path: context.blobs.pathOf(row.blob), task },
      { storeCode, account: byItself },
    )
    return { found, scene }
  } catch (error) {
    context.log.warn({ mac, storeCode, err: error }, 'a picture of a screen could not be compared')
    return {}
  }
}

const isPrompt = (takenAt: Date, { at }: ScreenSaid) => takenAt.getTime() - at < clockMs.late && at - takenAt.getTime() < clockMs.early

async function stored({ db, blobs }: Context, picture: Uint8Array): Promise<string> {
  async function* whole() {
    yield picture
  }
  const received = await blobs.receive(whole())
  await keepBlob(db, received)
  return received.hash
}
