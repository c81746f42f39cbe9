/**
 * `npm run faults`: what becomes of callers and of their documents when something breaks.
 *
 *   node tools/faults.ts [NAME …] [--times N] [--seconds N] [--callers N] [--documents N]
 *     [--json FILE]
 *
 * Lets one fault after the other happen to a new installation while callers are at work, all of them unless some are
 * named, and fails when anything is lost, doubled, or paid again for nothing, or when callers are held up for longer
 * than they may be.
 */
import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { faults } from '../apps/server/src/entry/testing/faults/catalogue.ts'
import type { Fault } from '../apps/server/src/entry/testing/faults/fault.ts'
import { table } from './bench/table.ts'
import { headings, rowOf } from './faults/row-of.ts'
import { type Report, tellFault } from './faults/tell-fault.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    callers: { type: 'string', default: '16' },
    documents: { type: 'string' },
    json: { type: 'string' },
    seconds: { type: 'string' },
    times: { type: 'string' },
  },
})
const all: Readonly<Record<string, Fault>> = faults
const names = positionals.length > 0 ? positionals : Object.keys(all)
const unknown = names.filter((name) => !(name in all))
if (unknown.length > 0) {
  throw new Error(`No such fault: ${unknown}. There are: ${Object.keys(all)}.`)
}

const print = (line: string) => process.stderr.write(`${line}\n`)
const before = loadavg()
const reports: Record<string, Report> = {}
for (const name of names) {
  print(`— ${name}`)
  const fault = all[name] as Fault
  reports[name] = await tellFault(fault, {
    callers: Number(options.callers),
    times: Number(options.times ?? fault.usual.times),
    seconds: Number(options.seconds ?? fault.usual.seconds),
    documents: options.documents === undefined ? undefined : Number(options.documents),
    print,
  })
  for (const what of reports[name].broken.slice(0, 20)) print(`  ${what}`)
}

const machine = {
  measuredAt: new Date().toISOString(),
  cores: cpus().length,
  processor: cpus()[0]?.model,
  node: process.version,
  loadAverage: { before, after: loadavg() },
}
const load = before.map((one) => one.toFixed(1)).join(', ')
console.log(
  `\n${machine.cores} cores, Node ${machine.node}, ${options.callers} callers, load average before: ${load}\n`,
)
console.log(table([headings, ...Object.entries(reports).map(([name, one]) => rowOf(name, one))]))
if (options.json) {
  await writeFile(options.json, `${JSON.stringify({ machine, options, reports }, null, 2)}\n`)
}
if (Object.values(reports).some(({ broken }) => broken.length > 0)) process.exitCode = 1
