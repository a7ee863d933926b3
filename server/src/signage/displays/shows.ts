/** What displays show: their own slides, or a template's (specification 3 §4, §5). */
import type { ShowBody } from '@endcap/contract/slides'
import { sizeOf } from '@endcap/signage/models'
import { withWebAddresses } from '@endcap/signage/shows'
import { recordChange } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { conflict, notFound } from '../../platform/base/errors.ts'
import { holdDevice, type DeviceRow } from '../display-api/player.service.ts'
import { refuseUnplayable } from '../media/on-slides.ts'
import { readUnplayable } from '../media/unplayable-films.ts'
import { canonical, copyOf, findTemplate, refuseOldRev, revOf, summaryOf } from '../slide-templates/slide-templates.service.ts'
import { overriddenOf, ownMacs } from './displays.queries.ts'
import type { SetFor } from './displays.service.ts'

async function ownDevice(tx: Db, storeCode: string, mac: string): Promise<DeviceRow> {
  const device = await holdDevice(tx, mac)
  if (device?.store_code !== storeCode) throw notFound(`There is no display ${mac} in this store.`)
  return device
}

/** What a display shows, or would show once there are slides. */
export const showOf = (device: DeviceRow): ShowBody =>
  device.show ?? { screenWidth: device.screen_width, screenHeight: device.screen_height, show: [] }

interface SavedShow {
  place: { storeCode: string; mac: string }
  show: ShowBody
  /** Of the slides that were changed; without one they are saved whatever is there. */
  rev?: string | undefined
  /** Beside the one it has: of which template the slides may be. */
  template?: string | undefined
}
/** Saves the slides of one display. They are sent at once; slides that are not its template's any more take the template off. */
export async function saveShow(context: Context, { place, show: given, rev, template: templateName }: SavedShow) {
  const body = { ...given, show: withWebAddresses(given.show) }
  const { db, clock, signals } = context
  const { storeCode, mac } = place
  const answer = await inTransaction(db, async (tx) => {
    const device = await ownDevice(tx, storeCode, mac)
    refuseOldRev(showOf(device), rev)
    await refuseUnplayable(tx, place, body.show, device.show?.show)
    const name = device.template_id ?? templateName
    const applied = name === undefined ? undefined : await findTemplate(tx, storeCode, name)
    const template = applied !== undefined && canonical(applied.show) === canonical(body.show) ? applied.template_id : null
    const show = JSON.stringify(body)
    await tx
      .updateTable('plus_devices')
      .set({ show, given_show: show, template_id: template, updated_at: clock.now() })
      .where('mac', '=', mac)
      .execute()
    await recordChange(tx, {
      subject: { kind: 'display', id: mac },
      before: device.show && summaryOf(device.show.show),
      after: summaryOf(body.show),
    })
    const warnings = await readUnplayable(tx, { stores: [storeCode], mac, edited: true })
    return { template: template ?? '', warnings, overridden: await overriddenOf(tx, [mac], { anyMode: true }) }
  })
  signals.notify('changed', { storeCode, changes: ['signage'] })
  return { ...answer, rev: revOf(body) }
}

interface Applied {
  storeCode: string
  template: string
  macs: readonly string[]
  /** Not sent until they are synchronised, or something else changes. */
  hold: boolean
}
export async function applyTemplate(context: Context, { storeCode, template: name, macs, hold }: Applied): Promise<SetFor> {
  const { db, clock, signals } = context
  const answer = await inTransaction(db, async (tx) => {
    const own = await ownMacs(tx, storeCode, macs)
    const template = name === '' ? undefined : await findTemplate(tx, storeCode, name)
    if (name !== '' && template === undefined) throw notFound(`There is no template ${name}.`)
    const rows: DeviceRow[] = []
    for (const mac of own) rows.push(await ownDevice(tx, storeCode, mac))
    if (template !== undefined) {
      const wrong = rows.filter((row) => sizeOf(row.model, { width: row.screen_width, height: row.screen_height }) !== template.size)
      if (wrong.length > 0)
        throw conflict(`The template is for ${template.size} inches. Not so: ${wrong.map((row) => row.mac).join(', ')}`, 'wrong-size')
    }
    for (const row of rows) {
      const show = template && JSON.stringify(copyOf(template))
      await tx
        .updateTable('plus_devices')
        .set({
          template_id: template?.template_id ?? null,
          updated_at: clock.now(),
          ...(show && { show, ...(!hold && { given_show: show }) }),
        })
        .where('mac', '=', row.mac)
        .execute()
      await recordChange(tx, {
        subject: { kind: 'display', id: row.mac },
        before: { template: row.template_id },
        after: { template: name },
      })
    }
    return { devices: rows.length, overridden: await overriddenOf(tx, own, { anyMode: true }) }
  })
  signals.notify('changed', { storeCode, changes: ['signage'] })
  return answer
}
