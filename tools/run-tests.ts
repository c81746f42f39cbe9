/**
 * `npm test` runs all tests except the browser tests; `npm run e2e` runs the browser tests with `--e2e`. Other
 * arguments, such as a file name, are passed on to Vitest.
 */
import process from 'node:process'
import { runVitest } from './run-vitest.ts'

const [first, ...rest] = process.argv.slice(2)
process.exitCode = await (first === '--e2e'
  ? runVitest({ config: 'vitest.e2e.config.ts', args: rest })
  : runVitest({ args: process.argv.slice(2) }))
