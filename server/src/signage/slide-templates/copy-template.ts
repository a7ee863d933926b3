/** Puts a template of one store into others, with the files and schedules that its slides name: each store by itself, all of it or nothing. */
import type { CopiedTemplate } from '@endcap/contract/slide-templates'
import type { Slide } from '@endcap/signage/shows'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { ApiError, notFound } from '../../platform/base/errors.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Session } from '../../platform/http/session.ts'
import { copyFiles } from '../media/media.service.ts'
import { copySchedules } from '../schedules/schedules.service.ts'
import { findTemplate, holdStore } from './slide-templates.queries.ts'
import { putTemplate } from './slide-templates.service.ts'

type Template = NonNullable<Awaited<ReturnType<typeof findTemplate>>>
interface Copied {
  storeCode: string
  name: string
  storeList: readonly string[]
  /** A template of this name that is there already gives way. */
  overwrite: boolean
}

/** Answers of each store how it went; the template's own store is left out. */
export async function copyTemplate(context: Context, session: Session, { storeCode, name, storeList, overwrite }: Copied) {
  const template = await findTemplate(context.db, storeCode, name)
  if (template === undefined) throw notFound(`There is no template ${name}.`)
  const results: CopiedTemplate[] = []
  for (const to of new Set(storeList)) {
    if (to === storeCode) continue
    results.push({ storeCode: to, ...(await copyTo(context, session, template, { to, overwrite })) })
  }
  return results
}

async function copyTo(
  context: Context,
  session: Session,
  template: Template,
  { to, overwrite }: { to: string; overwrite: boolean },
): Promise<Omit<CopiedTemplate, 'storeCode'>> {
  const { db, clock, signals } = context
  const without = (result: CopiedTemplate['result'], why: CopiedTemplate['why'] = null) => ({ result, why, devices: 0 })
  if (!session.allows(to)) return without('no-store')
  try {
    const devices = await inTransaction(db, async (tx) => {
      if (!(await holdStore(tx, to))) return undefined
      const place = { from: template.store_code, to, by: session.email, at: clock.now() }
      const show = await withOwn(tx, template.show, place)
      const { template_id: name, size } = template
      return putTemplate(tx, { storeCode: to, name, size, show, create: !overwrite }, clock.now())
    })
    if (devices === undefined) return without('no-store')
    signals.notify('changed', { storeCode: to, changes: ['signage'] })
    return { result: 'copied', why: null, devices }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.answer.code === 'template-exists' ? without('exists') : without('refused', error.answer)
  }
}

/** The same slides with the files and schedules of another store. */
async function withOwn(tx: Db, show: readonly Slide[], place: { from: string; to: string; by: string; at: Date }) {
  const files = await copyFiles(
    tx,
    show.flatMap(({ object }) => object.map(({ id }) => id)),
    place,
  )
  const schedules = await copySchedules(
    tx,
    show.flatMap(({ schedule }) => schedule),
    place,
  )
  return show.map((slide) => ({
    ...slide,
    schedule: slide.schedule.map((id) => schedules.get(id) ?? id),
    object: slide.object.map((object) => ({ ...object, id: files.get(`${object.type} ${object.id}`) ?? object.id })),
  }))
}
