/** The whole HTTP API by domain: what the server must bind and the clients may call. */
import { accessPoints, bridges } from './access-points.ts'
import { alarms } from './alarms.ts'
import { apps } from './apps.ts'
import { audit } from './audit.ts'
import { dashboard } from './dashboard.ts'
import { downloads } from './downloads.ts'
import { exceptions } from './exceptions.ts'
import { families } from './families.ts'
import { gateways } from './gateways.ts'
import { layouts } from './layouts.ts'
import { map } from './map.ts'
import { members } from './members.ts'
import { notifications } from './notifications.ts'
import { oidc } from './oidc.ts'
import { papers } from './papers.ts'
import { player } from './player.ts'
import { brand } from './brand.ts'
import { contents } from './contents.ts'
import { displays } from './displays.ts'
import { media } from './media.ts'
import { displayList } from './display-list.ts'
import { displayMasters } from './display-masters.ts'
import { playlists } from './playlists.ts'
import { plays } from './plays.ts'
import { schedules } from './schedules.ts'
import { showSets } from './show-sets.ts'
import { shows } from './shows.ts'
import { slideTemplates } from './slide-templates.ts'
import { timelines } from './timelines.ts'
import { printing } from './printing.ts'
import { productFiles } from './product-files.ts'
import { aliases, products } from './products.ts'
import { promotions } from './promotions.ts'
import { roles } from './roles.ts'
import { samples } from './samples.ts'
import { scripts } from './scripts.ts'
import { search } from './search.ts'
import { secondCodes } from './second-codes.ts'
import { secondFactor } from './second-factor.ts'
import { sensors } from './sensors.ts'
import { servers } from './servers.ts'
import { session } from './session.ts'
import { settings } from './settings.ts'
import { statusCheck } from './status-check.ts'
import { software } from './software.ts'
import { storeMoves } from './store-moves.ts'
import { stores } from './stores.ts'
import { tagControl } from './tag-control.ts'
import { tagHistory } from './tag-history.ts'
import { tagLifecycle } from './tag-lifecycle.ts'
import { tagList } from './tag-list.ts'
import { tags } from './tags.ts'
import { tasks } from './tasks.ts'
import { today } from './today.ts'
import { tokens } from './tokens.ts'
import { updates } from './updates.ts'
import { webhooks } from './webhooks.ts'

export const contract = {
  search,
  session,
  members,
  roles,
  secondFactor,
  oidc,
  stores,
  storeMoves,
  gateways,
  accessPoints,
  bridges,
  tags,
  tagControl,
  statusCheck,
  tagHistory,
  tagLifecycle,
  samples,
  tagList,
  sensors,
  products,
  families,
  secondCodes,
  promotions,
  aliases,
  layouts,
  productFiles,
  papers,
  player,
  displays,
  media,
  slideTemplates,
  schedules,
  contents,
  brand,
  shows,
  showSets,
  timelines,
  displayList,
  displayMasters,
  playlists,
  plays,
  printing,
  tasks,
  updates,
  alarms,
  notifications,
  servers,
  map,
  dashboard,
  today,
  exceptions,
  downloads,
  settings,
  apps,
  software,
  scripts,
  audit,
  webhooks,
  tokens,
}
export type Contract = typeof contract
