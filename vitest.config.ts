import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** These stop and start PostgreSQL themselves: they need one laid in place (scripts/postgres.mjs), not just an address. */
const onOwnServer = ['test/**/*.postgres.test.ts']
const onDatabase = ['server/**/*.api.test.ts', 'server/**/*.db.test.ts', 'test/**/*.db.test.ts']

const patience = {
  // Far above what any test takes, for what runs beside it on a busy machine.
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // Once more on a machine that is not one's own; scripts/suites.mjs names what passed only then.
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
          include: ['{contract,server,demo,reader,scripts,test,bench}/**/*.test.ts'],
          exclude: [...onDatabase, ...onOwnServer],
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
        // Runs on the embedded engine, or on the server that TEST_DATABASE_URL names; `npm test` does both.
        test: {
          ...patience,
          name: 'database',
          environment: 'node',
          include: process.env.TEST_POSTGRES_FOLDER ? [...onDatabase, ...onOwnServer] : onDatabase,
        },
      },
      {
        // No test: what `npm run release:fixture` runs.
        test: { name: 'release', environment: 'node', include: ['test/releases/make-release.ts'] },
      },
    ],
  },
})
