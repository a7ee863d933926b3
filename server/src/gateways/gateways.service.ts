/** Gateways are registered by file and get a secret of their own, told once and kept only as a hash. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { GatewayAddress } from '@endcap/gateway-link/topics'
import { storeCode, gwMac } from '@endcap/contract/schemas'
import type { UploadedFile } from '@endcap/contract/endpoint'
import { parse } from 'csv-parse'
import * as z from 'zod'
import type { Context } from '../context.ts'
import type { Db } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { invalid } from '../http/errors.ts'
import type { Session } from '../session/session.ts'
import { systemLocation } from '@endcap/contract/alarms'
import { raiseUnknownStore } from '../alarms/unknown-store.ts'
import { unknownStores } from '../session/accounts.service.ts'
import { findSecret, insertGateway, storesOfGateways, updateGateway, type PredefinedGateway } from './gateways.queries.ts'

export { listGateways } from './gateways.queries.ts'

const digest = (secret: string) => createHash('sha256').update(secret).digest()

/** The gateway with this MAC and secret; undefined when either is wrong. */
export async function authenticateGateway(db: Db, mac: string, secret: string): Promise<GatewayAddress | undefined> {
  const checked = gwMac.safeParse(mac)
  const row = checked.success ? await findSecret(db, checked.data) : undefined
  const right = timingSafeEqual(digest(secret), Buffer.from(row?.secretHash ?? '0'.repeat(64), 'hex'))
  return row !== undefined && right ? { storeCode: row.storeCode, gwMac: row.gwMac } : undefined
}

const whole = (name: string, fallback: number, min: number, max: number) =>
  z.union([z.literal('').transform(() => fallback), z.coerce.number(`${name} must be a number`).int().min(min).max(max)]).default(fallback)

/** Defaults: specification 1 §3; channels 11 to 31, the gateway's own port 8080 (§9). */
const row = z.object({
  storeCode,
  gwMac,
  gwIndex: whole('gwIndex', 0, 0, 9999),
  ip: z.union([z.literal(''), z.string().regex(/^(\d{1,3}\.){3}\d{1,3}:8080$/, 'must be an IPv4 address with port 8080')]).default(''),
  dataChannel: whole('dataChannel', 11, 11, 31),
  eventChannel: whole('eventChannel', 26, 11, 31),
  channelGroupIndex: whole('channelGroupIndex', 0, 0, 255),
})

interface Issued {
  storeCode: string
  gwMac: string
  secret: string
}

/** Registers the gateways of a file, all or none. Known ones of the same store get the new settings and keep their secret. */
export async function predefineGateways(
  { db, clock, signals }: Context,
  session: Session,
  file: UploadedFile,
): Promise<{ count: number; gateways: Issued[] }> {
  if (!/\.(csv|txt)$/i.test(file.name)) throw invalid('Invalid file format', 'file')
  const { gateways, errors } = await readRows(file)
  const known = await storesOfGateways(
    db,
    gateways.map((one) => one.gateway.gwMac),
  )
  const unknown = new Set(await unknownStores(db, [...new Set(gateways.map((one) => one.gateway.storeCode))]))
  for (const { line, gateway } of gateways) {
    const place = known.get(gateway.gwMac)
    if (unknown.has(gateway.storeCode) || !session.allows(gateway.storeCode))
      errors.push(`line ${line}: there is no store ${gateway.storeCode} among yours`)
    else if (place !== undefined && place !== gateway.storeCode)
      errors.push(`line ${line}: gateway ${gateway.gwMac} belongs to another store`)
  }
  for (const code of unknown) await raiseUnknownStore(db, { storeCode: code, source: file.name.slice(0, 200), at: clock.now() })
  if (unknown.size > 0) signals.notify('changed', { storeCode: systemLocation, changes: ['alarms'] })
  if (errors.length > 0) throw invalid(errors[0] ?? '', 'file', errors.slice(0, 100))
  if (gateways.length === 0) throw invalid('No valid data', 'file')
  return inTransaction(db, async (tx) => {
    const issued: Issued[] = []
    for (const { gateway } of gateways) {
      if (known.has(gateway.gwMac)) {
        await updateGateway(tx, gateway)
        continue
      }
      const secret = randomBytes(32).toString('base64url')
      await insertGateway(tx, gateway, digest(secret).toString('hex'))
      issued.push({ storeCode: gateway.storeCode, gwMac: gateway.gwMac, secret })
    }
    return { count: gateways.length, gateways: issued }
  })
}

async function readRows(file: UploadedFile): Promise<{ gateways: { line: number; gateway: PredefinedGateway }[]; errors: string[] }> {
  const gateways: { line: number; gateway: PredefinedGateway }[] = []
  const errors: string[] = []
  const seen = new Set<string>()
  const parser = parse({
    bom: true,
    columns: true,
    trim: true,
    comment: '#',
    comment_no_infix: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: 100_000,
  })
  const feed = (async () => {
    for await (const chunk of file.stream) if (!parser.write(chunk)) await new Promise((resolve) => parser.once('drain', resolve))
    parser.end()
  })()
  feed.catch((error: Error) => parser.destroy(error))
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: Record<string, string>; info: { lines: number } }>) {
      const checked = row.safeParse(record)
      if (!checked.success)
        errors.push(...checked.error.issues.map((issue) => `line ${info.lines}: ${issue.path.join('.')} ${issue.message}`))
      else if (seen.has(checked.data.gwMac)) errors.push(`line ${info.lines}: gateway ${checked.data.gwMac} stands twice in the file`)
      else {
        seen.add(checked.data.gwMac)
        gateways.push({ line: info.lines, gateway: checked.data })
      }
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^(CSV_|INVALID_)/.test(String(error.code))) errors.push(error.message)
    else throw error
  }
  await feed
  return { gateways, errors }
}
