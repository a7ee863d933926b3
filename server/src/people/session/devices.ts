/** Known devices: browsers that an account has signed in from. Their secret is kept as a hash, and good for what an account says of itself alone. */
import { randomBytes } from 'node:crypto'
import type { Db } from '../../platform/db/schema.ts'
import { maxDeviceDays } from '../../platform/http/cookies.ts'
import { hashToken } from './tokens.ts'

export async function isKnownDevice(db: Db, email: string, device: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('email')
    .where('device_hash', '=', hashToken(device))
    .where('email', '=', email)
    .executeTakeFirst()
  return row !== undefined
}

/** Notes that an account has signed in from a browser; answers the browser's secret, a new one where it brought none that was given out here. */
export async function noteDevice(tx: Db, { email, device, at }: { email: string; device: string | undefined; at: Date }): Promise<string> {
  const given =
    device === undefined
      ? undefined
      : await tx.selectFrom('known_devices').select('email').where('device_hash', '=', hashToken(device)).limit(1).executeTakeFirst()
  const cookieValue = device === undefined || given === undefined ? randomBytes(32).toString('base64url') : device
  await tx
    .insertInto('known_devices')
    .values({ device_hash: hashToken(cookieValue), email, created_at: at, last_used_at: at })
    .onConflict((conflict) => conflict.columns(['device_hash', 'email']).doUpdateSet({ last_used_at: at }))
    .execute()
  return cookieValue
}

export const dropDevices = (tx: Db, email: string) => tx.deleteFrom('known_devices').where('email', '=', email).execute()

/** For the hourly housekeeping. */
export async function dropOldDevices(db: Db, at: Date): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('last_used_at', '<', new Date(at.getTime() - maxDeviceDays * 86_400_000))
    .execute()
}
