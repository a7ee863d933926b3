/** Layouts as a file: drawings as they are drafted, to be kept or taken to another system. */
import type { FileAnswer, UploadedFile } from '@endcap/contract/endpoint'
import { colourClasses } from '@endcap/contract/colour-classes'
import { layoutId as layoutIdForm } from '@endcap/contract/layout-drawings'
import { sql } from 'kysely'
import * as z from 'zod'
import { recordChange } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { done } from '../../platform/http/done.ts'
import { ApiError, conflict, invalid, notFound } from '../../platform/base/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import { isSame, readDefinition } from './definition.ts'
import { refuseReach, setDraft, notifyLayouts } from './drawings.service.ts'
import { findDrawing } from './drawings.queries.ts'
import { panelOf } from '../rendering/sizes.ts'

const fileKind = 'endcap-layouts'
const fileForm = z.object({
  kind: z.literal(fileKind, `must be "${fileKind}": this is no file of layouts`),
  layouts: z
    .array(z.object({ layoutId: layoutIdForm, size: z.string().max(20), modelClass: z.enum(colourClasses), definition: z.looseObject({}) }))
    .min(1)
    .max(500),
})

export async function exportLayouts({ db, clock }: Context, session: Session, drawingList: readonly string[]): Promise<FileAnswer> {
  const rows = []
  for (const drawingId of drawingList) {
    const row = await findDrawing(db, session, drawingId)
    if (row === undefined) throw notFound(`There is no layout ${drawingId}.`)
    rows.push(row)
  }
  const layouts = rows.map((row) => ({ layoutId: row.layout_id, size: row.size, modelClass: row.model_class, definition: row.draft }))
  const [first] = rows
  const name =
    rows.length === 1 && first !== undefined
      ? `${first.layout_id} ${first.size} ${first.model_class}`
      : `layouts ${clock.now().toISOString().slice(0, 10)}`
  return {
    name: `${name}.json`,
    type: 'application/json',
    content: Buffer.from(`${JSON.stringify({ kind: fileKind, layouts }, undefined, 2)}\n`),
  }
}

interface Import {
  storeCode?: string | undefined
  /** Drafts that are there already are replaced; otherwise they are refused. */
  replace: boolean
  file: UploadedFile
}
/** All drawings of the file or none; each that is wrong is named. */
export async function importLayouts(context: Context, session: Session, { storeCode = '', replace, file }: Import) {
  const { db, clock } = context
  refuseReach(session, storeCode)
  const { layouts } = await readFile(file)
  const problems: string[] = []
  const read = layouts.flatMap((one, place) => {
    const called = `layouts.${place} (${one.layoutId} ${one.size})`
    const panel = panelOf(one.size)
    if (panel === undefined) {
      problems.push(`${called}: there is no size ${one.size}`)
      return []
    }
    if (
      layouts.findIndex((other) => other.layoutId === one.layoutId && other.size === one.size && other.modelClass === one.modelClass) <
      place
    ) {
      problems.push(`${called}: stands twice in the file`)
      return []
    }
    try {
      return [{ ...one, definition: readDefinition(one.definition, panel) }]
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      problems.push(...(error.answer.error ?? [error.message]).map((line) => `${called}: ${line}`))
      return []
    }
  })
  if (problems.length > 0) throw invalid(`Nothing was taken from the file: ${problems[0]}`, 'file', problems.slice(0, 50))
  const drawingList = await inTransaction(db, async (tx) => {
    const taken: { drawingId: string; layoutId: string; size: string; is: 'new' | 'changed' | 'same' }[] = []
    const there: string[] = []
    const at = clock.now()
    for (const { layoutId, size, modelClass, definition } of read) {
      const row = { store_code: storeCode, layout_id: layoutId, size, model_class: modelClass }
      const made = await tx
        .insertInto('layout_drawings')
        .values({ ...row, draft: JSON.stringify(definition), draft_by: session.email, draft_at: at })
        .onConflict((on) => on.doNothing())
        .returning('drawing_id')
        .executeTakeFirst()
      const before = await tx
        .selectFrom('layout_drawings')
        .selectAll()
        .where(sql<boolean>`(store_code, layout_id, size, model_class) = (${storeCode}, ${layoutId}, ${size}, ${modelClass})`)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const is = made !== undefined ? 'new' : isSame(before.draft, definition) ? 'same' : 'changed'
      if (is === 'changed' && !replace) there.push(`${layoutId} ${size} ${modelClass}`)
      if (is === 'changed') await setDraft(tx, before, { draft: definition, by: session.email, at })
      taken.push({ drawingId: before.drawing_id, layoutId, size, is })
    }
    if (there.length > 0)
      throw new ApiError(409, { ...conflict(`There already: ${there.slice(0, 5).join(', ')}.`, 'drawing-exists').answer, error: there })
    await recordChange(tx, {
      subject: { kind: 'layout', id: file.name, storeCode },
      before: null,
      after: { layouts: taken.map((one) => `${one.layoutId} ${one.size}: ${one.is}`) },
    })
    return taken
  })
  notifyLayouts(context)
  return { ...done, drawingList }
}

async function readFile({ stream }: UploadedFile): Promise<z.infer<typeof fileForm>> {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part)
  let value: unknown
  try {
    value = JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch (error) {
    throw invalid(`The file is no JSON: ${error instanceof Error ? error.message : ''}`, 'file')
  }
  const read = fileForm.safeParse(value)
  if (read.success) return read.data
  const lines = read.error.issues.slice(0, 20).map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
  throw invalid(`The file is no file of layouts: ${lines[0] ?? ''}`, 'file', lines)
}
