import process from 'node:process'
import { defineConfig } from 'vitest/config'
import { reportersOf } from './tools/end-in-time.ts'

export default defineConfig({
  test: {
    reporters: reportersOf(process.env),
    projects: [
      {
        test: {
          name: 'node',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/server/src/**/*.test.ts',
            'apps/e2e/src/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          globalSetup: ['apps/server/src/testing/start-postgres.ts'],
          // Of the stories in one file that say they may run beside each other: they mostly wait.
          maxConcurrency: 3,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // Stories of several processes can miss their moment where others keep the machine busy; the report names
          // whoever needed the second try.
          retry: process.env.CI ? 1 : 0,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['apps/web/src/testing/set-up.ts'],
          testTimeout: 30_000,
        },
      },
    ],
    maxWorkers: 3,
  },
})
