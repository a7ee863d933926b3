/** What uses aliases: layouts, rules, promotions and scripts. Asked before an alias is renamed or removed, and where layouts and rules are renamed. */
import type { AliasChange, AliasUse } from '@endcap/contract/products'
import { fieldsOf, layoutDefinition } from '@endcap/label/layout'
import { renameField, renameFields, type NewNames } from '@endcap/label/rename'
import type { Db } from '../../platform/db/schema.ts'
import { bumpMark } from './layout-mark.ts'

interface Named {
  index: number
  name: string
}
export interface NameChange extends Named {
  /** Null: the alias is to go. */
  newName: string | null
}
/** The slots whose names are others afterwards. A name in other case is the same one. */
export function changedNames(before: readonly Named[], after: readonly Named[]): NameChange[] {
  return before.flatMap(({ index, name }) => {
    const newName = after.find((one) => one.index === index)?.name ?? null
    return newName?.toUpperCase() === name.toUpperCase() ? [] : [{ index, name, newName }]
  })
}

/** The fields that some version or the draft of each drawing reads; taken back versions count too, they may be brought back. */
async function layoutsRead(db: Db): Promise<(AliasUse & { fields: ReadonlySet<string> })[]> {
  const drawings = await db.selectFrom('layout_drawings').select(['drawing_id', 'store_code', 'layout_id', 'size', 'draft']).execute()
  const versions = await db.selectFrom('layout_versions').select(['drawing_id', 'definition']).execute()
  const byDrawing = Map.groupBy(versions, (one) => one.drawing_id)
  const read = (definition: object) => {
    const { data } = layoutDefinition.safeParse(definition)
    return data === undefined ? [] : fieldsOf(data)
  }
  return drawings.map(({ drawing_id, store_code, layout_id, size, draft }) => ({
    kind: 'layout' as const,
    name: `${layout_id} ${size}`,
    storeCode: store_code,
    fields: new Set([draft, ...(byDrawing.get(drawing_id) ?? []).map((one) => one.definition)].flatMap(read)),
  }))
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
/** Whether a text has the name as a word of its own. */
const names = (text: string, name: string) => new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(name)}(?![\\p{L}\\p{N}_])`, 'u').test(text)

/** For each change of a name what uses the alias. */
export async function usesOf(db: Db, changes: readonly NameChange[]): Promise<AliasChange[]> {
  if (changes.length === 0) return []
  const layouts = await layoutsRead(db)
  const lists = await db.selectFrom('layout_rules').select(['store_code', 'rules']).execute()
  const promotions = await db
    .selectFrom('promotions')
    .select(['name', 'store_type', 'rule_slot', 'changes'])
    .where('current', '=', true)
    .execute()
  const scripts = await db.selectFrom('scripts').select(['store_code', 'kind', 'code']).where('use_type', '=', 'OWN').execute()
  return changes.map(({ index, name, newName }) => {
    const field = name.toUpperCase()
    const uses: AliasUse[] = []
    for (const { fields, ...use } of layouts) if (fields.has(field)) uses.push(use)
    for (const { store_code, rules } of lists)
      for (const rule of rules)
        if (rule.when.some((one) => one.field.toUpperCase() === field)) uses.push({ kind: 'rule', name: rule.name, storeCode: store_code })
    // They name the slot: another name changes nothing for them.
    for (const one of promotions)
      if (newName === null && (one.rule_slot === index || one.changes.some((change) => change.index === index)))
        uses.push({ kind: 'promotion', name: one.name, storeCode: one.store_type })
    for (const { store_code, kind, code } of scripts)
      if (names(code, name)) uses.push({ kind: 'script', name: kind, storeCode: store_code })
    return { name, newName, uses }
  })
}

/**
 * Gives the fields of layouts, in drafts and in all of their versions, and of rules their new names; the caller's transaction holds the aliases.
 * Labels look as before: what stands on the glass is kept as a picture, and a version is drawn from the same slots as ever.
 */
export async function renameUses(tx: Db, changes: readonly NameChange[]): Promise<void> {
  const renamed: NewNames = new Map(changes.flatMap(({ name, newName }) => (newName === null ? [] : [[name.toUpperCase(), newName]])))
  if (renamed.size === 0) return
  const isOther = (one: string, other: unknown) => one !== JSON.stringify(other)
  for (const { drawing_id, draft } of await tx.selectFrom('layout_drawings').select(['drawing_id', 'draft']).forUpdate().execute()) {
    const next = JSON.stringify(renameFields(draft, renamed))
    if (isOther(next, draft))
      await tx
        .updateTable('layout_drawings')
        .set((eb) => ({ draft: next, draft_rev: eb('draft_rev', '+', 1) }))
        .where('drawing_id', '=', drawing_id)
        .execute()
  }
  for (const { drawing_id, version, definition } of await tx
    .selectFrom('layout_versions')
    .select(['drawing_id', 'version', 'definition'])
    .execute()) {
    const next = JSON.stringify(renameFields(definition, renamed))
    if (isOther(next, definition))
      await tx
        .updateTable('layout_versions')
        .set({ definition: next })
        .where('drawing_id', '=', drawing_id)
        .where('version', '=', version)
        .execute()
  }
  for (const { store_code, rules } of await tx.selectFrom('layout_rules').select(['store_code', 'rules']).forUpdate().execute()) {
    const next = rules.map((rule) => ({ ...rule, when: rule.when.map((one) => ({ ...one, field: renameField(one.field, renamed) })) }))
    if (isOther(JSON.stringify(next), rules))
      await tx
        .updateTable('layout_rules')
        .set((eb) => ({ rules: JSON.stringify(next), rev: eb('rev', '+', 1) }))
        .where('store_code', '=', store_code)
        .execute()
  }
  await bumpMark(tx)
}
