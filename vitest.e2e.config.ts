import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['apps/e2e/src/**/*.e2e.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // One product and one browser at a time: the stories share two cores.
    fileParallelism: false,
  },
})
