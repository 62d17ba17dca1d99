import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** These stop and start PostgreSQL themselves: they need one laid in place (tools/scripts/postgres.mjs), not just an address. */
const onOwnServer = ['test/**/*.postgres.test.ts']
const engineTests = ['server/**/*.db.test.ts', 'test/**/*.{api,db}.test.ts']
const apiTests = ['server/**/*.api.test.ts']
/** One journey through each domain: the file with the domain's name, or the one listed here. */
const JOURNEYS: Record<string, string> = { mail: 'mail-retry', privacy: 'export', settings: 'site-face' }
const journeys = readdirSync(new URL('server/domains', import.meta.url)).map(
  (domain) => `server/domains/${domain}/${JOURNEYS[domain] ?? domain}.api.test.ts`,
)

const patience = {
  // Far above what any test takes, for what runs beside it on a busy machine.
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // Once more on a machine that is not one's own; tools/scripts/suites.mjs names what passed only then.
  retry: process.env.CI ? 1 : 0,
}

export default defineConfig({
  test: {
    // Vitest would leave one processor to itself: on two, half of the machine. Its own process hardly works.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          ...patience,
          name: 'unit',
          environment: 'node',
          include: ['{contract,server,demo,reader,tools,test}/**/*.test.ts'],
          exclude: [...engineTests, ...apiTests, ...onOwnServer],
        },
      },
      {
        plugins: [react()],
        test: {
          ...patience,
          name: 'web',
          environment: 'happy-dom',
          include: ['web/**/*.test.{ts,tsx}'],
        },
      },
      {
        // Everything on a database: on the server that TEST_DATABASE_URL names, or else on the embedded engine.
        test: {
          ...patience,
          name: 'database',
          environment: 'node',
          include: [...engineTests, ...apiTests, ...(process.env.TEST_POSTGRES_FOLDER ? onOwnServer : [])],
        },
      },
      {
        // The part that `npm test` repeats on the embedded engine: locks, notices, backup, maintenance, start, and a journey a domain.
        test: {
          ...patience,
          name: 'embedded',
          environment: 'node',
          include: [...engineTests, ...journeys],
        },
      },
      {
        // No test: what `npm run release:fixture` runs.
        test: { name: 'release', environment: 'node', include: ['test/releases/make-release.ts'] },
      },
    ],
  },
})
