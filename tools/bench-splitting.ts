/**
 * `npm run bench:splitting`: how well files that hold several documents are split.
 *
 *   node tools/bench-splitting.ts [--data DIR] [--scans DIR] [--fit] [--list]
 *
 * Piles are drawn from two collections that share no document, layout and word list: the open question sets and
 * generated documents on one side, real ones of DIR (`invoices/`, `e-invoices/`, `pdf-zoo/`) and generated documents of the kept
 * half on the other. Weights are fitted on the first and tested on the second, and for comparison the other way round.
 * `--scans` names a folder with recognised pages (`COLLECTION__FILE.json`), because OCR takes seconds for each page.
 * `--fit` writes the weights and ends; `--list` prints the single documents that are split.
 */
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openReader } from '@recto/document-reader/open-reader'
import { fittedWeights, type SplitWeights } from '@recto/extraction/split-weights'
import { omitUndefined } from '@recto/omit-undefined'
import {
  collectKept,
  collectOpen,
  collectSingles,
  type PileDocument,
  readScans,
} from './bench-splitting/collect-documents.ts'
import { drawPiles } from './bench-splitting/draw-piles.ts'
import { fitBoundaries } from './bench-splitting/fit-boundaries.ts'
import { listSplitSingles, scorePiles, splitPile } from './bench-splitting/score-piles.ts'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    scans: { type: 'string' },
    fit: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})

const fitSeed = 1
const testSeed = 2
const fitPiles = 600
const testPiles = 200
const scannedPiles = 100
const longPages = 3000

const weightsFile = join(import.meta.dirname, '../packages/extraction/src/split/weights.json')
const reader = openReader({ threads: 1 })
try {
  const open = await collectOpen(reader)
  if (options.fit) {
    const weights = fitBoundaries(drawPiles(open, { count: fitPiles, seed: fitSeed }))
    writeFileSync(weightsFile, `${JSON.stringify(weights, null, 2)}\n`)
  } else await report(open)
} finally {
  await reader.close()
}

async function report(open: readonly PileDocument[]): Promise<void> {
  const keptDocuments = await collectKept(reader, options.data)
  const singles = await collectSingles(reader)
  const keptWeights = fitBoundaries(drawPiles(keptDocuments, { count: fitPiles, seed: fitSeed }))
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`)
  const isReal = ({ collection }: PileDocument) => !collection.includes('(')
  const score = (documents: readonly PileDocument[], weights: SplitWeights, count = testPiles) =>
    scorePiles(drawPiles(documents, { count, seed: testSeed }), weights)
  const realScore = options.data ? score(keptDocuments.filter(isReal), fittedWeights) : undefined
  const scanScore = options.scans
    ? score(readScans(options.scans), fittedWeights, scannedPiles)
    : undefined
  console.table({
    'kept, all': score(keptDocuments, fittedWeights),
    ...omitUndefined({ 'kept, real only': realScore }),
    'open, with weights of kept': score(open, keptWeights),
    ...omitUndefined({ 'kept, scans': scanScore }),
  })
  reportSingles(singles, fittedWeights)
  reportSpeed(singles, fittedWeights)
}

function reportSingles(singles: readonly PileDocument[], weights: SplitWeights): void {
  const split = listSplitSingles(singles, weights)
  console.log(`Single documents of five pages and more: ${split.length} of ${singles.length} split`)
  if (options.list)
    for (const { name, collection, pages } of split)
      console.log(
        collection,
        name,
        pages.length,
        splitPile({ pages }, weights).parts.map(({ first, reasons }) => [first + 1, ...reasons]),
      )
}

function reportSpeed(singles: readonly PileDocument[], weights: SplitWeights): void {
  const source = singles.flatMap(({ pages }) => pages)
  const pages = Array.from({ length: longPages }, (_, number) => ({
    ...source[number % source.length]!,
    number,
  }))
  const since = performance.now()
  splitPile({ pages }, weights)
  const milliseconds = performance.now() - since
  console.log(`${longPages} pages in ${(milliseconds / 1000).toFixed(1)} s`)
}
