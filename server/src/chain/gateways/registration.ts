/** How gateways come to belong to a store, and leave it: by a file, by approval, with a secret of their own that is told once. */
import { systemLocation } from '@endcap/contract/alarms'
import type { AddedGateway, IssuedSecret } from '@endcap/contract/gateway-registration'
import { defaultChannelRow } from '@endcap/contract/gateways'
import type { UploadedFile } from '@endcap/contract/endpoint'
import { raiseUnknownStore } from '../../people/alarms/unknown-store.ts'
import { recordChange } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { conflict, invalid, notFound } from '../../platform/base/errors.ts'
import { qrRows } from '../../platform/base/qr-code.ts'
import { unknownStores } from '../../people/accounts/account-rows.ts'
import type { Session } from '../../platform/http/session.ts'
import { brokerAddress } from './broker-address.ts'
import { insertGateway, saveSecret, storesOfGateways, type PredefinedGateway } from './gateways.queries.ts'
import { readPredefined, type PredefinedLine } from './predefined-file.ts'
import { countDependents, deleteGateway } from './removal.queries.ts'
import { ownGateway } from './requests.ts'
import { createSecret } from './secrets.ts'
import { needsOutband, outbandStores, readChannels, settingsOf } from './settings.ts'
import { lockGateways, saveConfig } from './settings.queries.ts'
import { forgetWaiting, lockWaiting } from './waiting.queries.ts'
import type { Encoding } from '../../platform/text-files/encodings.ts'
import { storeLanguages } from '../../platform/text-files/languages.ts'
import { mayDecide, notWaiting } from './waiting.ts'

/** Registers the gateways of a file, all or none. Known ones of the same store get the new settings and keep their secret. */
export async function predefineGateways(
  { db, clock, signals }: Context,
  session: Session,
  file: UploadedFile & { encoding?: Encoding | undefined },
): Promise<{ count: number; gateways: IssuedSecret[] }> {
  const { lines, errors } = await readPredefined(file, { languages: await storeLanguages(db, ''), encoding: file.encoding })
  const codes = [...new Set(lines.map((one) => one.gateway.storeCode))]
  const known = await storesOfGateways(
    db,
    lines.map((one) => one.gateway.gwMac),
  )
  const unknown = new Set(await unknownStores(db, codes))
  const outband = await outbandStores(db, codes)
  for (const { line, gateway } of lines) {
    const place = known.get(gateway.gwMac)
    const beyond = outband.has(gateway.storeCode) ? undefined : needsOutband(gateway.dataChannel, gateway.eventChannel)
    if (unknown.has(gateway.storeCode) || !session.allows(gateway.storeCode))
      errors.push(`line ${line}: there is no store ${gateway.storeCode} among yours`)
    else if (place !== undefined && place !== gateway.storeCode)
      errors.push(`line ${line}: gateway ${gateway.gwMac} belongs to another store`)
    else if (beyond !== undefined) errors.push(`line ${line}: channel ${beyond} needs outband, which is off in store ${gateway.storeCode}`)
  }
  for (const code of unknown) await raiseUnknownStore(db, { storeCode: code, source: file.name.slice(0, 200), at: clock.now() })
  if (unknown.size > 0) signals.notify('changed', { storeCode: systemLocation, changes: ['alarms'] })
  if (errors.length > 0) throw invalid(errors[0] ?? '', 'file', errors.slice(0, 100))
  if (lines.length === 0) throw invalid('No valid data', 'file')
  const gateways = await inTransaction(db, async (tx) => {
    const byIndex = await readChannels(tx)
    const issued: IssuedSecret[] = []
    const before: object[] = []
    for (const { gateway } of lines) {
      if (known.has(gateway.gwMac)) before.push(...(await updateRegistered(tx, gateway)))
      else issued.push(await register(tx, filled(gateway, byIndex)))
    }
    await forgetWaiting(
      tx,
      issued.map((one) => one.gwMac),
    )
    await recordChange(tx, {
      subject: { kind: 'gateway', id: file.name.slice(0, 200) },
      before: { gateways: before },
      after: { gateways: lines.map(({ gateway }) => gateway) },
    })
    return issued
  })
  for (const storeCode of codes) signals.notify('changed', { storeCode, changes: ['gateways'] })
  signals.notify('gateway-requests', {})
  return { count: lines.length, gateways }
}

/** A new gateway has the channels of its index, unless the file names others. */
function filled(line: PredefinedLine, byIndex: Readonly<Record<string, { dataChannel: number; eventChannel: number }>>): PredefinedGateway {
  const gwIndex = line.gwIndex ?? defaultChannelRow.gwIndex
  const defaults = byIndex[gwIndex] ?? defaultChannelRow
  return {
    storeCode: line.storeCode,
    gwMac: line.gwMac,
    gwIndex,
    ip: line.ip,
    dataChannel: line.dataChannel ?? defaults.dataChannel,
    eventChannel: line.eventChannel ?? defaults.eventChannel,
    channelGroupIndex: line.channelGroupIndex ?? 0,
  }
}

/** What the file leaves out stays as it is. Answers what the gateway was set to. */
async function updateRegistered(tx: Db, line: PredefinedLine): Promise<object[]> {
  const [row] = await lockGateways(tx, line.storeCode, [line.gwMac])
  if (row === undefined) return []
  const { ip, dataChannel, eventChannel, channelGroupIndex } = line
  const config = {
    ...row.config,
    ...(ip !== '' && { ip }),
    ...(dataChannel !== undefined && { dataChannel }),
    ...(eventChannel !== undefined && { eventChannel }),
    ...(channelGroupIndex !== undefined && { channelGroupIndex }),
  }
  await saveConfig(tx, row, { gwIndex: line.gwIndex ?? row.gw_index, config })
  return [settingsOf(row)]
}

async function register(tx: Db, gateway: PredefinedGateway): Promise<IssuedSecret> {
  const { secret, hash } = createSecret()
  await insertGateway(tx, gateway, hash)
  return { storeCode: gateway.storeCode, gwMac: gateway.gwMac, secret }
}

const registered = (gwMac: string) => conflict(`Gateway ${gwMac} is registered. Issue a new secret for it instead.`, 'gateway-registered')

/** A gateway of which nothing is known but its store, and maybe its index. */
async function registerNew(tx: Db, { storeCode, gwMac, gwIndex }: { storeCode: string; gwMac: string; gwIndex?: number }) {
  if ((await storesOfGateways(tx, [gwMac])).has(gwMac)) throw registered(gwMac)
  await forgetWaiting(tx, [gwMac])
  const line = { storeCode, gwMac, gwIndex, ip: '', dataChannel: undefined, eventChannel: undefined, channelGroupIndex: undefined }
  const gateway = filled(line, await readChannels(tx))
  await recordChange(tx, { subject: { kind: 'gateway', id: gwMac, storeCode }, before: null, after: gateway })
  return register(tx, gateway)
}

function notifyRegistered({ signals }: Pick<Context, 'signals'>, storeCode: string): void {
  signals.notify('changed', { storeCode, changes: ['gateways'] })
  signals.notify('changed', { storeCode: systemLocation, changes: ['gateways'] })
}

/** Registers one gateway; 409 when it is registered. What is answered is all that is set in it. */
export async function addGateway(
  context: Context,
  { storeCode, gwMac, host: named }: { storeCode: string; gwMac: string; host: string },
): Promise<AddedGateway> {
  const issued = await inTransaction(context.db, (tx) => registerNew(tx, { storeCode, gwMac }))
  notifyRegistered(context, storeCode)
  const { host, port, secure } = brokerAddress(context.config)
  const address = { host: host ?? named, port, secure }
  const url = `mqtt${secure ? 's' : ''}://${gwMac}:${issued.secret}@${address.host}:${port}/?store=${encodeURIComponent(storeCode)}`
  return { ...issued, ...address, qr: await qrRows(url) }
}

/** Takes a gateway that waits into a store and issues its secret; 409 when it is registered, 404 when it does not wait. */
export async function approve(
  context: Context,
  session: Session,
  { gwMac, storeCode, gwIndex }: { gwMac: string; storeCode: string; gwIndex: number },
): Promise<IssuedSecret> {
  const issued = await inTransaction(context.db, async (tx) => {
    const row = await lockWaiting(tx, gwMac)
    if (row === undefined || !mayDecide(session, row.store_code)) throw notWaiting(gwMac)
    return registerNew(tx, { storeCode, gwMac, gwIndex })
  })
  notifyRegistered(context, storeCode)
  return issued
}

/** A gateway that a bridge speaks for: its channels stay as it has them, and its secret comes with `renewSecret`. */
export async function registerGateway(tx: Db, { storeCode, gwMac }: { storeCode: string; gwMac: string }): Promise<void> {
  await insertGateway(tx, { storeCode, gwMac, ip: '', ...defaultChannelRow, channelGroupIndex: 0 }, createSecret().hash, 'as it is')
}

/** A new secret in the place of the old one; only the caller gets it. */
export async function renewSecret(tx: Db, gwMac: string): Promise<string> {
  const { secret, hash } = createSecret()
  await saveSecret(tx, gwMac, hash)
  return secret
}

/** The old secret ends at once, and the connection that was made with it. */
export async function issueSecret(context: Context, session: Session, gwMac: string): Promise<IssuedSecret> {
  const { store_code: storeCode } = await ownGateway(context, session, gwMac)
  const { secret, hash } = createSecret()
  await inTransaction(context.db, async (tx) => {
    await saveSecret(tx, gwMac, hash)
    await forgetWaiting(tx, [gwMac])
  })
  context.signals.notify('gateway-locked-out', { gwMac })
  context.signals.notify('changed', { storeCode, changes: ['gateways'] })
  return { storeCode, gwMac, secret }
}

export async function whatRemovalMeans({ db, clock }: Context, storeCode: string, gwMac: string) {
  if ((await storesOfGateways(db, [gwMac])).get(gwMac) !== storeCode) throw notFound(`There is no gateway ${gwMac} in this store.`)
  return countDependents(db, { storeCode, gwMac }, clock.now())
}

/** Its tags and operations go to others that hear them; tags that no other gateway hears go MISSING in their time. */
export async function removeGateway({ db, clock, signals }: Context, storeCode: string, gwMac: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [row] = await lockGateways(tx, storeCode, [gwMac])
    const removed = await deleteGateway(tx, { storeCode, gwMac }, clock.now())
    if (row === undefined || !removed) throw notFound(`There is no gateway ${gwMac} in this store.`)
    await recordChange(tx, { subject: { kind: 'gateway', id: gwMac, storeCode }, before: settingsOf(row), after: null })
  })
  signals.notify('gateway-locked-out', { gwMac })
  signals.notify('changed', { storeCode, changes: ['gateways', 'tags'] })
  signals.notify('operations', { storeCode })
}
