/** Access points of other makes: added to a store as gateways that a bridge speaks for, changed, and looked for. */
import { randomBytes } from 'node:crypto'
import {
  callingKinds,
  maxKeys,
  type AccessPoint,
  type AccessPointKind,
  type AccessPointOptions,
  type FoundAccessPoint,
  type Probed,
} from '@endcap/contract/access-points'
import { recordChange } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { conflict, invalid, notFound } from '../../platform/base/errors.ts'
import { registerGateway } from '../gateways/gateways.service.ts'
import { sealSecret } from '../../platform/secrets/secrets.ts'
import type { Session } from '../../platform/http/session.ts'
import { findAccessPoint, knownAddresses, knownTags, lockAccessPoint } from './access-points.queries.ts'
import { askBridge, bridgeFor } from './bridges.service.ts'

/** A MAC of our own making: the second bit of its first byte says so. */
const ownMac = () => `02EB${randomBytes(4).toString('hex').toUpperCase()}`

interface NewAccessPoint {
  storeCode: string
  kind: AccessPointKind
  name: string
  address: string
  options: AccessPointOptions
  keys: Keys
  bridgeId: string | null
}
/** Of encrypted panels by MAC; null forgets one. */
type Keys = Readonly<Record<string, string | null>>

/** What is stored: as before, but for what is given. */
function sealKeys(context: Context, before: Readonly<Record<string, string>>, given: Keys): Record<string, string> {
  const sealed = { ...before }
  for (const [mac, key] of Object.entries(given)) {
    if (key === null) delete sealed[mac]
    else sealed[mac] = sealSecret(context, key)
  }
  if (Object.keys(sealed).length > maxKeys) throw invalid(`keys: at most ${maxKeys}`, 'keys')
  return sealed
}

function checkAddress(kind: AccessPointKind, address: string): void {
  if (kind === 'openepaperlink' && address === '') throw invalid('address: must not be empty', 'address')
}

/** Devices that call by themselves are one gateway in a store: a second one would take their calls away. */
async function refuseSecond(context: Context, { storeCode, kind, address }: NewAccessPoint): Promise<void> {
  const row = await context.db
    .selectFrom('access_points')
    .select(['store_code', 'name'])
    .where('kind', '=', kind)
    .where((is) => (callingKinds.includes(kind) ? is('store_code', '=', storeCode) : is('address', '=', address)))
    .executeTakeFirst()
  if (row === undefined || (address === '' && !callingKinds.includes(kind))) return
  throw callingKinds.includes(kind)
    ? conflict(`Store ${storeCode} has ${row.name} for such signs already.`, 'kind-taken')
    : conflict(`${address} is ${row.name} of store ${row.store_code} already.`, 'address-taken')
}

export async function createAccessPoint(context: Context, session: Session, request: NewAccessPoint): Promise<{ gwMac: string }> {
  const { storeCode, kind, name, address, options, keys } = request
  checkAddress(kind, address)
  await refuseSecond(context, request)
  const bridge = await bridgeFor(context, session, request.bridgeId, storeCode)
  const at = context.clock.now()
  const gwMac = ownMac()
  await inTransaction(context.db, async (tx) => {
    await registerGateway(tx, { storeCode, gwMac })
    await tx
      .insertInto('access_points')
      .values({
        store_code: storeCode,
        gw_mac: gwMac,
        bridge_id: bridge.bridgeId,
        kind,
        name,
        address,
        options: JSON.stringify(options),
        keys: JSON.stringify(sealKeys(context, {}, keys)),
        created_by: session.email,
        created_at: at,
        updated_at: at,
      })
      .execute()
    await recordChange(tx, {
      subject: { kind: 'access-point', id: name, storeCode },
      before: null,
      after: { gwMac, kind, address, options, keyed: Object.keys(keys) },
    })
  })
  context.signals.notify('bridges', {})
  context.signals.notify('changed', { storeCode, changes: ['gateways'] })
  return { gwMac }
}

export async function readAccessPoint({ db }: Context, session: Session, gwMac: string): Promise<AccessPoint> {
  const found = await findAccessPoint(db, gwMac)
  if (found === undefined || !session.allows(found.storeCode)) throw notFound(`There is no access point ${gwMac} in your stores.`)
  return found
}

export async function changeAccessPoint(
  context: Context,
  session: Session,
  gwMac: string,
  change: { name?: string | undefined; address?: string | undefined; options?: AccessPointOptions | undefined; keys?: Keys | undefined },
): Promise<void> {
  const { storeCode } = await readAccessPoint(context, session, gwMac)
  await inTransaction(context.db, async (tx) => {
    const row = await lockAccessPoint(tx, gwMac)
    if (row === undefined) throw notFound(`There is no access point ${gwMac} in your stores.`)
    const { name = row.name, address = row.address, options = row.options } = change
    checkAddress(row.kind, address)
    const keys = sealKeys(context, row.keys, change.keys ?? {})
    const given = Object.entries(change.keys ?? {}).flatMap(([mac, key]) => (key === null ? [] : [mac]))
    await tx
      .updateTable('access_points')
      .set({ name, address, options: JSON.stringify(options), keys: JSON.stringify(keys), updated_at: context.clock.now() })
      .where('gw_mac', '=', gwMac)
      .execute()
    await recordChange(tx, {
      subject: { kind: 'access-point', id: name, storeCode },
      before: { name: row.name, address: row.address, options: row.options, keyed: Object.keys(row.keys) },
      // A key that was entered again is recorded as another one: no reader may learn whether it is the same.
      after: { name, address, options, keyed: Object.keys(keys), newKeys: given.length > 0 ? given : undefined },
    })
  })
  context.signals.notify('bridges', {})
  context.signals.notify('changed', { storeCode, changes: ['gateways'] })
}

/** Asks an address, through a bridge, what stands there. */
export async function probeAddress(
  context: Context,
  session: Session,
  {
    bridgeId,
    kind,
    address,
    keys,
    gwMac,
  }: { bridgeId: string | null; kind: AccessPointKind; address: string; keys: Keys; gwMac?: string | undefined },
): Promise<{ probed: Probed | null; problem: string | null }> {
  checkAddress(kind, address)
  const bridge = await bridgeFor(context, session, bridgeId)
  const before = gwMac === undefined ? {} : await keysOf(context, session, gwMac)
  const sealed = Object.entries(sealKeys(context, before, keys)).filter(([mac]) => macsIn(address).has(mac))
  const asked = { kind, address, ...(sealed.length > 0 && { keys: Object.fromEntries(sealed) }) }
  const { probed = null, problem = null } = await askBridge(context, bridge, 'probe', asked)
  return { probed, problem }
}

async function keysOf(context: Context, session: Session, gwMac: string): Promise<Readonly<Record<string, string>>> {
  await readAccessPoint(context, session, gwMac)
  return (await context.db.selectFrom('access_points').select('keys').where('gw_mac', '=', gwMac).executeTakeFirst())?.keys ?? {}
}
/** MACs before the addresses of panels: `MAC@host`. */
const macsIn = (address: string): Set<string> =>
  new Set(
    address.split(/[\s,]+/).flatMap((one) => (one.includes('@') ? [(one.split('@')[0] ?? '').replaceAll(/[:-]/g, '').toUpperCase()] : [])),
  )

export async function findInNetwork(
  context: Context,
  session: Session,
  bridgeId: string | null,
): Promise<{ found: (FoundAccessPoint & { known: boolean })[]; problem: string | null }> {
  const bridge = await bridgeFor(context, session, bridgeId)
  const { found = [], problem = null } = await askBridge(context, bridge, 'find', {})
  const [addresses, tags] = [await knownAddresses(context.db), await knownTags(context.db, found.map(panelTag))]
  return { found: found.map((one) => ({ ...one, known: addresses.has(one.address) || tags.has(panelTag(one)) })), problem }
}
/** A panel is found by itself, so its address need not be known: the tag that it is, or nothing. */
const panelTag = ({ kind, address }: FoundAccessPoint): string =>
  kind === 'opendisplay' && address.includes('@') ? `0D15${address.split('@')[0]}` : ''
