/** What the table types of db/ say of each column, and what the database has, both in one word that can be compared. */
import { fileURLToPath } from 'node:url'
import { sql, type InsertType, type SelectType } from 'kysely'
import { API, SymbolFlags, type Checker, type Type } from 'typescript/unstable/sync'
import type { Database, Db } from '../platform/db/schema.ts'

type Kind<Read, Written> = [Read] extends [Date]
  ? Date extends Written
    ? 'timestamptz'
    : 'timestamp'
  : [Read] extends [Buffer]
    ? 'bytea'
    : [Read] extends [boolean]
      ? 'boolean'
      : [Read] extends [number]
        ? 'number'
        : [Read] extends [string]
          ? number extends Written
            ? 'bigint'
            : 'text'
          : [Exclude<Written, null | undefined>] extends [string]
            ? 'json'
            : [Read] extends [string[]]
              ? [Exclude<Written, null | undefined>] extends [string[]]
                ? 'text[]'
                : 'bigint[]'
              : [Read] extends [number[]]
                ? 'number[]'
                : 'unknown'
/** What may be null may be left out as well: only of the others it counts whether the database fills them in. */
type Filled<Read, Written> = [Written] extends [never] ? ' generated' : null extends Read ? '' : undefined extends Written ? ' default' : ''
/** What is worked out is never written, so that its kind is told by what is read alone. */
type ShapeOf<Read, Written> =
  `${Kind<Exclude<Read, null>, [Written] extends [never] ? Read : Written>}${null extends Read ? ' null' : ''}${Filled<Read, Written>}`
/** Read by `declaredShapes`, by its name. */
export type DeclaredShapes = {
  [Table in keyof Database]: {
    [Column in keyof Database[Table]]: ShapeOf<SelectType<Database[Table][Column]>, InsertType<Database[Table][Column]>>
  }
}

/** Of each table the shapes of its columns: what one is read and written as, and whether it may be left out. */
export type Shapes = Record<string, Record<string, string>>

/** The shapes that the table types declare. Types are gone at run time: the compiler reads them. */
export function declaredShapes(): Shapes {
  const config = fileURLToPath(new URL('../../../tsconfig.json', import.meta.url))
  const api = new API()
  try {
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects()
    if (project === undefined) throw new Error(`${config} is no project`)
    const { checker } = project
    const name = checker.resolveName('DeclaredShapes', SymbolFlags.Type, { document: fileURLToPath(import.meta.url), position: 0 })
    if (name === undefined) throw new Error('DeclaredShapes was not found')
    return Object.fromEntries(
      members(checker, checker.getDeclaredTypeOfSymbol(name)).map(([table, columns]) => [
        table,
        Object.fromEntries(members(checker, columns).map(([column, shape]) => [column, checker.typeToString(shape).replaceAll('"', '')])),
      ]),
    )
  } finally {
    api.close()
  }
}
const members = (checker: Checker, type: Type) =>
  checker.getPropertiesOfType(type).flatMap((property): [string, Type][] => {
    const of = checker.getTypeOfSymbol(property)
    return of === undefined ? [] : [[property.name, of]]
  })

/** What the driver (connect.ts) reads of the types of columns. */
const kinds: Record<string, string> = {
  smallint: 'number',
  integer: 'number',
  real: 'number',
  'double precision': 'number',
  date: 'text',
  uuid: 'text',
  'timestamp with time zone': 'timestamptz',
  'timestamp without time zone': 'timestamp',
  jsonb: 'json',
  'integer[]': 'number[]',
  'smallint[]': 'number[]',
}
/** `migrations` is read before the tables are there, and has no type. Kysely's own migrator is not used: it leaves no tables. */
const untyped = ['migrations']

/** The shapes that the migrated database has. A partition has the columns of its table. */
export async function actualShapes(db: Db): Promise<Shapes> {
  const { rows } = await sql<{ table: string; column: string; type: string; nullable: boolean; filled: '' | ' default' | ' generated' }>`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
      case when a.attgenerated <> '' then ' generated' when a.attnotnull and (a.atthasdef or a.attidentity <> '') then ' default' else '' end as filled
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and c.relname <> all(${untyped}::text[])
    order by 1, a.attnum`.execute(db)
  const shapes: Shapes = {}
  for (const { table, column, type, nullable, filled } of rows)
    (shapes[table] ??= {})[column] = `${kinds[type] ?? type}${nullable ? ' null' : ''}${filled}`
  return shapes
}

/** In what the two differ, a line each. */
export function differences(declared: Shapes, actual: Shapes): string[] {
  const [types, columns] = [flat(declared), flat(actual)]
  return [...new Set([...types.keys(), ...columns.keys()])]
    .toSorted()
    .filter((name) => types.get(name) !== columns.get(name))
    .map((name) => `${name}: the types say ${types.get(name) ?? 'nothing'}, the database ${columns.get(name) ?? 'nothing'}`)
}
const flat = (shapes: Shapes) =>
  new Map(
    Object.entries(shapes).flatMap(([table, columns]) => Object.entries(columns).map(([column, shape]) => [`${table}.${column}`, shape])),
  )
