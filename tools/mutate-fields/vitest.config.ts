import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['apps/server/src/testing/start-postgres.ts'],
    include: ['tools/mutate-fields/run-mutants.ts'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    hookTimeout: 180_000,
  },
})
