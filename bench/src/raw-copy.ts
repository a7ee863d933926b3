/** The raw limit of an import: COPY of the same rows, by the database itself from a file, into a plain table with the columns and keys of products. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { fieldOf, messageOf } from './child.ts'
import { median } from './report.ts'
import { rowOf } from './system.ts'

const table = `create table plain_products (store_code text not null, pr_code text not null, pr_info text[] not null, layout_id text, nfc text,
  tag_count integer not null, created_at timestamptz not null, updated_at timestamptz not null, update_id bigint not null, primary key (store_code, pr_code))`
const rounds = 3
/** Slots of the aliases that a server begins with. */
const slots = 13

const lineOf = (n: number, price: number) => {
  const [code = '', name, maker, cost, unit, currency] = rowOf(n, price)
  const values = [code, name, maker, cost, '', unit, '', '', currency, ...Array.from({ length: slots - 9 }, () => '')]
  return `BENCH\t${code}\t{${values.map((value) => `"${value}"`).join(',')}}\t\\N\t\\N\t0\t2026-01-01\t2026-01-01\t1\n`
}
const fileOf = (count: number) => Array.from({ length: count }, (_, n) => lineOf(n, 100)).join('')

async function measure(client: pg.Client, path: string): Promise<number> {
  const seconds: number[] = []
  for (let round = 0; round < rounds; round++) {
    await client.query('drop table if exists plain_products')
    await client.query(table)
    const start = performance.now()
    await client.query(`copy plain_products from '${path}'`)
    seconds.push((performance.now() - start) / 1000)
  }
  await client.query('drop table plain_products')
  return median(seconds)
}

/** Seconds on a PostgreSQL server of this machine. */
export async function copyIntoPostgres(url: string, count: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-copy-'))
  const path = join(folder, 'rows.txt')
  writeFileSync(path, fileOf(count))
  // The database is another user.
  chmodSync(folder, 0o755)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await measure(client, path)
  } finally {
    await client.end()
    rmSync(folder, { recursive: true })
  }
}

/** Seconds on an embedded database of its own, started as a server starts its own. */
export async function copyIntoEmbedded(count: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-copy-'))
  const child = fork(fileURLToPath(new URL('../../server/src/testing/serve-fresh-embedded.ts', import.meta.url)), [folder])
  const client = new pg.Client({ connectionString: String(fieldOf(await messageOf(child), 'url')) })
  await client.connect()
  try {
    const { rows } = await client.query<{ place: string }>(`select current_setting('data_directory') as place`)
    writeFileSync(join(folder, 'postgres', 'rows.txt'), fileOf(count))
    return await measure(client, `${rows[0]?.place}/rows.txt`)
  } finally {
    await client.end()
    const ended = once(child, 'exit')
    child.disconnect()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}
