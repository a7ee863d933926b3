/** The whole HTTP API by domain: what the server must bind and the clients may call. */
import { alarms } from './alarms.ts'
import { audit } from './audit.ts'
import { dashboard } from './dashboard.ts'
import { downloads } from './downloads.ts'
import { exceptions } from './exceptions.ts'
import { families } from './families.ts'
import { gateways } from './gateways.ts'
import { map } from './map.ts'
import { notifications } from './notifications.ts'
import { papers } from './papers.ts'
import { productFiles } from './product-files.ts'
import { aliases, layouts, products } from './products.ts'
import { secondCodes } from './second-codes.ts'
import { sensors } from './sensors.ts'
import { servers } from './servers.ts'
import { session } from './session.ts'
import { statusCheck } from './status-check.ts'
import { stores } from './stores.ts'
import { tagControl } from './tag-control.ts'
import { tagHistory } from './tag-history.ts'
import { tagList } from './tag-list.ts'
import { tags } from './tags.ts'
import { tasks } from './tasks.ts'
import { tokens } from './tokens.ts'
import { updates } from './updates.ts'
import { webhooks } from './webhooks.ts'

export const contract = {
  session,
  stores,
  gateways,
  tags,
  tagControl,
  statusCheck,
  tagHistory,
  tagList,
  sensors,
  products,
  families,
  secondCodes,
  aliases,
  layouts,
  productFiles,
  papers,
  tasks,
  updates,
  alarms,
  notifications,
  servers,
  map,
  dashboard,
  exceptions,
  downloads,
  audit,
  webhooks,
  tokens,
}
export type Contract = typeof contract
