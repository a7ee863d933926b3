/** What holds for all displays of a store: how they are taken in, what they show of themselves, and when they raise alarms. */
import { randomBytes } from 'node:crypto'
import type { PriceListLook } from '@endcap/signage/price-list'
import { recordChange } from '../../platform/audit/audit.service.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import type { Context } from '../../platform/context.ts'
import { readSignageSettings } from '../display-api/player.service.ts'

/** As the audit log has them, which says what is different. */
const recordedSettings = (row: Awaited<ReturnType<typeof readSignageSettings>>) => ({
  memoryThreshold: row.memory_threshold,
  diskThreshold: row.disk_threshold,
  offlineDot: row.offline_dot,
  proofOfPlay: row.proof_of_play,
  priceList: row.price_list,
})

interface Settings {
  newEnrolToken?: boolean | undefined
  offlineDot?: boolean | undefined
  proofOfPlay?: boolean | undefined
  memoryThreshold?: number | undefined
  diskThreshold?: number | undefined
  priceList?: PriceListLook | undefined
}
export async function saveSettings(context: Context, storeCode: string, given: Settings): Promise<{ enrolToken: string | null }> {
  const row = await inTransaction(context.db, async (tx) => {
    const before = await readSignageSettings(tx, storeCode)
    const after = {
      store_code: storeCode,
      updated_at: context.clock.now(),
      enrol_token: given.newEnrolToken === true ? randomBytes(18).toString('base64url') : before.enrol_token,
      memory_threshold: given.memoryThreshold ?? before.memory_threshold,
      disk_threshold: given.diskThreshold ?? before.disk_threshold,
      offline_dot: given.offlineDot ?? before.offline_dot,
      proof_of_play: given.proofOfPlay ?? before.proof_of_play,
      price_list: given.priceList ?? before.price_list,
    }
    const row = { ...after, price_list: after.price_list && JSON.stringify(after.price_list) }
    await tx
      .insertInto('plus_settings')
      .values(row)
      .onConflict((old) => old.column('store_code').doUpdateSet(row))
      .execute()
    await recordChange(tx, {
      subject: { kind: 'display-settings', id: storeCode },
      before: recordedSettings(before),
      after: { ...recordedSettings(after), ...(given.newEnrolToken === true && { newEnrolToken: true }) },
    })
    return after
  })
  context.signals.notify('changed', { storeCode, changes: ['signage'] })
  return { enrolToken: row.enrol_token }
}
