/**
 * What a gateway knows, in an SQLite file: a process that is killed at any time goes on where it was. The file is written through at each
 * call as far as the system's cache: a power cut may lose the last moment, of which the server is told nothing, or tells anew.
 */
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import type { Operation, OpResult } from '../messages.ts'
import { placeOf, placeOfOperation, rememberedResults, type GatewayState, type Waiting } from './state.ts'

/** Kilobytes of its file that each state keeps in memory: a bridge has many of them. */
const cacheKilobytes = 256
const tables = `
  pragma journal_mode = wal;
  pragma cache_size = -${cacheKilobytes};
  pragma synchronous = normal;
  pragma foreign_keys = on;
  create table if not exists wanted (place text primary key, op text not null unique) strict, without rowid;
  create table if not exists waiting (op text primary key, place text not null unique, operation text not null, taken integer not null) strict;
  create table if not exists files (hash text primary key, file blob not null) strict;
  create table if not exists waiting_files (
    op text not null references waiting on delete cascade, page integer not null, hash text not null, primary key (op, page)
  ) strict, without rowid;
  create index if not exists waiting_files_hash on waiting_files (hash);
  create table if not exists results (n integer primary key, op text not null unique, result text not null, told integer not null default 0) strict;
  create index if not exists results_untold on results (n) where told = 0;
  create table if not exists settings (name text primary key, value text not null) strict, without rowid;`

type Row = Record<string, SQLOutputValue>
const text = (row: Row | undefined, column: string) => (row === undefined ? undefined : String(row[column]))

function bytesOf(value: SQLOutputValue | undefined): Uint8Array {
  if (value instanceof Uint8Array) return value
  throw new Error('A bitmap in the file of the gateway is none')
}

export interface SqliteState extends GatewayState {
  /** The file itself, for programs that keep tables of their own in it. */
  database: DatabaseSync
  close(): void
}

/** `file`: a path, or `:memory:`. Throws where it cannot be opened or is no SQLite file. */
export function openSqliteState(file: string): SqliteState {
  const database = new DatabaseSync(file)
  database.exec(tables)
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const statement = (sql: string) => {
    const known = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, known)
    return known
  }
  const get = (sql: string, ...values: (string | number)[]) => statement(sql).get(...values)
  const all = (sql: string, ...values: (string | number)[]) => statement(sql).all(...values)
  const run = (sql: string, ...values: (string | number | Uint8Array)[]) => statement(sql).run(...values)
  function inTransaction<T>(work: () => T): T {
    database.exec('begin immediate')
    try {
      const done = work()
      database.exec('commit')
      return done
    } catch (error) {
      database.exec('rollback')
      throw error
    }
  }
  /** Bitmaps that nothing waits with any more. */
  const dropFiles = () => run('delete from files where hash not in (select hash from waiting_files)')
  function leave(op: string) {
    if (run('delete from waiting where op = ?', op).changes > 0) dropFiles()
  }
  function read(row: Row): Waiting {
    const operation: Operation = JSON.parse(String(row.operation))
    const files = all('select page, file from waiting_files join files using (hash) where op = ?', operation.op)
    return { operation, files: new Map(files.map(({ page, file: bytes }) => [Number(page), bytesOf(bytes)])) }
  }
  const results = (rows: Row[]): OpResult[] => rows.map((row) => JSON.parse(String(row.result)))

  return {
    database,
    close: () => database.close(),
    newest: (tag, lane) => text(get('select op from wanted where place = ?', placeOf(tag, lane)), 'op'),
    want(operation) {
      run('insert into wanted values (?, ?) on conflict (place) do update set op = excluded.op', placeOfOperation(operation), operation.op)
    },
    take({ operation, files }) {
      inTransaction(() => {
        run('delete from waiting where place = ? or op = ?', placeOfOperation(operation), operation.op)
        run('insert into waiting values (?, ?, ?, ?)', operation.op, placeOfOperation(operation), JSON.stringify(operation), Date.now())
        for (const { page, hash } of operation.images) {
          run('insert into files values (?, ?) on conflict do nothing', hash, files.get(page) ?? new Uint8Array())
          run('insert into waiting_files values (?, ?, ?)', operation.op, page, hash)
        }
        dropFiles()
      })
    },
    waiting(tag, lane) {
      const row = get('select operation from waiting where place = ?', placeOf(tag, lane))
      return row === undefined ? undefined : read(row)
    },
    allWaiting: () => all('select operation from waiting order by taken, op').map(read),
    size: () => Number(get('select count(*) as n from waiting')?.n),
    letGo: (op) =>
      inTransaction(() => {
        const place = text(get('delete from wanted where op = ? returning place', op), 'place')
        leave(op)
        return place?.split('/')[0]
      }),
    result(op) {
      const row = get('select result from results where op = ?', op)
      return row === undefined ? undefined : results([row])[0]
    },
    finish(result) {
      inTransaction(() => {
        run('delete from results where op = ?', result.op)
        run('insert into results (op, result) values (?, ?)', result.op, JSON.stringify(result))
        run('delete from results where told = 1 and n <= (select n from results order by n desc limit 1 offset ?)', rememberedResults)
        leave(result.op)
      })
    },
    failed: (op) => inTransaction(() => leave(op)),
    reported(ops) {
      inTransaction(() => {
        for (const op of ops) run('update results set told = 1 where op = ?', op)
      })
    },
    untold: () => results(all('select result from results where told = 0 order by n')),
    setting(name) {
      const value = text(get('select value from settings where name = ?', name), 'value')
      return value === undefined ? undefined : JSON.parse(value)
    },
    keepSetting(name, value) {
      run('insert into settings values (?, ?) on conflict (name) do update set value = excluded.value', name, JSON.stringify(value))
    },
    restarted: () => undefined,
  }
}
