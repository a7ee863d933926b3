/** Templates: saved, with the displays that show them, and removed (specification 3 §4, §5). */
import { createHash } from 'node:crypto'
import type { ShowBody } from '@endcap/contract/slides'
import type { SlideTemplate } from '@endcap/contract/slide-templates'
import { templateSizes, type TemplateSize } from '@endcap/signage/models'
import { withWebAddresses } from '@endcap/signage/shows'
import { recordChange } from '../../platform/audit/audit.service.ts'
import { toEpoch } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { ApiError, conflict, invalid, notFound } from '../../platform/base/errors.ts'
import { refuseInUse } from '../media/media.service.ts'
import { refuseUnplayable } from '../media/on-slides.ts'
import { readUnplayable } from '../media/unplayable-films.ts'
import { devicesOf, findTemplate, namesTaken, writeCopies } from './slide-templates.queries.ts'

export { findTemplate } from './slide-templates.queries.ts'

/** Of something compared: the same whatever the order of its keys; ids of rows do not count. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => {
    if (key === '_id') return undefined
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })
}
/** Of slides as they stand; another one means that they were changed. */
export const revOf = (show: ShowBody): string => createHash('sha256').update(canonical(show)).digest('base64url').slice(0, 24)
/** 409 when these slides are not those that the caller has changed: what another account saved meanwhile is not undone unseen. */
export function refuseOldRev(now: ShowBody, rev: string | undefined): void {
  if (rev !== undefined && rev !== revOf(now))
    throw conflict('Another account has changed these slides in the meantime. Nothing was saved.', 'slides-changed-since')
}

const subject = (name: string) => ({ kind: 'display-template', id: name })
const missing = (name: string) => notFound(`There is no template ${name}.`)
const maxNameLength = 100
/** The last part of the list's address, under which no template can be asked for. */
const taken = 'list'

export async function readTemplate(db: Db, storeCode: string, name: string): Promise<SlideTemplate> {
  const row = await findTemplate(db, storeCode, name)
  if (row === undefined) throw missing(name)
  const copy = copyOf(row)
  return {
    _id: row.template_id,
    size: row.size,
    show: copy.show,
    updatedAt: toEpoch(row.updated_at),
    rev: revOf(copy),
    warnings: await warningsOf(db, storeCode, name),
  }
}

const warningsOf = (db: Db, storeCode: string, template: string) => readUnplayable(db, { stores: [storeCode], edited: { template } })

interface Saved {
  storeCode: string
  name: string
  size: TemplateSize
  show: SlideTemplate['show']
  create: boolean
  /** Of the slides that were changed; without one they are saved whatever is there. */
  rev?: string | undefined
}
/** Answers how many displays follow, and what they cannot play of it. */
export async function saveTemplate(context: Context, given: Saved) {
  const { db, signals } = context
  const show = withWebAddresses(given.show)
  refuseName(given.name)
  const saved = await inTransaction(db, async (tx) => ({
    devices: await putTemplate(tx, { ...given, show }, context.clock.now()),
    warnings: await warningsOf(tx, given.storeCode, given.name),
  }))
  signals.notify('changed', { storeCode: given.storeCode, changes: ['signage'] })
  return { ...saved, rev: revOf(copyOf({ size: given.size, show })) }
}

interface Imported {
  templates: readonly Pick<Saved, 'name' | 'size' | 'show'>[]
  /** Names that may be there. */
  overwrite: readonly string[]
}
/** All of them or none. Answers how many displays follow. */
export async function importTemplates(
  { db, clock, signals }: Context,
  storeCode: string,
  { templates, overwrite }: Imported,
): Promise<number> {
  const names = templates.map(({ name }) => name)
  for (const name of names) refuseName(name)
  const double = names.find((name, index) => names.indexOf(name) !== index)
  if (double !== undefined) throw invalid(`templates: the name ${double} stands there twice`, 'templates')
  const at = clock.now()
  const devices = await inTransaction(db, async (tx) => {
    const there = await namesTaken(tx, storeCode, names)
    const asked = there.filter((name) => !overwrite.includes(name))
    if (asked.length > 0)
      throw new ApiError(409, { code: 'template-exists', message: 'There are templates of these names already.', error: asked })
    let following = 0
    // In one order, so that two imports do not wait for each other.
    for (const template of templates.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
      following += await putTemplate(tx, { ...template, storeCode, show: withWebAddresses(template.show), create: false }, at).catch(
        (error: unknown) => {
          throw error instanceof ApiError ? ofTemplate(template.name, error) : error
        },
      )
    return following
  })
  signals.notify('changed', { storeCode, changes: ['signage'] })
  return devices
}
/** The same of one among several, by its name. */
const ofTemplate = (template: string, { status, answer }: ApiError) =>
  new ApiError(status, { ...answer, message: `${template}: ${answer.message}`, values: { ...answer.values, template } })

function refuseName(name: string): void {
  if (name.trim() === name && name.length <= maxNameLength && name !== taken) return
  throw invalid(
    `templateName: must be a name of 1 to ${maxNameLength} letters without spaces around it, and not "${taken}"`,
    'templateName',
  )
}

/** Answers how many displays follow. */
export async function putTemplate(tx: Db, { storeCode, name, size, show, create, rev }: Saved, at: Date): Promise<number> {
  const before = await findTemplate(tx, storeCode, name, { lock: true })
  if (before !== undefined && create) throw conflict(`There is a template ${name} already.`, 'template-exists')
  if (before !== undefined) refuseOldRev(copyOf(before), rev)
  else if (rev !== undefined) throw missing(name)
  await refuseUnplayable(tx, { storeCode }, show, before?.show)
  const users = await devicesOf(tx, storeCode, name)
  if (before !== undefined && before.size !== size && users.length > 0)
    throw new ApiError(409, {
      code: 'wrong-size',
      message: `Displays of ${before.size} inches show this template.`,
      error: users.map((user) => `${user.mac} ${user.name}`.trim()),
    })
  const row = { size, show: JSON.stringify(show), updated_at: at }
  await tx
    .insertInto('plus_templates')
    .values({ store_code: storeCode, template_id: name, ...row })
    .onConflict((old) => old.columns(['store_code', 'template_id']).doUpdateSet(row))
    .execute()
  await writeCopies(tx, { storeCode, name, show: JSON.stringify(copyOf({ size, show })), at })
  await recordChange(tx, {
    subject: { ...subject(name), storeCode },
    before: before === undefined ? null : { size: before.size, ...summaryOf(before.show) },
    after: { size, ...summaryOf(show), devices: users.length },
  })
  return users.length
}
/** The audit log need not repeat every pixel. */
export const summaryOf = (show: readonly { object: readonly unknown[] }[]) => ({
  slides: show.length,
  objects: show.flatMap(({ object }) => object).length,
})
/** What a display of the template has as its show. */
export function copyOf({ size, show }: { size: TemplateSize; show: ShowBody['show'] }): ShowBody {
  const { width, height } = templateSizes[size]
  return { screenWidth: width, screenHeight: height, show }
}

export async function removeTemplate({ db, signals }: Context, storeCode: string, name: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await findTemplate(tx, storeCode, name, { lock: true })
    if (row === undefined) throw missing(name)
    refuseInUse('template', await devicesOf(tx, storeCode, name))
    await tx.deleteFrom('plus_templates').where('store_code', '=', storeCode).where('template_id', '=', name).execute()
    await recordChange(tx, { subject: subject(name), before: { size: row.size, ...summaryOf(row.show) }, after: null })
  })
  signals.notify('changed', { storeCode, changes: ['signage'] })
}
