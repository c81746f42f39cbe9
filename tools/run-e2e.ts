/** `npm run e2e`: the stories in a real browser. Arguments go on to Vitest, such as a file's name. */
import process from 'node:process'
import { runVitest } from './run-vitest.ts'

process.exitCode = await runVitest({
  config: 'vitest.e2e.config.ts',
  given: process.argv.slice(2),
})
