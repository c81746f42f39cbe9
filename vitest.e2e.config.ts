import process from 'node:process'
import { defineConfig } from 'vitest/config'
import { reportersOf } from './tools/end-in-time.ts'

export default defineConfig({
  test: {
    reporters: reportersOf(process.env),
    include: ['apps/e2e/src/**/*.e2e.ts'],
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 45_000 } },
    // One product and one browser at a time: the stories share two cores.
    fileParallelism: false,
  },
})
