/** Header and end of a backup, checked: what they name must be of this version, or of one before it. */
import { z } from 'zod'
import { knownMigrations } from '../../platform/db/migrate.ts'
import { RestoreRefused, shown } from './read-parts.ts'
import { backupForm, type BackupEnd, type BackupHeader } from './write-backup.ts'

const count = z.number().int().nonnegative()
const anyForm = z.object({ form: z.number().int(), version: z.string(), migrations: z.array(z.string()).min(1) })
const header = anyForm.extend({
  at: z.string(),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()).min(1),
      partitions: z.array(z.object({ name: z.string(), bounds: z.string() })),
    }),
  ),
  sequences: z.record(
    z.string(),
    z
      .string()
      .regex(/^\d{1,19}$/)
      .nullable(),
  ),
})
const end = z.object({ rows: z.record(z.string(), count), blobs: count })

/** Throws `RestoreRefused` when it is none, or of a version that this one does not know. */
export async function readHeader(content: Buffer): Promise<BackupHeader> {
  const { form, version, migrations } = parse('header.json', anyForm, content)
  const known = await knownMigrations()
  if (form !== backupForm || migrations.some((name) => !known.includes(name)))
    throw new RestoreRefused(`This backup was made by a newer version (${shown(version)}): put it back with that version or a later one.`)
  if (migrations.some((name, at) => name !== known[at]))
    throw new RestoreRefused(`The header of this backup is not right: its migrations are of no version.`)
  return parse('header.json', header, content)
}

/** Throws `RestoreRefused` when it is none. */
export const readEnd = (content: Buffer): BackupEnd => parse('end.json', end, content)

function parse<T>(name: string, schema: z.ZodType<T>, content: Buffer): T {
  let value: unknown
  try {
    value = JSON.parse(content.toString('utf8'))
  } catch {
    throw new RestoreRefused(`The part ${name} of this backup is not JSON.`)
  }
  const { data, error } = schema.safeParse(value)
  if (data === undefined)
    throw new RestoreRefused(`The part ${name} of this backup is not right, at ${shown(error?.issues[0]?.path.join('.') ?? '')}.`)
  return data
}
