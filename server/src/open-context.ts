/** Opens what the parts of one process share (context.ts), and makes the database ready for them. */
import { seedAliases } from './catalogue/aliases/aliases.service.ts'
import { createFolderBlobs } from './platform/blobs/folder-blobs.ts'
import { systemClock } from './platform/base/clock.ts'
import type { Config } from './platform/base/config.ts'
import type { Context } from './platform/context.ts'
import { connect } from './platform/db/connect.ts'
import { migrate } from './platform/db/migrate.ts'
import { preparePartitions } from './platform/db/partitions.ts'
import { createDecoders } from './platform/decoders/pool.ts'
import { createJobRunner } from './platform/jobs/runner.ts'
import { createLabelMaker } from './labels/rendering/maker.ts'
import { seedLayouts } from './labels/layouts/layouts.service.ts'
import { createLiveMailer } from './people/mail/live-mailer.ts'
import { watchMailer } from './people/mail/watched-mailer.ts'
import { clearDeadImports } from './catalogue/file-imports/file-imports.service.ts'
import { createScriptRunner } from './platform/script-runner/runner.ts'
import { checkSecretKey } from './platform/secrets/key-check.ts'
import { createSignals } from './platform/signals/signals.ts'
import { ports } from './ports.ts'
import type { OnStop } from './platform/base/undo.ts'
import type { OpenDatabase } from './open-database.ts'

/** Hints about new settings may be lost: they are looked at this often besides. */
const mailSettingsEveryMs = 10_000

interface Opening {
  config: Config
  log: Context['log']
  onStop: OnStop
  database: OpenDatabase
}

export function openContext({ config, log, onStop, database: { url, connection } }: Opening): Context {
  const db = connect(url, connection)
  onStop(() => db.destroy())
  const labels = createLabelMaker({ db, clock: systemClock, log })
  onStop(() => labels.stop())
  const scripts = createScriptRunner({ cacheFolder: config.scriptFolder, log })
  onStop(() => scripts.stop())
  const decoders = createDecoders({ log })
  onStop(() => decoders.stop())
  const signals = createSignals()
  const jobs = createJobRunner({ log, signals, clock: systemClock })
  const base = {
    db,
    config,
    log,
    labels,
    scripts,
    decoders,
    signals,
    jobs,
    ports,
    clock: systemClock,
    blobs: createFolderBlobs(config.blobFolder),
  }
  const mailer = createLiveMailer(base)
  const settings = jobs.start({ name: 'mail-settings', everyMs: mailSettingsEveryMs, wakesOn: ['settings'], work: mailer.refresh })
  onStop(() => settings.stop())
  return { ...base, mailer: watchMailer(mailer, base) }
}

/** Migrates the database and gives it what every installation has. */
export async function prepareData(context: Context, signal: AbortSignal | undefined): Promise<void> {
  const { db, clock } = context
  await migrate(db, { signal })
  await checkSecretKey(context)
  await preparePartitions(db, clock.now())
  await seedAliases(db)
  await seedLayouts(db)
  await clearDeadImports(db, clock.now())
  context.signals.notify('settings', {})
}
