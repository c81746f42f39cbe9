import process from 'node:process'
import { defineConfig } from 'vitest/config'
import { reportersOf } from './tools/force-exit-reporter.ts'

export default defineConfig({
  test: {
    reporters: reportersOf(process.env),
    include: ['apps/e2e/src/**/*.e2e.ts'],
    globalSetup: ['apps/e2e/src/testing/prepare-data.ts'],
    testTimeout: 400_000,
    hookTimeout: 480_000,
    expect: { poll: { timeout: 90_000 } },
    // Only one product and one browser run at a time, because the tests share two cores.
    fileParallelism: false,
  },
})
