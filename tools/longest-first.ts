/** The order of test files: those that take longest begin first, so that the last minutes of a run are not spent waiting for one of them. */
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * By their times on two processors. The other files go by their size, which says little of how long they wait. Those of the unit tier fill the
 * time in which the database of domain tests is made.
 */
export const longest = [
  'server/src/platform/db/embedded.unit.test.ts',
  'server/src/catalogue/scripts/escape.unit.test.ts',
  'label/src/inspect.test.ts',
  'label/src/legible.test.ts',
  'e2e/reliability.e2e.ts',
  'e2e/start.e2e.ts',
  'e2e/languages.e2e.ts',
  'e2e/notifications.e2e.ts',
  'e2e/map.e2e.ts',
  'e2e/data-folder.e2e.ts',
  'e2e/roaming.e2e.ts',
  'e2e/sensors.e2e.ts',
  'e2e/software.e2e.ts',
  'e2e/campaign.e2e.ts',
  'e2e/faults.e2e.ts',
  'e2e/two-servers.e2e.ts',
  'e2e/gateways.e2e.ts',
  'e2e/player.e2e.ts',
  'e2e/product-files.e2e.ts',
  'e2e/layouts.e2e.ts',
  'e2e/hostile-access-points.e2e.ts',
  'e2e/trmnl.e2e.ts',
  'e2e/tag-operations.e2e.ts',
  'e2e/servers.e2e.ts',
  'e2e/updates.e2e.ts',
  'e2e/promotions.e2e.ts',
  'e2e/signage-devices.e2e.ts',
  'e2e/papers.e2e.ts',
  'e2e/backup.e2e.ts',
  'e2e/alarms.e2e.ts',
] as const

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the runner's own, which answers a new list
    const rest = await super.sort(files)
    const place = ({ moduleId }: TestSpecification) => {
      const file = relative(this.ctx.config.root, moduleId).replaceAll('\\', '/')
      const index = longest.findIndex((one) => one === file)
      return index === -1 ? longest.length : index
    }
    return rest.toSorted((a, b) => place(a) - place(b))
  }
}
