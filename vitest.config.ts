import process from 'node:process'
import { defineConfig } from 'vitest/config'
import { reportersOf } from './tools/end-in-time.ts'

/** Only what fails lasts as long: a machine that others keep busy may need many times what a quiet one does. */
const timeouts = {
  testTimeout: 90_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 45_000 } },
}
/** Node imports TypeScript itself. Transforming every file for every worker takes a third of the time. */
const nativeModules = { viteModuleRunner: false, nodeLoader: false }
/** Everything that has no processes of its own. */
const withinOneProcess = [
  'packages/{command-line,contract,extraction,providers}/src/**/*.test.ts',
  'apps/server/src/features/**/*.test.ts',
]

export default defineConfig({
  test: {
    reporters: reportersOf(process.env),
    globalSetup: ['apps/server/src/testing/start-postgres.ts'],
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...timeouts,
          name: 'node',
          experimental: nativeModules,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/server/src/**/*.test.ts',
            'apps/e2e/src/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          exclude: withinOneProcess,
          // Of the stories in one file that say they may run beside each other: they mostly wait.
          maxConcurrency: 3,
        },
      },
      {
        test: {
          ...timeouts,
          name: 'rooms',
          experimental: nativeModules,
          include: withinOneProcess,
          // To load everything anew for each file would take a quarter of the time.
          isolate: false,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['apps/web/src/testing/forget-modules.ts', 'apps/web/src/testing/set-up.ts'],
          isolate: false,
          ...timeouts,
        },
      },
    ],
  },
})
