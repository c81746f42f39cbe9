/**
 * Measures the requests of the usage and metrics pages when many model calls are stored.
 *
 *   node tools/bench-usage.ts [--calls N] [--executions N] [--keep DIR] [--filled]
 *
 * Fills a new installation in DIR with N model calls (default 10,000,000) of N executions (default 100,000) in the
 * last ninety days, aggregates them once, and measures each request. `--filled` uses the installation in DIR as it is.
 */
import { loadavg } from 'node:os'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { startCannedModel } from '../apps/server/src/entry/testing/canned-model-process.ts'
import { quantile, table } from './bench/figures.ts'
import { fillInstallation, startInFolder } from './bench/measure-history.ts'
import { fillUsage } from './bench/usage/fill-usage.ts'

const { values: options } = parseArgs({
  options: {
    calls: { type: 'string', default: '10000000' },
    executions: { type: 'string', default: '100000' },
    keep: { type: 'string' },
    filled: { type: 'boolean', default: false },
  },
})
const print = (line: string) => process.stderr.write(`${line}\n`)
const samples = 40

await using cleaning = new AsyncDisposableStack()
const { product, admin } = await startInFolder(options.keep, cleaning)

if (!options.filled) {
  const replyModule = new URL('../apps/server/src/entry/testing/orders.ts', import.meta.url)
  const model = await startCannedModel({ latencyMs: 0, replyModule })
  cleaning.defer(() => model.stop())
  const executions = Number(options.executions)
  await fillInstallation({ product, admin, executions, modelUrl: model.url, print })
  await fillUsage({ databaseUrl: await product.databaseUrl(), calls: Number(options.calls), print })
}

const day = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const queries: Readonly<Record<string, string>> = {
  'usage of 30 days': 'metrics/used/',
  'usage of 90 days': `metrics/used/?start_date=${day(89)}`,
  'usage of one day': `metrics/used/?start_date=${day(1)}&end_date=${day(1)}`,
  'usage as a file, 30 days': 'metrics/used/export/',
  'the budget': 'usage/budget/',
  'metrics of 30 days': `metrics/series/?source=daily&start_date=${day(29)}T00:00:00Z`,
  'metrics of 90 days': `metrics/series/?source=daily&start_date=${day(89)}T00:00:00Z`,
}

const milliseconds = async (path: string) => {
  const start = performance.now()
  const { status } = await admin.get(path)
  if (status !== 200) throw new Error(`${path} answered ${status}.`)
  return performance.now() - start
}

print(`aggregated in ${((await milliseconds('metrics/used/')) / 1000).toFixed(1)} s`)
const rows: string[][] = []
for (const [name, path] of Object.entries(queries)) {
  const times: number[] = []
  for (let i = 0; i < samples; i++) times.push(await milliseconds(path))
  rows.push([name, quantile(times, 0.5).toFixed(1), quantile(times, 0.95).toFixed(1)])
}
console.log(`load average ${loadavg()[0]?.toFixed(1)}\n`)
console.log(table([['call', 'half, ms', 'p95, ms'], ...rows]))
