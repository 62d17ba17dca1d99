import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const onDatabase = ['server/**/*.api.test.ts', 'server/**/*.db.test.ts', 'test/**/*.db.test.ts']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{contract,server,scripts,test,bench}/**/*.test.ts'],
          exclude: onDatabase,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['web/**/*.test.{ts,tsx}'],
        },
      },
      {
        // Runs on the embedded engine, or on the server that TEST_DATABASE_URL names; `npm test` does both.
        test: {
          name: 'database',
          environment: 'node',
          include: onDatabase,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
