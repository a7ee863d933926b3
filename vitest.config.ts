import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { journeyMs, patienceMs } from './e2e/patience.ts'
import { LongestFirst } from './tools/longest-first.ts'
import { patienceMs as shortPatienceMs } from './tools/patience.ts'

/** Of each three files one waits, for a database, a lease, a patience of the server; a processor that is left free would wait with it. */
const concurrentFiles = Math.ceil(1.5 * availableParallelism())
/** Journeys wait more than they compute: for leases that end, mails that are due, a browser. */
const concurrentJourneys = 6
/** Screens that one journey walks side by side. */
const concurrentScreens = 3
/** Tests but for journeys. */
const patient = { testTimeout: 5 * shortPatienceMs, hookTimeout: 5 * shortPatienceMs, expect: { poll: { timeout: shortPatienceMs } } }
/** What asks much of the processor and the same of every database runs on the embedded one, which is everywhere. */
const onlyEmbedded = [
  'server/src/platform/decoders/hostile-files.test.ts',
  'server/src/paper/printing/print-document.test.ts',
  'server/src/chain/backup/hostile-backup.test.ts',
  'server/src/catalogue/product-files/bad-files.test.ts',
  'server/src/catalogue/scripts/decorator.test.ts',
  'server/src/catalogue/scripts/third-party.test.ts',
]
/**
 * What else runs on the embedded database where PostgreSQL is installed: what depends on how a database behaves, such as files that are taken
 * in beside other work, transactions that wait for one another, and one connection for all; and something of each part. Of the others every
 * statement is tried there (docs/decisions/0022-which-tests-run-on-both-databases.md).
 */
const onBoth = [
  'server/src/{at-rest,list-statements,specified-payloads}.test.ts',
  'server/src/platform/{blobs,db,secrets}/*.test.ts',
  'server/src/catalogue/product-files/{dead-imports,inbox,large-upload,refused-upload}.test.ts',
  'server/src/catalogue/products/{products,products-of-stores}.test.ts',
  'server/src/chain/backup/*.test.ts',
  'server/src/chain/servers/*.test.ts',
  'server/src/delivery/engine/!(*-rules).test.ts',
  'server/src/labels/tags/*.test.ts',
  'server/src/overviews/*/!(*.plan).test.ts',
  'server/src/paper/**/*.test.ts',
  'server/src/people/members/members.test.ts',
  'server/src/people/session/!(*-rules|signing-in).test.ts',
  'server/src/signage/displays/*.test.ts',
]
/** What takes long on the embedded database, one statement after the other, and says the same on both: on PostgreSQL alone where it is installed. */
const long = [
  'server/src/people/alarms/alarm-settings.test.ts',
  'server/src/people/alarms/alarms.test.ts',
  'server/src/contract.test.ts',
  'server/src/overviews/dashboard/counters.test.ts',
  'server/src/overviews/downloads/downloads.test.ts',
  'server/src/overviews/search/search.test.ts',
  'server/src/overviews/search/search.plan.test.ts',
  'server/src/overviews/today/today.test.ts',
  'server/src/delivery/engine/cancel.test.ts',
  'server/src/delivery/engine/delivered.test.ts',
  'server/src/delivery/engine/doubt.test.ts',
  'server/src/delivery/engine/expected.test.ts',
  'server/src/delivery/engine/gateways.test.ts',
  'server/src/delivery/engine/glass.test.ts',
  'server/src/delivery/engine/stray.test.ts',
  'server/src/delivery/plans.test.ts',
  'server/src/foreign-store.test.ts',
  'server/src/chain/gateways/gateways.test.ts',
  'server/src/chain/servers/servers.test.ts',
  'server/src/chain/gateways/requests.test.ts',
  'server/src/hostile.test.ts',
  'server/src/sentences.test.ts',
  'server/src/paper/papers/papers.test.ts',
  'server/src/platform/db/hostile-filters.test.ts',
  'server/src/labels/layouts/checks.test.ts',
  'server/src/labels/layouts/layouts.test.ts',
  'server/src/labels/layouts/other-panels.test.ts',
  'server/src/labels/layouts/rules.test.ts',
  'server/src/people/notifications/notifications.test.ts',
  'server/src/signage/display-api/player.test.ts',
  'server/src/signage/contents/contents.test.ts',
  'server/src/signage/media/media.test.ts',
  'server/src/labels/promotions/promotions.test.ts',
  'server/src/overviews/push/push.test.ts',
  'server/src/chain/sensors/sensors.test.ts',
  'server/src/people/session/session.test.ts',
  'server/src/settings/server-config.test.ts',
  'server/src/chain/software/rollouts.test.ts',
  'server/src/labels/status-check/status-check.test.ts',
  'server/src/labels/store-moves/store-moves.test.ts',
  'server/src/chain/stores/stores.test.ts',
  'server/src/labels/tag-control/tag-control.test.ts',
  'server/src/labels/tag-history/tag-history.test.ts',
  'server/src/people/webhooks/webhooks.test.ts',
]
const postgres = existsSync('/usr/lib/postgresql')
/** `npm run check` asks each of the shorter files once: of PostgreSQL where it is installed, which is quicker. */
const onPostgresOnly = postgres && process.env.ENDCAP_CHECK !== undefined
const besideDomain = ['server/src/**/*.unit.test.ts', '**/node_modules/**']
const domain = {
  include: ['server/src/**/*.test.ts'],
  globalSetup: ['server/src/testing/global-setup.ts'],
  // Each file has a database of its own; reading the whole server anew for each would take a third of the time.
  isolate: false,
  ...patient,
}

/** Test tiers (docs/testing.md). `domain` and `domain-postgres` are the same files but for a few on the embedded database and on a PostgreSQL server. */
export default defineConfig({
  test: {
    maxWorkers: concurrentFiles,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{contract,gateway-link,label,signage,player,bridge,fleet,tools,e2e,bench}/**/*.test.ts',
            'server/src/**/*.unit.test.ts',
          ],
          exclude: ['**/node_modules/**'],
          // A process for each file would take as long as many of them.
          isolate: false,
          ...patient,
        },
      },
      {
        extends: 'console/vite.config.ts',
        // The whole console is read once for all of them. The runner wants as many workers of every tier that is not isolated.
        test: {
          name: 'screen',
          include: ['console/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          isolate: false,
          maxWorkers: concurrentFiles,
          ...patient,
        },
      },
      {
        test: {
          name: 'domain',
          ...domain,
          ...(postgres && { include: onPostgresOnly ? onlyEmbedded : [...onlyEmbedded, ...onBoth] }),
          exclude: [...besideDomain, ...(postgres ? long : [])],
          env: { ENDCAP_TEST_DATABASE: 'embedded' },
        },
      },
      {
        test: {
          name: 'domain-postgres',
          ...domain,
          exclude: [...besideDomain, ...onlyEmbedded, ...(onPostgresOnly ? long : [])],
          env: { ENDCAP_TEST_DATABASE: 'postgres' },
        },
      },
      { test: { name: 'link', include: ['server/src/**/*.link.ts'], ...patient } },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          // A browser's driver and the whole contract are read once for all of them.
          isolate: false,
          testTimeout: journeyMs,
          hookTimeout: journeyMs,
          maxWorkers: concurrentJourneys,
          maxConcurrency: concurrentScreens,
          expect: { poll: { timeout: patienceMs } },
        },
      },
    ],
  },
})
