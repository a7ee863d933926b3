/** What the bridge keeps of an access point beside its operations: tags with what stands on their glass, and whatever its driver keeps. In the same SQLite file. */
import type { SqliteState } from '@endcap/gateway-link/gateway/sqlite-state'
import type { DriverState, HeardTag } from './driver.ts'

/** What is known of a tag, over restarts of the bridge. */
export interface KnownTag extends Omit<HeardTag, 'event' | 'ago' | 'doubt'> {
  /** Seconds since 1970. */
  heardAt: number
  /** Bundle hash of what was sent last and taken; null before that. */
  shown: string | null
  page: number
  /** When it turns back to its first page, seconds since 1970; null while it stays. */
  pageUntil: number | null
  /** When its glass changed last through here, in seconds since 1970; later changes have higher numbers. */
  updates: number
  /** The glass may show something else. */
  doubt: boolean
}

const tables = `
  create table if not exists tags (tag text primary key, known text not null) strict, without rowid;
  create table if not exists glass (tag text not null, page integer not null, file blob not null, primary key (tag, page)) strict;
  create table if not exists driver_values (name text primary key, value text not null) strict, without rowid;
  create table if not exists driver_files (name text primary key, file blob not null) strict;`

/** Tags that one access point can fill the file with: what claims to have more lies. */
export const maxTags = 20_000

const blobOf = (value: unknown): Uint8Array | undefined => (value instanceof Uint8Array ? value : undefined)

/** What is kept in this file; its tables are made where there are none. */
export function createUnitState({ database }: SqliteState) {
  database.exec(tables)
  const statements = {
    tag: database.prepare('insert into tags values (?, ?) on conflict (tag) do update set known = excluded.known'),
    noGlass: database.prepare('delete from glass where tag = ?'),
    glass: database.prepare('insert into glass values (?, ?, ?)'),
    page: database.prepare('select file from glass where tag = ? and page = ?'),
    value: database.prepare('select value from driver_values where name = ?'),
    keepValue: database.prepare('insert into driver_values values (?, ?) on conflict (name) do update set value = excluded.value'),
    dropValue: database.prepare('delete from driver_values where name = ?'),
    names: database.prepare("select name from driver_values where name like ? || '%' order by name"),
    file: database.prepare('select file from driver_files where name = ?'),
    keepFile: database.prepare('insert into driver_files values (?, ?) on conflict (name) do update set file = excluded.file'),
    dropFile: database.prepare('delete from driver_files where name = ?'),
  }
  const tags = new Map<string, KnownTag>(
    database
      .prepare('select tag, known from tags')
      .all()
      .map((row) => [String(row.tag), JSON.parse(String(row.known))]),
  )
  const driver: DriverState = {
    get: (name) => {
      const row = statements.value.get(name)
      return row === undefined ? undefined : JSON.parse(String(row.value))
    },
    set: (name, value) => {
      if (value === undefined) statements.dropValue.run(name)
      else statements.keepValue.run(name, JSON.stringify(value))
    },
    names: (prefix) => statements.names.all(prefix).map((row) => String(row.name)),
    file: (name) => blobOf(statements.file.get(name)?.file),
    keepFile: (name, file) => {
      if (file === undefined) statements.dropFile.run(name)
      else statements.keepFile.run(name, file)
    },
  }
  return {
    driver,
    tags: (): Iterable<KnownTag> => tags.values(),
    count: () => tags.size,
    tag: (tag: string): KnownTag | undefined => tags.get(tag),
    /** False where there is no room for one more. */
    keepTag(known: KnownTag): boolean {
      if (!tags.has(known.tag) && tags.size >= maxTags) return false
      tags.set(known.tag, known)
      statements.tag.run(known.tag, JSON.stringify(known))
      return true
    },
    /** What stands on the glass from now on, by page, with the tag's new state: in one step. */
    keepGlass(known: KnownTag, files: ReadonlyMap<number, Uint8Array>) {
      database.exec('begin immediate')
      try {
        statements.noGlass.run(known.tag)
        for (const [page, file] of files) statements.glass.run(known.tag, page, file)
        statements.tag.run(known.tag, JSON.stringify(known))
        database.exec('commit')
      } catch (error) {
        database.exec('rollback')
        throw error
      }
      tags.set(known.tag, known)
    },
    /** The encoded bitmap of a page of what stands on the glass. */
    glass: (tag: string, page: number): Uint8Array | undefined => blobOf(statements.page.get(tag, page)?.file),
  }
}
export type UnitState = ReturnType<typeof createUnitState>
