/**
 * `npm run bench:billing` lets 40 simulated customers live a year and compares every invoice with the ledger, once for
 * each seed: `npm run bench:billing -- --seeds 1,2,3 --customers 40 --days 365`.
 */
import process from 'node:process'
import { parseArgs } from 'node:util'
import { runVitest } from './run-vitest.ts'

const { values } = parseArgs({
  options: {
    customers: { type: 'string', default: '40' },
    days: { type: 'string', default: '365' },
    seeds: { type: 'string', default: '1' },
  },
})

for (const seed of values.seeds.split(',')) {
  process.env.RECTO_SIMULATED_CUSTOMERS = values.customers
  process.env.RECTO_SIMULATED_DAYS = values.days
  process.env.RECTO_SIMULATED_SEED = seed
  const code = await runVitest({ args: ['apps/server/src/features/billing/year.test.ts'] })
  if (code !== 0) process.exitCode = code
}
