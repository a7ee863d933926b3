import { forbidden } from '../platform/base/errors.ts'
import type { Session } from '../platform/http/session.ts'

/** An account with some stores must not change what every store gets. */
export function refuseSome(session: Session): void {
  if (session.stores !== 'all') throw forbidden('These settings reach every store: they need an account with all stores.', 'all-stores')
}
