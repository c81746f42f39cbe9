/**
 * `npm run fuzz -- --minutes N`: sends what nobody would to every route, and mutated files to every reader, for
 * so long. What breaks something is printed with the seed that repeats it; it becomes a test of its own.
 */
import process from 'node:process'
import { parseArgs } from 'node:util'
import { runVitest } from './run-vitest.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
process.env.RECTO_FUZZ_MINUTES = values.minutes
process.exitCode = await runVitest({ given: ['fuzz-'] })
