/** What scripts are told of a display. */
import type { DisplayFacts } from '../../catalogue/scripts/decorate-display.ts'
import type { DeviceRow } from './player.queries.ts'

export const factsOf = (row: DeviceRow): DisplayFacts => ({
  mac: row.mac,
  name: row.name,
  model: row.model,
  template: row.template_id ?? '',
  width: row.screen_width,
  height: row.screen_height,
})
