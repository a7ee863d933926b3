import { defineConfig } from 'vitest/config'

/** Journeys wait more than they compute: for leases that end, mails that are due, a browser. */
const journeysAtOnce = 3
/** Screens that one journey walks side by side. */
const screensAtOnce = 3
/** How long a journey waits for what is to happen: the machine may be busy with other things. */
const patienceMs = 15_000
const slow = { testTimeout: 30_000, hookTimeout: 120_000 }
const domain = {
  include: ['server/src/**/*.test.ts'],
  exclude: ['server/src/**/*.unit.test.ts', '**/node_modules/**'],
  globalSetup: ['server/src/testing/global-setup.ts'],
  // Each file has a database of its own; reading the whole server anew for each would take a third of the time.
  isolate: false,
  ...slow,
}

/** Test tiers (docs/testing.md). `domain` and `domain-postgres` are the same files on the embedded database and on a PostgreSQL server. */
export default defineConfig({
  test: {
    // The runner would leave one core free, of two as of twenty.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,gateway-link,label,signage,player,fleet,tools}/**/*.test.ts', 'server/src/**/*.unit.test.ts'],
          exclude: ['**/node_modules/**'],
          testTimeout: 20_000,
        },
      },
      {
        extends: 'console/vite.config.ts',
        test: { name: 'screen', include: ['console/src/**/*.test.{ts,tsx}'], environment: 'happy-dom' },
      },
      { test: { name: 'domain', ...domain, env: { ENDCAP_TEST_DATABASE: 'embedded' } } },
      { test: { name: 'domain-postgres', ...domain, env: { ENDCAP_TEST_DATABASE: 'postgres' } } },
      { test: { name: 'link', include: ['server/src/**/*.link.ts'], ...slow } },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: journeysAtOnce,
          maxConcurrency: screensAtOnce,
          expect: { poll: { timeout: patienceMs } },
        },
      },
    ],
  },
})
