/**
 * `npm run fuzz -- --minutes N`: sends malformed requests to every route and mutated files to every reader.
 * A failure is printed with the seed that reproduces it; add a regression test for it.
 */
import process from 'node:process'
import { parseArgs } from 'node:util'
import { runVitest } from './run-vitest.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
process.env.RECTO_FUZZ_MINUTES = values.minutes
process.exitCode = await runVitest({ args: ['fuzz-'] })
