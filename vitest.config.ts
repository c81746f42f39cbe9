import process from 'node:process'
import { defineConfig } from 'vitest/config'
import { reportersOf } from './tools/force-exit-reporter.ts'

/** Only a failing test takes this long. A busy machine may need many times as long as an idle one. */
const timeouts = {
  testTimeout: 90_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 45_000 } },
}
/** Node runs TypeScript itself; transforming every file for every worker would take a third of the time. */
const nativeModules = { viteModuleRunner: false, nodeLoader: false }
/** Tests of packages and feature modules that start no processes, so that their files can share one. */
const withinOneProcess = [
  'packages/{client,command-line,contract,document-text,extraction,omit-undefined,providers}/src/**/*.test.ts',
  'packages/document-reader/src/{embedded,markup,office,typeset,words}/**/*.test.ts',
  'apps/server/src/features/**/*.test.ts',
  'tools/{catalog,expressions,field-documents,language,licences,lockfile,samples,state}/**/*.test.ts',
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
          // Limits the tests of one file that declare themselves concurrent; they mostly wait.
          maxConcurrency: 3,
        },
      },
      {
        test: {
          ...timeouts,
          // The feature modules and the packages that start no processes: their files share each worker.
          name: 'modules',
          experimental: nativeModules,
          include: withinOneProcess,
          // Loading every import again for each file would take a quarter of the time.
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
