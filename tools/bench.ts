/**
 * `npm run bench`: what the product does on this machine.
 *
 *   node tools/bench.ts [--quick] [--kill] [--json FILE]
 *
 * Measures starts, sizes, memory and documents per second through an API deployment, then kills
 * everything again and again while documents run. `--kill` does only the latter, `--quick` less of both.
 */
import { writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { killEverything } from '../apps/server/src/entry/testing/kill-everything.ts'
import { measureProduct } from './bench/measure-product.ts'
import { presentKills, presentLoads, presentSizes } from './bench/present.ts'

const { values: options } = parseArgs({
  options: {
    json: { type: 'string' },
    kill: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
})

const tell = (line: string) => process.stderr.write(`${line}\n`)
const isQuick = options.quick
const before = loadavg()

const measured = options.kill ? undefined : await measureProduct({ isQuick, tell })
const size = isQuick ? { documents: 12, kills: 3 } : { documents: 50, kills: 10 }
const kills = await killEverything({ ...size, latencyMs: 150, print: tell })

const machine = {
  measuredAt: new Date().toISOString(),
  cores: cpus().length,
  processor: cpus()[0]?.model,
  memoryMegabytes: Math.round(totalmem() / 1024 / 1024),
  node: process.version,
  loadAverage: { before, after: loadavg() },
}
const load = before.map((one) => one.toFixed(1)).join(', ')
console.log(`\n${machine.cores} cores, Node ${machine.node}, load average before: ${load}\n`)
if (measured) console.log(`${presentLoads(measured)}\n\n${presentSizes(measured)}\n`)
console.log(presentKills(kills))
if (options.json) {
  await writeFile(options.json, `${JSON.stringify({ machine, ...measured, kills }, null, 2)}\n`)
}

const { askedAfterKept, askedTwiceInOneLife, neverKept } = kills.calls
const broken = [kills.wrong, kills.twice, askedAfterKept, askedTwiceInOneLife, neverKept].flat()
if (broken.length > 0 || kills.results !== kills.documents) {
  tell(`\nA document or a paid call was lost:\n${broken.join('\n')}`)
  process.exitCode = 1
}
