/**
 * A store moved between servers. Its file is received in parts that are kept, so that a lost connection costs a part at most; it is checked as a
 * whole, staged, and then applied in short transactions of which each notes how far it came: a killed process goes on there.
 */
import { Readable } from 'node:stream'
import type { FileAnswer, UploadedFile } from '@endcap/contract/endpoint'
import type { StoreMove } from '@endcap/contract/store-moves'
import { leaveToLater, recordChange } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import { holdLease, releaseLease } from '../../platform/db/leases.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import type { Db } from '../../platform/db/schema.ts'
import { conflict, forbidden, invalid, notFound } from '../../platform/base/errors.ts'
import type { Session } from '../../platform/http/session.ts'
import { putStoreConfig, readStoreConfig, whatClosingTakes } from '../../chain/stores/stores.service.ts'
import { startTask } from '../../delivery/tasks/tasks.service.ts'
import { checkFile } from './check.ts'
import { readStore } from './export.queries.ts'
import { fileFormat, fileVersion, type Kind, type LineOf } from './lines.ts'
import * as queries from './store-moves.queries.ts'
import type { MoveKey, StagedLine } from './store-moves.queries.ts'

/** Bytes kept as one part. */
const partBytes = 4_000_000
/** Lines applied in one transaction. */
const linesPerTransaction = 500
const leaseSeconds = 60

/** Specification 2 §6: role 0 alone. */
function refuseOthers(session: Session): void {
  if (session.roleId !== 0) throw forbidden('Only administrators may move stores.')
}
const failure = (message: string) => `Migration failed : ${message}`

export async function readMove({ db }: Context, session: Session, storeCode: string): Promise<StoreMove | null> {
  refuseOthers(session)
  return (await queries.latestMove(db, storeCode)) ?? null
}

/** What a store must be for a file to come into it: there, and empty. */
async function refuseUsed(context: Context, storeCode: string): Promise<void> {
  const { tags, gateways, products } = await whatClosingTakes(context, storeCode)
  if (tags + gateways + products > 0)
    throw conflict(
      failure(`Store ${storeCode} is not empty: it has ${tags} tags, ${gateways} gateways and ${products} products.`),
      'store-not-empty',
    )
}

interface Part {
  storeCode: string
  file: UploadedFile
  /** Bytes of the whole file and place of this part; without them it is the whole file. */
  size: number | undefined
  offset: number | undefined
}
export async function receivePart(context: Context, session: Session, part: Part): Promise<StoreMove> {
  const { db, signals } = context
  const { storeCode, size, offset } = part
  refuseOthers(session)
  if ((size === undefined) !== (offset === undefined)) throw invalid(failure('size and offset belong together.'), 'offset')
  // Nothing changes before the file is here as a whole: the call that brings its end stands for all of them.
  leaveToLater()
  const key = await openMove(context, session, part)
  const received = await keepParts(context, key, part)
  if (size === undefined || received === size) {
    await inTransaction(db, async (tx) => {
      await queries.setMove(tx, key, { state: 'CHECKING', ...(size === undefined && { size: received }) })
      const subject = { kind: 'storeMoves', id: storeCode, storeCode }
      await recordChange(tx, { subject, before: null, after: { file: part.file.name, size: received } })
    })
    signals.notify('store-moves', {})
  } else if (received > size) {
    await giveUp(context, key)
    throw invalid(failure(`More came in than the ${size} bytes that were told.`), 'size')
  }
  const move = await queries.latestMove(db, storeCode)
  if (move === undefined) throw notFound(failure('It was given up.'))
  return move
}

/** The file that this part belongs to; a new one for the first part. */
async function openMove(context: Context, session: Session, { storeCode, file, size = 0, offset = 0 }: Part): Promise<MoveKey> {
  const { db, clock } = context
  const open = await queries.latestMove(db, storeCode)
  const isOpen = open !== undefined && open.state !== 'DONE' && open.state !== 'FAILED'
  if (isOpen && open.state !== 'RECEIVING') throw conflict(failure('Another file is being taken in.'), 'move-under-way')
  if (isOpen && offset > 0) {
    if (open.size !== size || open.fileName !== file.name)
      throw conflict(failure('Another file has been begun. Give it up first.'), 'move-under-way')
    if (open.received !== offset) throw conflict(failure(`The next part begins at ${open.received}.`), 'move-offset')
    return { storeCode, moveId: open.moveId }
  }
  if (offset > 0) throw conflict(failure('The next part begins at 0.'), 'move-offset')
  await refuseUsed(context, storeCode)
  // Begun again from its beginning: what came of it is of no use.
  if (isOpen) await giveUp(context, { storeCode, moveId: open.moveId })
  const moveId = await inTransaction(db, (tx) =>
    queries.insertMove(tx, { storeCode, fileName: file.name.slice(0, 200), size, createdBy: session.email, at: clock.now() }),
  )
  return { storeCode, moveId }
}

const areaOf = ({ blobs }: Context, { moveId }: MoveKey) => blobs.area(`store-moves/${moveId}`)

/** Keeps what comes in piece by piece, so that what was kept before a connection is lost need not be sent again. Answers where it ended. */
async function keepParts(context: Context, key: MoveKey, { file, offset = 0 }: Part): Promise<number> {
  const area = areaOf(context, key)
  let start = offset
  let pieces: Uint8Array[] = []
  let waiting = 0
  const keep = async () => {
    if (waiting === 0) return
    const { hash, bytes } = await area.put(Buffer.concat(pieces))
    if (!(await inTransaction(context.db, (tx) => queries.addPart(tx, key, { start, bytes, hash }))))
      throw conflict(failure('Another upload is sending this file.'), 'move-offset')
    start += bytes
    ;[pieces, waiting] = [[], 0]
  }
  try {
    for await (const piece of file.stream) {
      pieces.push(piece)
      waiting += piece.byteLength
      if (waiting >= partBytes) await keep()
    }
  } finally {
    await keep()
  }
  return start
}

async function giveUp(
  context: Context,
  key: MoveKey,
  errors: { errors: string[]; error_count: number } = { errors: [], error_count: 0 },
): Promise<void> {
  const { db, clock } = context
  await inTransaction(db, async (tx) => {
    await queries.dropLines(tx, key)
    await queries.setMove(tx, key, { state: 'FAILED', ...errors, finished_at: clock.now() })
  })
  await areaOf(context, key).clear()
}

export async function cancelMove(context: Context, session: Session, storeCode: string): Promise<void> {
  refuseOthers(session)
  const open = await queries.latestMove(context.db, storeCode)
  if (open?.state !== 'RECEIVING') throw conflict('Nothing is coming in for this store.', 'no-move')
  await giveUp(context, { storeCode, moveId: open.moveId })
}

/** Goes on with a file that has come in whole. Answers whether there is more to do. */
export async function moveStores(context: Context, holder: string): Promise<boolean> {
  const { db, log } = context
  const move = await queries.nextMove(db)
  if (move === undefined) return false
  const lease = `store move ${move.moveId}`
  if (!(await holdLease(db, lease, holder, leaseSeconds))) return false
  const more =
    move.state === 'CHECKING' ? await check(context, move, () => holdLease(db, lease, holder, leaseSeconds)) : await apply(context, move)
  if (!more) {
    await releaseLease(db, lease, holder)
    log.info({ storeCode: move.storeCode, moveId: move.moveId }, 'file of a store taken in')
  }
  return true
}

async function check(context: Context, key: MoveKey, keepLease: () => Promise<boolean>): Promise<boolean> {
  const { db } = context
  const area = areaOf(context, key)
  const hashes = await queries.partHashes(db, key)
  async function* content() {
    for (const hash of hashes) {
      const part = await area.get(hash)
      if (part === undefined) throw new Error(`A part of the file of store ${key.storeCode} is not kept any more`)
      yield part
    }
  }
  // A process that was killed while it checked has left lines behind.
  await inTransaction(db, (tx) => queries.dropLines(tx, key))
  const found = await checkFile(db, key.storeCode, content(), async (lines) => {
    await inTransaction(db, (tx) => queries.stageLines(tx, key, lines))
    await keepLease()
  })
  const taken = await whatClosingTakes(context, key.storeCode)
  if (found.errorCount === 0 && taken.tags + taken.gateways + taken.products > 0) {
    found.errors.push(`Store ${key.storeCode} is not empty any more.`)
    found.errorCount++
  }
  if (found.errorCount > 0) {
    await giveUp(context, key, { errors: found.errors, error_count: found.errorCount })
    return false
  }
  await inTransaction(db, (tx) => queries.setMove(tx, key, { state: 'APPLYING', lines: found.lines }))
  return true
}

/** One piece; the task of the labels behind the last one. */
async function apply(context: Context, { storeCode, moveId, createdBy }: MoveKey & { createdBy: string }): Promise<boolean> {
  const { db, clock, signals } = context
  const key = { storeCode, moveId }
  const at = clock.now()
  const isOver = await inTransaction(db, async (tx) => {
    const lines = await queries.takeLines(tx, key, linesPerTransaction)
    const [first] = lines
    if (first === undefined) {
      await finish(tx, key, { createdBy, at })
      return true
    }
    if (first.kind === 'config') await putStoreConfig(tx, { ...first.data.config, storeCode }, at)
    if (first.kind === 'gateway') await queries.applyGateways(tx, storeCode, rowsOf('gateway', lines), at)
    if (first.kind === 'product') await queries.applyProducts(tx, storeCode, rowsOf('product', lines), at)
    if (first.kind === 'family') await queries.applyFamilies(tx, storeCode, rowsOf('family', lines), at)
    if (first.kind === 'secondCode') await queries.applySecondCodes(tx, storeCode, rowsOf('secondCode', lines), at)
    if (first.kind === 'tag') await queries.applyTags(tx, storeCode, rowsOf('tag', lines), at)
    await queries.setMove(tx, key, { done: lines.at(-1)?.line ?? 0 })
    return false
  })
  if (isOver) {
    await areaOf(context, key).clear()
    signals.notify('operations', { storeCode })
    signals.notify('promotions', {})
  }
  signals.notify('changed', { storeCode, changes: ['stores', 'products', 'tags', 'gateways', 'tasks'] })
  return !isOver
}

const rowsOf = <K extends Kind>(kind: K, lines: readonly StagedLine[]): LineOf<K>[] =>
  lines.filter((one): one is StagedLine & { kind: K; data: LineOf<K> } => one.kind === kind).map(({ data }) => data)

async function finish(tx: Db, key: MoveKey, { createdBy, at }: { createdBy: string; at: Date }): Promise<void> {
  const { storeCode } = key
  const tags = await tx.selectFrom('tags').select('tag_mac').where('store_code', '=', storeCode).where('pr_code', 'is not', null).execute()
  const tagMacs = tags.map((row) => row.tag_mac)
  const task = { storeCode, taskType: 'UPDATE', kind: 'SHOW', tagMacs, createdBy, at } as const
  const taskId = tagMacs.length === 0 ? null : (await startTask(tx, task)).taskId
  const { lines } = await tx
    .selectFrom('store_moves')
    .select('lines')
    .where('store_code', '=', storeCode)
    .where('move_id', '=', key.moveId)
    .executeTakeFirstOrThrow()
  await queries.setMove(tx, key, { state: 'DONE', done: lines, task_id: taskId, finished_at: at })
}

/** A store as a file, written while it is read: nothing of it is held in memory. */
export async function exportStore(context: Context, session: Session, storeCode: string): Promise<FileAnswer> {
  refuseOthers(session)
  const { storeCode: _, version: __, updatedAt: ___, ...config } = await readStoreConfig(context, storeCode)
  async function* lines() {
    let line = 2
    yield `${JSON.stringify({ kind: 'store', format: fileFormat, version: fileVersion, storeCode })}\n${JSON.stringify({ kind: 'config', config })}\n`
    for await (const rows of readStore(context.db, storeCode)) {
      line += rows.length
      yield rows.map(({ kind, data }) => `${JSON.stringify({ kind, ...data })}\n`).join('')
    }
    yield `${JSON.stringify({ kind: 'end', lines: line + 1 })}\n`
  }
  const day = context.clock.now().toISOString().slice(0, 10)
  return { name: `${storeCode}-${day}.jsonl`, type: 'application/x-ndjson', content: Readable.from(lines()) }
}
