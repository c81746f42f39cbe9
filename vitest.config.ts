import process from 'node:process'
import { defineConfig } from 'vitest/config'
import { reportersOf } from './tools/force-exit-reporter.ts'

/** Only a failing test takes this long. A busy machine may need more than ten times as long as an idle one. */
const timeouts = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
}
/** Node runs TypeScript itself; transforming every file for every worker would take a third of the time. */
const nativeModules = { viteModuleRunner: false, nodeLoader: false }
const testFiles = [
  'packages/*/src/**/*.test.ts',
  'apps/{server,e2e}/src/**/*.test.ts',
  'tools/**/*.test.ts',
]
/**
 * Tests that start copies of the product, disturb or measure their own process, or load large models. Each of these
 * files gets a process of its own, in which it loads every import again; that takes seconds of processor time.
 */
const isolatedFiles = [
  'apps/server/src/entry/{apart,faults,full-disk,graceful-stop,growth,kill-everything}.test.ts',
  'apps/server/src/entry/{improvement-kills,line-table-kills,lookup-kills,mailbox-kills,odd-databases,several-processes,start,studio-kills,takeover,tracing}.test.ts',
  'apps/server/src/entry/{extract,process}/**/*.test.ts',
  'apps/server/src/platform/{compute,db/embedded,lock}/**/*.test.ts',
  'apps/server/src/platform/work/**/*.test.ts',
  'packages/*/src/growth.test.ts',
  'packages/document-reader/src/{fuzz-reader,open-reader-scans,open-reader-scripts}.test.ts',
  'packages/document-reader/src/pdf/{hostile-pdfs,pdfium/cap-wasm-memory}.test.ts',
  'packages/document-reader/src/ocr/{open-ocr,recognise-page,marks/erase-boxes}.test.ts',
  'packages/document-reader/src/ocr/paddle/{open-paddle,recut-line,models/own-models}.test.ts',
  'packages/document-reader/src/ocr/tesseract/open-tesseract.test.ts',
  'packages/document-reader/src/workers/**/*.test.ts',
  'packages/testkit/src/canned-model-server.test.ts',
  'tools/bench/*.test.ts',
  'tools/{bootstrap,import-rules}.test.ts',
]

export default defineConfig({
  test: {
    reporters: reportersOf(process.env),
    globalSetup: ['apps/server/src/testing/start-postgres.ts'],
    maxWorkers: 3,
    // The garbage collector runs less often with room for young objects: a server's tests need a twelfth less of the processor.
    execArgv: ['--max-semi-space-size=64'],
    projects: [
      {
        test: {
          ...timeouts,
          name: 'node',
          experimental: nativeModules,
          include: isolatedFiles,
          // Limits the tests of one file that declare themselves concurrent; they mostly wait.
          maxConcurrency: 3,
        },
      },
      {
        test: {
          ...timeouts,
          // All other tests of the server, the packages and the tools: their files share each worker.
          name: 'modules',
          experimental: nativeModules,
          include: testFiles,
          exclude: isolatedFiles,
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
