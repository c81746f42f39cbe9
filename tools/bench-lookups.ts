/**
 * `npm run bench:lookups` matches mentions of generated suppliers to a lookup table and prints how many rows were
 * right, wrong or left open, once for each seed. The weights were chosen with `--wordings fitting`; the figures are
 * those of other words: `npm run bench:lookups -- --seeds 11,12 --suppliers 5000 --mentions 5000`.
 */
import process from 'node:process'
import { parseArgs } from 'node:util'
import { runVitest } from './run-vitest.ts'

const { values } = parseArgs({
  options: {
    mentions: { type: 'string', default: '5000' },
    seeds: { type: 'string', default: '11,12' },
    suppliers: { type: 'string', default: '5000' },
    wordings: { type: 'string', default: 'judging' },
  },
})

process.env.RECTO_LOOKUP_FIGURES = 'true'
process.env.RECTO_LOOKUP_MENTIONS = values.mentions
process.env.RECTO_LOOKUP_SUPPLIERS = values.suppliers
process.env.RECTO_LOOKUP_WORDINGS = values.wordings
for (const seed of values.seeds.split(',')) {
  process.env.RECTO_LOOKUP_SEED = seed
  const code = await runVitest({
    args: ['apps/server/src/features/lookups/matching/matching-quality.test.ts'],
  })
  if (code !== 0) process.exitCode = code
}
