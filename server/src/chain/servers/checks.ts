/** How the parts of a process are tried. */
import { get } from 'node:http'
import { get as getSecure } from 'node:https'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'

/** Where a process reaches itself when it listens on this address. */
const loopback = (host: string) => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host)

/** A port of our own answers a plain request with this status code; tells how long that took. */
export function answers(at: { host: string; port: number; path: string; code: number; secure?: boolean }): () => Promise<string> {
  const { host, port, path, code, secure = false } = at
  return () =>
    new Promise((resolve, reject) => {
      const began = performance.now()
      // No kept connection: it would hold up the end of the server.
      // Whether it answers is asked, not who it is: the certificate names the address that people use.
      const request = (secure ? getSecure : get)(
        { host: loopback(host), port, path, agent: false, rejectUnauthorized: false },
        (response) => {
          response.resume()
          if (response.statusCode === code) resolve(`${Math.round(performance.now() - began)} ms`)
          else reject(new Error(`HTTP ${response.statusCode}`))
        },
      )
      request.setTimeout(5000, () => request.destroy(new Error('no answer')))
      request.on('error', reject)
    })
}

/** The engine keeps its lease: one that has stopped working no longer renews it. Tells how many gateway shards it serves. */
export function keepsLease(db: Db, holder: string): () => Promise<string> {
  return async () => {
    const found = await sql<{ alive: boolean; shards: number }>`select coalesce(bool_or(name = ${`engine:${holder}`}), false) as alive,
      (count(*) filter (where name like 'shard:%'))::int as shards from leases where holder = ${holder} and expires_at > now()`.execute(db)
    const row = found.rows[0]!
    if (!row.alive) throw new Error('does not renew its lease')
    return `${row.shards} shards`
  }
}
