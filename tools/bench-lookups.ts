/**
 * `npm run bench:lookups` matches mentions of generated suppliers to a lookup table and prints how many rows were
 * right, wrong or left open, once for each seed. The weights were chosen with `--wordings fitting`; the figures are
 * those of other words: `npm run bench:lookups -- --seeds 11,12 --suppliers 5000 --mentions 5000`.
 *
 * `--rows 1000000` measures instead how long values take to be matched to a table of so many rows, in a new
 * installation, or in one in DIR: `--keep DIR` fills it, and `--filled` uses its table as it is.
 */
import process from 'node:process'
import { parseArgs } from 'node:util'
import { measureSpeed } from './bench-lookups/measure-speed.ts'
import { runVitest } from './run-vitest.ts'

const { values } = parseArgs({
  options: {
    filled: { type: 'boolean', default: false },
    keep: { type: 'string' },
    mentions: { type: 'string', default: '5000' },
    rows: { type: 'string' },
    samples: { type: 'string', default: '100' },
    seeds: { type: 'string', default: '11,12' },
    suppliers: { type: 'string', default: '5000' },
    wordings: { type: 'string', default: 'judging' },
  },
})

if (values.rows === undefined) await measureQuality()
else {
  await measureSpeed({
    rows: Number(values.rows),
    samples: Number(values.samples),
    keep: values.keep,
    isFilled: values.filled,
    print: (line) => process.stderr.write(`${line}\n`),
  })
}

async function measureQuality(): Promise<void> {
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
}
