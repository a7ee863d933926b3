import { forbidden } from '../platform/base/errors.ts'
import type { Session } from '../platform/http/session.ts'

/** What every store gets is not for somebody to change who has some of them. */
export function refuseSome(session: Session): void {
  if (session.stores !== 'all') throw forbidden('These settings reach every store: they need an account with all stores.', 'all-stores')
}
