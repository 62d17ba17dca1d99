import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { languages } from './tools/scripts/languages.ts'
import { SLOW_GROUPS, slowFiles } from './tools/scripts/slow-tests.mjs'

/** These tests stop and start PostgreSQL themselves: they need a provisioned one (tools/scripts/postgres.mjs), not just a URL. */
const onOwnServer = ['test/**/*.postgres.test.ts']
const engineTests = ['{server,test}/**/*.db.test.ts']
const apiTests = ['{server,test}/**/*.api.test.ts']
const slowEmbedded = Object.values(SLOW_GROUPS).flatMap(({ embedded, files }) => (embedded ? files : []))
/** The files of a worker share their loaded modules: loading them in each file takes more time than short tests. */
const sharedModules = { isolate: false, setupFiles: ['test/undo-stubs.ts'] }

/** One journey per domain: the file with the domain's name, or the one listed here. */
const JOURNEYS: Record<string, string> = { mail: 'mail-retry', privacy: 'export', settings: 'site-branding' }
const journeys = readdirSync(new URL('server/domains', import.meta.url)).map(
  (domain) => `server/domains/${domain}/${JOURNEYS[domain] ?? domain}.api.test.ts`,
)

const patience = {
  // Far above the duration of any test, because other processes may keep the machine busy.
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
  // Retry once in CI; tools/scripts/suites.mjs lists tests that passed only on retry.
  retry: process.env.CI ? 1 : 0,
}

export default defineConfig({
  test: {
    // By default Vitest leaves one CPU free, half of a machine with two, but its main process is hardly busy.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          ...patience,
          ...sharedModules,
          name: 'unit',
          environment: 'node',
          // Each opening of an embedded database would optimize its code, which takes longer than these tests run it.
          execArgv: ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'],
          include: ['{contract,server,demo,packages,tools,test}/**/*.test.ts'],
          exclude: [...engineTests, ...apiTests, ...onOwnServer, ...slowFiles],
        },
      },
      {
        plugins: [languages(), react()],
        test: {
          ...patience,
          // Not shared: React and lazy modules hold on to the window of the file that loaded them. Loading happy-dom in each file
          // would take more than half of the time.
          pool: 'vmThreads',
          setupFiles: sharedModules.setupFiles,
          name: 'web',
          environment: 'happy-dom',
          include: ['web/**/*.test.{ts,tsx}'],
        },
      },
      {
        // All database tests: on the server of TEST_DATABASE_URL, otherwise on the embedded engine.
        test: {
          ...patience,
          ...sharedModules,
          name: 'database',
          environment: 'node',
          include: [...engineTests, ...apiTests, ...(process.env.TEST_POSTGRES_FOLDER ? onOwnServer : [])],
          exclude: slowFiles,
        },
      },
      {
        // The tests that `npm test` repeats on the embedded engine: locks, notifications, backup, maintenance, start, and a
        // journey per domain.
        test: {
          ...patience,
          ...sharedModules,
          name: 'embedded',
          environment: 'node',
          include: [...engineTests, ...journeys],
          exclude: slowFiles,
          env: { TEST_JOURNEYS_ONLY: 'true' },
        },
      },
      {
        // The tests of `npm run test:slow`; those on their own server need a provisioned PostgreSQL.
        test: {
          ...patience,
          name: 'slow',
          environment: 'node',
          include: slowFiles,
          exclude: process.env.TEST_POSTGRES_FOLDER ? [] : onOwnServer,
        },
      },
      {
        test: { ...patience, name: 'slow-embedded', environment: 'node', include: slowEmbedded },
      },
      {
        // Not a test: runs for `npm run release:fixture`.
        test: { name: 'release', environment: 'node', include: ['test/releases/make-release.ts'] },
      },
    ],
  },
})
