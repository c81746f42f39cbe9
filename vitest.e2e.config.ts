import process from 'node:process'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { reportersOf } from './tools/force-exit-reporter.ts'

/** The stories of all pages take minutes each. If one of them began last, it would end alone. */
class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => /\/every-\w+\.e2e\.ts$/.test(moduleId)
    const sortedFiles = await super.sort(files)
    return sortedFiles.toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)))
  }
}

export default defineConfig({
  test: {
    reporters: reportersOf(process.env),
    include: ['apps/e2e/src/**/*.e2e.ts'],
    globalSetup: ['apps/e2e/src/testing/prepare-data.ts'],
    testTimeout: 400_000,
    hookTimeout: 480_000,
    expect: { poll: { timeout: 90_000 } },
    // Each file has a product and a browser of its own, and about half of its time it waits for one of them.
    maxWorkers: 2,
    sequence: { sequencer: SlowFilesFirst },
  },
})
