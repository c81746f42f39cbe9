/**
 * `npm run bench`: measures the product on this machine.
 *
 *   node tools/bench.ts [--only PART,PART] [--data DIR] [--quick] [--kills N] [--seed N]
 *     [--json FILE]
 *
 * Measures each part on a new installation. Fails if a result is wrong, or if a document or a paid call is lost.
 * `--quick` uses smaller sizes. `--data` sends the documents of a folder instead of the generated ones.
 */
import { writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { measureArrivals } from './bench/arrivals/measure-arrivals.ts'
import { measureAsynchronous } from './bench/asynchronous/measure-asynchronous.ts'
import { measureBacklog } from './bench/backlog/measure-backlog.ts'
import { measureConversations } from './bench/conversations/measure-conversations.ts'
import { openDocuments } from './bench/documents/bench-documents.ts'
import { fairnessCases, measureFairness } from './bench/fairness/measure-fairness.ts'
import { measureFolder } from './bench/folder/measure-folder.ts'
import { measureHardening } from './bench/hardening/measure-hardening.ts'
import { measureWithHistory } from './bench/history.ts'
import { measureHostile } from './bench/hostile/measure-hostile.ts'
import { measureIdle } from './bench/idle/measure-idle.ts'
import { measureEmbeddedOnOff } from './bench/invoices/measure-embedded-on-off.ts'
import { measureInvoices } from './bench/invoices/measure-invoices.ts'
import { killScenarios, measureKills } from './bench/kills/measure-kills.ts'
import { measureLargeRun } from './bench/large-run/measure-large-run.ts'
import { measureListing } from './bench/listing/measure-listing.ts'
import { measureLoads } from './bench/loads/measure-loads.ts'
import type { Part, PartOptions, PartReport } from './bench/part.ts'
import { measurePrompts } from './bench/prompts/measure-prompts.ts'
import { measureQueue } from './bench/queue/measure-queue.ts'
import { measureSockets } from './bench/sockets/measure-sockets.ts'
import { measureStudio } from './bench/studio/measure-studio.ts'
import { measureUsage } from './bench/usage/measure-usage.ts'
import { measureRunOnWorkers } from './bench/workers/measure-run-on-workers.ts'
import { measureWorkers } from './bench/workers/measure-workers.ts'

const parts: Readonly<Record<string, Part>> = {
  idle: measureIdle,
  loads: measureLoads,
  invoices: measureInvoices,
  'embedded-on-off': measureEmbeddedOnOff,
  prompts: measurePrompts,
  studio: measureStudio,
  sockets: measureSockets,
  async: measureAsynchronous,
  fairness: measureFairness,
  workers: measureWorkers,
  'run-on-workers': measureRunOnWorkers,
  queue: measureQueue,
  backlog: measureBacklog,
  'large-run': measureLargeRun,
  listing: measureListing,
  usage: measureUsage,
  folder: measureFolder,
  arrivals: measureArrivals,
  conversations: measureConversations,
  history: measureWithHistory,
  hostile: measureHostile,
  hardening: measureHardening,
  kills: measureKills,
}
/** All parts, including subparts that are measured only when named. */
const byName: Readonly<Record<string, Part>> = { ...parts, ...killScenarios, ...fairnessCases }

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    json: { type: 'string' },
    kills: { type: 'string' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
})
const names = options.only?.split(',') ?? Object.keys(parts)
const unknownNames = names.filter((name) => !(name in byName))
if (unknownNames.length > 0) {
  throw new Error(`No such part: ${unknownNames}. There are: ${Object.keys(byName)}.`)
}

const print = (line: string) => process.stderr.write(`${line}\n`)
const isQuick = options.quick
const kills = Number(options.kills ?? (isQuick ? 3 : 10))
const seed = Number(options.seed)
const documents = await openDocuments(options.data)
const loadBefore = loadavg()

const reports: Record<string, PartReport> = {}
for (const name of names) {
  print(`— ${name}`)
  reports[name] = await reportOf(byName[name] as Part, { documents, isQuick, kills, seed, print })
}

const machine = {
  measuredAt: new Date().toISOString(),
  cores: cpus().length,
  processor: cpus()[0]?.model,
  memoryMegabytes: Math.round(totalmem() / 1024 / 1024),
  node: process.version,
  loadAverage: { before: loadBefore, after: loadavg() },
}
const load = loadBefore.map((one) => one.toFixed(1)).join(', ')
console.log(`\n${machine.cores} cores, Node ${machine.node}, load average before: ${load}`)
for (const text of Object.values(reports).flatMap(({ tables }) => tables)) console.log(`\n${text}`)
if (options.json) {
  const figures = Object.entries(reports).map(([name, report]) => [name, report.figures])
  const all = { machine, isQuick, ...Object.fromEntries(figures) }
  await writeFile(options.json, `${JSON.stringify(all, null, 2)}\n`)
}

const complaints = Object.entries(reports).flatMap(([name, report]) =>
  report.complaints.map((complaint) => `${name}: ${complaint}`),
)
if (complaints.length > 0) {
  print(`\nFailed expectations:\n${complaints.join('\n')}`)
  process.exitCode = 1
}

/** Measures a part; a failure becomes a complaint, so that the parts after it are still measured. */
async function reportOf(part: Part, partOptions: PartOptions): Promise<PartReport> {
  try {
    return await part(partOptions)
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { figures: { failed: message }, tables: [], complaints: [message] }
  }
}
