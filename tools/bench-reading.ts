/**
 * `npm run bench:reading`: measures the speed and accuracy of reading documents on this machine.
 *
 *   node tools/bench-reading.ts [--data DIR] [--json FILE] [--only PART]… [--tier TIER] [--receipts seen|unseen] [--paddle DIR]
 *
 * DIR contains `invoices/`, `e-invoices/`, `receipts/` and `pdf-zoo/`; missing documents are generated. `--only` takes native,
 * ocr, bare, zoo, hidden, embedded, long or hostile and may be repeated. `--tier` takes low_cost or high_quality. Every fourth
 * receipt is unseen: nobody looks at it while working on an engine. `--paddle` names a folder with ppu-paddle-ocr and
 * onnxruntime-node in its node_modules, which is scored for comparison.
 */
import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openReader } from '@recto/document-reader/open-reader'
import type { Reader } from '@recto/document-text/reader'
import { measureBareEngines } from './bench-reading/bare-engines.ts'
import { measureEmbedded } from './bench-reading/embedded.ts'
import { measureHidden } from './bench-reading/hidden.ts'
import { measureHostile } from './bench-reading/hostile.ts'
import { makeHostileFiles } from './bench-reading/hostile-files.ts'
import { measureLong } from './bench-reading/long-document.ts'
import { measureNative } from './bench-reading/native.ts'
import { type Measurements, present } from './bench-reading/present.ts'
import { measureTier } from './bench-reading/receipts.ts'
import { watchResidentMemory } from './bench-reading/resident-memory.ts'
import { readReceipts, readSamples, type Sample } from './bench-reading/samples.ts'
import { makeInvoices, makeReceipts } from './bench-reading/synthetic-samples.ts'
import { measureZoo } from './bench-reading/zoo.ts'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    json: { type: 'string' },
    only: { type: 'string', multiple: true },
    tier: { type: 'string' },
    receipts: { type: 'string' },
    paddle: { type: 'string' },
  },
})

const pagesOfLongDocument = 2000
const log = (line: string) => process.stderr.write(`${line}\n`)
const isRequested = (part: string) => !options.only || options.only.includes(part)
const folder = (name: string) => (options.data ? join(options.data, name) : undefined)

function samplesIn(name: string): Sample[] {
  const path = folder(name)
  return path ? readSamples(path, '.pdf') : []
}

async function receipts() {
  const path = folder('receipts')
  const isWanted = (place: number) =>
    !options.receipts || (place % 4 === 3 ? 'unseen' : 'seen') === options.receipts
  const storedReceipts = path ? readReceipts(path).filter((_, place) => isWanted(place)) : []
  return storedReceipts.length > 0 ? storedReceipts : makeReceipts()
}

async function invoices() {
  const storedInvoices = samplesIn('invoices')
  return storedInvoices.length > 0 ? storedInvoices : makeInvoices()
}

async function measureOcr(reader: Reader) {
  const images = await receipts()
  const measure = async (tier: 'low_cost' | 'high_quality') => {
    if (options.tier && options.tier !== tier) return {}
    log(`${images.length} receipts, ${tier} …`)
    return { [tier]: await measureTier(reader, images, tier) }
  }
  return { ...(await measure('low_cost')), ...(await measure('high_quality')) }
}

const measurements: Measurements = {}

/** Saves the measurements so far, so that they survive a later failure. */
async function saveMeasurements() {
  if (options.json) await writeFile(options.json, `${JSON.stringify(measurements, null, 2)}\n`)
}

const loadBefore = loadavg()
const memory = watchResidentMemory()
const reader = openReader()
try {
  if (isRequested('native')) {
    log('native text …')
    measurements.native = await measureNative(reader, await invoices())
  }
  if (isRequested('long')) {
    log(`${pagesOfLongDocument} pages …`)
    measurements.long = await measureLong(reader, pagesOfLongDocument)
  }
  if (isRequested('zoo')) {
    log('odd and broken files …')
    const samples = samplesIn('pdf-zoo')
    measurements.zoo = await measureZoo(
      reader,
      samples.length > 0 ? samples : makeHostileFiles(),
      ({ name }) => (samples.length > 0 ? join(folder('pdf-zoo') ?? '', name) : undefined),
    )
  }
  if (isRequested('hidden')) {
    log('hidden text …')
    measurements.hidden = await measureHidden(reader, [
      ...(await invoices()),
      ...samplesIn('pdf-zoo'),
    ])
  }
  if (isRequested('embedded')) {
    log('embedded data …')
    const samples = [...(await invoices()), ...samplesIn('e-invoices')]
    measurements.embedded = await measureEmbedded(reader, samples)
  }
  if (isRequested('ocr')) measurements.ocr = await measureOcr(reader)
} finally {
  await reader.close()
}
measurements.memoryMB = memory.stop()
await saveMeasurements()
if (isRequested('bare'))
  measurements.bare = await measureBareEngines(await receipts(), options.paddle, log)
if (isRequested('hostile')) {
  log('hostile files against the running product …')
  measurements.hostile = await measureHostile()
}

const load = loadBefore.map((one) => one.toFixed(1)).join(', ')
console.log(`\n${cpus().length} cores, Node ${process.version}, load average before: ${load}\n`)
console.log(present(measurements))
await saveMeasurements()
