import process from 'node:process'
import { defineConfig } from 'vitest/config'
import { reportersOf } from './tools/end-in-time.ts'

export default defineConfig({
  test: {
    reporters: reportersOf(process.env),
    include: ['apps/e2e/src/**/*.e2e.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    // One product and one browser at a time: the stories share two cores.
    fileParallelism: false,
  },
})
