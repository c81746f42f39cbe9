/**
 * `npm run faults`: injects faults and measures what happens to callers and their documents.
 *
 *   node tools/faults.ts [NAME …] [--times N] [--seconds N] [--callers N] [--documents N]
 *     [--json FILE]
 *
 * Injects each fault, or only the named ones, into a new installation under load. Fails if anything is lost,
 * duplicated or paid for twice without need, or if callers wait longer than allowed.
 */
import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { faults } from '../apps/server/src/entry/testing/faults/catalogue.ts'
import type { Fault } from '../apps/server/src/entry/testing/faults/fault.ts'
import { table } from './bench/figures.ts'
import { headings, rowOf } from './faults/row-of.ts'
import { type Report, runFault } from './faults/run-fault.ts'

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
const unknownNames = names.filter((name) => !(name in all))
if (unknownNames.length > 0) {
  throw new Error(`No such fault: ${unknownNames}. There are: ${Object.keys(all)}.`)
}

const print = (line: string) => process.stderr.write(`${line}\n`)
const loadBefore = loadavg()
const reports: Record<string, Report> = {}
for (const name of names) {
  print(`— ${name}`)
  const fault = all[name] as Fault
  reports[name] = await runFault(fault, {
    callers: Number(options.callers),
    times: Number(options.times ?? fault.usual.times),
    seconds: Number(options.seconds ?? fault.usual.seconds),
    documents: options.documents === undefined ? undefined : Number(options.documents),
    print,
  })
  for (const complaint of reports[name].complaints.slice(0, 20)) print(`  ${complaint}`)
}

const machine = {
  measuredAt: new Date().toISOString(),
  cores: cpus().length,
  processor: cpus()[0]?.model,
  node: process.version,
  loadAverage: { before: loadBefore, after: loadavg() },
}
const load = loadBefore.map((one) => one.toFixed(1)).join(', ')
console.log(
  `\n${machine.cores} cores, Node ${machine.node}, ${options.callers} callers, load average before: ${load}\n`,
)
console.log(table([headings, ...Object.entries(reports).map(([name, one]) => rowOf(name, one))]))
if (options.json) {
  await writeFile(options.json, `${JSON.stringify({ machine, options, reports }, null, 2)}\n`)
}
if (Object.values(reports).some(({ complaints }) => complaints.length > 0)) process.exitCode = 1
