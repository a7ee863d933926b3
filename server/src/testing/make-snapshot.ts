/** A process that makes the database which domain tests on the embedded one copy: `make-snapshot.ts <file>`. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { connect } from '../platform/db/connect.ts'
import { startEmbedded } from '../platform/db/embedded.ts'
import { fillTemplate } from './template.ts'

const [, , snapshot = ''] = process.argv
const folder = mkdtempSync(join(tmpdir(), 'endcap-test-'))
try {
  const database = await startEmbedded({ folder })
  const db = connect(database.url, { poolSize: 1 })
  await fillTemplate(db)
  await db.destroy()
  await database.stop()
  const pglite = await PGlite.create({ dataDir: join(folder, 'postgres') })
  writeFileSync(`${snapshot}.part`, new Uint8Array(await (await pglite.dumpDataDir('none')).arrayBuffer()))
  await pglite.close()
  // Whole from the moment it is there.
  renameSync(`${snapshot}.part`, snapshot)
} finally {
  rmSync(folder, { recursive: true })
}
