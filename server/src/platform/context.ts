/** What the parts of the server share: handed to every domain and to the engine, built once in open-context.ts and in each test. */
import type { Logger } from 'pino'
import type { Blobs } from './blobs/blobs.ts'
import type { Clock } from './base/clock.ts'
import type { Config } from './base/config.ts'
import type { Db } from './db/schema.ts'
import type { Decoders } from './decoders/pool.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Ports } from './base/ports.ts'
import type { ScriptRunner } from './script-runner/runner.ts'
import type { Signals } from './signals/signals.ts'

/** Others add what is theirs with `declare module`: `platform/jobs/` its `jobs`, the labels wing its `labels`. */
export interface Context {
  db: Db
  clock: Clock
  config: Config
  /** Content-addressed files: label bitmaps, uploads. */
  blobs: Blobs
  /** Reads files that people upload, in processes of their own; costs nothing until one comes. */
  decoders: Decoders
  /** Runs scripts, in sandboxed processes of its own; costs nothing until the first one runs. */
  scripts: ScriptRunner
  /** "Something changed" hints among the parts and processes; state is only in the database. */
  signals: Signals
  mailer: Mailer
  /** What a wing asks of those above it. */
  ports: Ports
  log: Logger
}
