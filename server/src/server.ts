/** Puts one server process together from its settings. Used by run.ts and by whole-system tests. */
import type { Config } from './platform/base/config.ts'
import { openFolders } from './platform/db/data-folder.ts'
import type { ProcessLog } from './platform/log.ts'
import { openDatabase } from './open-database.ts'
import { openCertificate } from './platform/tls/certificate.ts'
import { createUndo } from './platform/base/undo.ts'
import type { Parts } from './start-parts.ts'

export interface RunningServer extends Parts {
  stop(): Promise<void>
}

/**
 * `holder` names this start of the process in leases; the name it is known by among the servers comes with its log. Once `signal` is
 * aborted the start goes no step further, undoes what it did, and rejects.
 */
export async function startServer({
  config,
  holder,
  signal,
  ...given
}: ProcessLog & { config: Config; holder: string; signal?: AbortSignal }): Promise<RunningServer> {
  const { log } = given
  const undo = createUndo()
  const onStop = undo.add
  try {
    // First: a setting that is wrong is told before anything is begun.
    const certificate = await openCertificate(config, { log, onStop })
    openFolders(config, log)
    const opening = openDatabase({ config, log, onStop, signal })
    // Its process opens while this one loads its modules, which takes as long.
    const [database, { startParts }] = await Promise.all([opening, import('./start-parts.ts')])
    const parts = await startParts({ ...given, config, holder, signal, database, certificate, onStop })
    return { ...parts, stop: undo.run }
  } catch (error) {
    await undo.run().catch(() => undefined)
    throw error
  }
}
