/** `npm test`: every test but the browser stories. Arguments go on to Vitest, such as a file's name. */
import process from 'node:process'
import { runVitest } from './run-vitest.ts'

process.exitCode = await runVitest({ given: process.argv.slice(2) })
