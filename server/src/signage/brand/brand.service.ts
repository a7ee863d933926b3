/** The brand of the chain: its colours, and fonts that texts on slides are set in. */
import { brandLimits, type BrandColour } from '@endcap/contract/brand'
import type { UploadedFile } from '@endcap/contract/endpoint'
import { recordChange } from '../../platform/audit/audit.service.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { toEpoch } from '../../platform/base/clock.ts'
import { ApiError, conflict, invalid, notFound } from '../../platform/base/errors.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'
import { changedSince, versionOf } from '../../settings/server-config.service.ts'
import { getSetting, setSetting } from '../../settings/settings.service.ts'
import { refuseSome } from '../../settings/whole-chain.ts'
import { takeFont } from '../media/media.service.ts'
import { countFonts, deleteFont, findFont, insertFont, listFonts, lockBrand, usersOfFont } from './brand.queries.ts'

const fontSubject = (id: string) => ({ kind: 'display-font', id })

export async function readBrand(db: Db) {
  const { colours } = await getSetting(db, 'brand')
  const fonts = await listFonts(db)
  return {
    colourList: colours,
    version: versionOf(colours),
    fontList: fonts.map(({ font_id: id, name, characters, bytes, sample, updated_by: user, updated_at: at }) => ({
      id,
      name,
      characters,
      sample,
      user,
      bytes: Number(bytes),
      updatedAt: toEpoch(at),
    })),
  }
}

interface Colours {
  colourList: BrandColour[]
  /** Of the colours that were changed; without one they are saved whatever is there. */
  version?: string | undefined
}
export async function saveColours({ db, clock, signals }: Context, session: Session, { colourList: colours, version }: Colours) {
  refuseSome(session)
  const double = colours.findIndex(({ name }, at) => colours.findIndex((one) => one.name === name) !== at)
  if (double >= 0) throw invalid(`colourList.${double}.name: there are two colours of this name`, `colourList.${double}.name`)
  await inTransaction(db, async (tx) => {
    await lockBrand(tx, clock.now())
    const before = await getSetting(tx, 'brand')
    if (version !== undefined && version !== versionOf(before.colours)) throw changedSince()
    await setSetting(tx, 'brand', { colours }, clock.now())
    await recordChange(tx, { subject: { kind: 'setting', id: 'brand' }, before, after: { colours } })
  })
  signals.notify('changed', { storeCode: '', changes: ['signage'] })
  return { version: versionOf(colours) }
}

/** Throws what is wrong with the file. */
export async function addFont(context: Context, session: Session, file: UploadedFile): Promise<{ id: string; name: string }> {
  const { db, clock, signals } = context
  refuseSome(session)
  const { name: own, characters, sample, ...stored } = await takeFont(context, file.stream, { account: session.email })
  const name = (own.trim() || file.name.replace(/^.*[\\/]|\.[^.]*$/g, '').trim() || 'font').slice(0, 100)
  const id = await inTransaction(db, async (tx) => {
    await lockBrand(tx, clock.now())
    if ((await countFonts(tx)) >= brandLimits.fonts) throw conflict(`There are ${brandLimits.fonts} fonts already.`, 'many-fonts')
    const row = { ...stored, name, characters, sample, updated_by: session.email, updated_at: clock.now() }
    const added = await insertFont(tx, row)
    await recordChange(tx, { subject: fontSubject(added), before: null, after: { name, characters, sha256: stored.blob } })
    return added
  })
  signals.notify('changed', { storeCode: '', changes: ['signage'] })
  return { id, name }
}

/** A font that no text is set in goes. */
export async function removeFont({ db, signals }: Context, session: Session, id: string): Promise<void> {
  refuseSome(session)
  await inTransaction(db, async (tx) => {
    const font = await findFont(tx, id, { lock: true })
    if (font === undefined) throw notFound('There is no such font.')
    const users = await usersOfFont(tx, id)
    if (users.length > 0)
      throw new ApiError(409, {
        code: 'font-in-use',
        message: 'Texts on slides are set in this font. It cannot be removed.',
        error: users.map(({ storeCode, name }) => `${storeCode} ${name}`.trim()),
      })
    await deleteFont(tx, id)
    await recordChange(tx, {
      subject: fontSubject(id),
      before: { name: font.name, characters: font.characters, sha256: font.blob },
      after: null,
    })
  })
  signals.notify('changed', { storeCode: '', changes: ['signage'] })
}
