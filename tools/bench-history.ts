/**
 * Measures how long lists take when many executions are stored.
 *
 *   node tools/bench-history.ts [--executions N] [--keep DIR] [--filled]
 *
 * Fills a new installation in DIR with N executions (default 1,000,000) and requests the first and the 1,000th
 * page of every list with every available filter and order. `--filled` uses the installation in DIR as it is.
 */
import { loadavg } from 'node:os'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { startCannedModel } from '../apps/server/src/entry/testing/canned-model-process.ts'
import { table } from './bench/figures.ts'
import { fillInstallation, measureLists, startInFolder } from './bench/measure-history.ts'

const { values: options } = parseArgs({
  options: {
    executions: { type: 'string', default: '1000000' },
    keep: { type: 'string' },
    filled: { type: 'boolean', default: false },
  },
})
const print = (line: string) => process.stderr.write(`${line}\n`)

await using cleaning = new AsyncDisposableStack()
const { product, admin } = await startInFolder(options.keep, cleaning)
const replyModule = new URL('../apps/server/src/entry/testing/orders.ts', import.meta.url)
const model = await startCannedModel({ latencyMs: 0, replyModule })
cleaning.defer(() => model.stop())

const executions = Number(options.executions)
if (!options.filled) {
  await fillInstallation({ product, admin, executions, modelUrl: model.url, print })
}
const times = await measureLists(admin)
const rows = times.map(({ list, firstPageMilliseconds, page1000Milliseconds, count }) => [
  list,
  firstPageMilliseconds.toFixed(1),
  page1000Milliseconds.toFixed(1),
  String(count),
])
console.log(`load average ${loadavg()[0]?.toFixed(1)}\n`)
console.log(table([['list', 'page 1, ms', 'page 1,000, ms', 'count'], ...rows]))
