/** Templates: saved, with the displays that show them, and removed (specification 3 §4, §5). */
import type { PlusTemplate } from '@endcap/contract/plus-templates'
import { templateSizes, type TemplateSize } from '@endcap/signage/models'
import { recordChange } from '../audit/audit.service.ts'
import { toEpoch } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { ApiError, conflict, invalid, notFound } from '../http/errors.ts'
import { refuseInUse } from '../plus-files/plus-files.service.ts'
import { devicesOf, findTemplate, writeCopies } from './plus-templates.queries.ts'

export { findTemplate } from './plus-templates.queries.ts'

const subject = (name: string) => ({ kind: 'display-template', id: name })
const missing = (name: string) => notFound(`There is no template ${name}.`)
const nameMost = 100
/** The last part of the list's address, under which no template can be asked for. */
const taken = 'list'

export async function readTemplate(db: Db, storeCode: string, name: string): Promise<PlusTemplate> {
  const row = await findTemplate(db, storeCode, name)
  if (row === undefined) throw missing(name)
  const show = row.show as unknown as PlusTemplate['show']
  return { _id: row.template_id, size: row.size, show, updatedAt: toEpoch(row.updated_at) }
}

interface Saved {
  storeCode: string
  name: string
  size: TemplateSize
  show: PlusTemplate['show']
  create: boolean
}
/** Answers how many displays follow. */
export async function saveTemplate(context: Context, { storeCode, name, size, show, create }: Saved): Promise<number> {
  const { db, clock, signals } = context
  if (name.trim() !== name || name.length > nameMost || name === taken)
    throw invalid(`templateName: must be a name of 1 to ${nameMost} letters without spaces around it, and not "${taken}"`, 'templateName')
  const at = clock.now()
  const devices = await inTransaction(db, async (tx) => {
    const before = await findTemplate(tx, storeCode, name, { lock: true })
    if (before !== undefined && create) throw conflict(`There is a template ${name} already.`, 'template-exists')
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
    await writeCopies(tx, { storeCode, name, show: copyOf({ size, show }), at })
    await recordChange(tx, {
      subject: subject(name),
      before: before === undefined ? null : { size: before.size, ...summaryOf(before.show) },
      after: { size, ...summaryOf(show), devices: users.length },
    })
    return users.length
  })
  signals.notify('changed', { storeCode, changes: ['plus'] })
  return devices
}
/** The audit log need not repeat every pixel. */
export const summaryOf = (show: readonly { object: readonly unknown[] }[]) => ({
  ...{ slides: show.length, objects: show.flatMap(({ object }) => object).length },
})
/** What a display of the template has as its show, as JSON. */
export function copyOf({ size, show }: { size: TemplateSize; show: readonly unknown[] }): string {
  const { width, height } = templateSizes[size]
  return JSON.stringify({ screenWidth: width, screenHeight: height, show })
}

export async function removeTemplate({ db, signals }: Context, storeCode: string, name: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await findTemplate(tx, storeCode, name, { lock: true })
    if (row === undefined) throw missing(name)
    refuseInUse('template', await devicesOf(tx, storeCode, name))
    await tx.deleteFrom('plus_templates').where('store_code', '=', storeCode).where('template_id', '=', name).execute()
    await recordChange(tx, { subject: subject(name), before: { size: row.size, ...summaryOf(row.show) }, after: null })
  })
  signals.notify('changed', { storeCode, changes: ['plus'] })
}
