/** Checks the PIN of the display's own menu: whose code was typed there (specification 3 §3). */
import type { Context } from '../../platform/context.ts'
import { checkPassword } from '../../people/session/passwords.ts'
import { findDevice } from './player.queries.ts'
import type { CallingDisplay } from '../../platform/http/callers.ts'

/** Where one code is set for both, who types it is the administrator. Without a code the menu asks for none. */
export async function checkPin(
  { db }: Context,
  { mac }: CallingDisplay,
  pin: string,
): Promise<{ role: 'admin' | 'manager' | null; needed: boolean }> {
  const row = await findDevice(db, mac)
  const [admin, manager] = [row?.admin_pin ?? '', row?.manager_pin ?? '']
  const needed = admin !== '' || manager !== ''
  if (await checkPassword(admin, pin)) return { role: 'admin', needed }
  return { role: (await checkPassword(manager, pin)) ? 'manager' : null, needed }
}
