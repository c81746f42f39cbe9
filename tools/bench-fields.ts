/**
 * Scores the built-in extractor on documents with known fields.
 *
 *   node tools/bench-fields.ts [--data DIR] [--only PART] [--embed] [--wrong] [--final] [--fit] [--json FILE]
 *
 * DIR contains `invoices/<name>.pdf` with `<name>.json`, and photographs in `receipts/`; without it the sample
 * documents are scored. Every document is asked for every key that occurs in any of the expected values. Nested
 * values are ignored except for line items, whose rows are counted. Only values that the text of their document
 * contains count towards recall.
 *
 * Then 300 generated documents (`field-documents/`) are read as PDFs and scored. Half of them are held out: their
 * layouts and words differ from those of the open half, and only their totals are printed. Odd documents, on which
 * no answer is better than a guess, and 800 generated receipts with the typical errors of OCR follow.
 *
 * PART is `invoices`, `receipts`, `generated`, `photographed`, `speed` (the time per prompt on long documents) or
 * `model` (which of the right answers of a model come out, and with evidence). The last two run only when named.
 * `--wrong` lists wrong answers. `--final` scores the held-out receipts, which nobody looks at while working on the
 * extractor. `--fit` fits the confidence again on every second document and on the open halves of the generated
 * ones, and saves its tables; the remaining documents evaluate it. It needs all parts.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openReader } from '@recto/document-reader/open-reader'
import { fitTables, type JudgedValue, reportConfidence } from './bench-fields/confidence.ts'
import { loadEmbedder } from './bench-fields/load-embedder.ts'
import {
  answerGenerated,
  judgeGenerated,
  reportGenerated,
  reportOdd,
} from './bench-fields/score-generated.ts'
import {
  type JudgedField,
  readInvoices,
  sampleInvoiceCases,
  scoreInvoices,
  scoreOf,
} from './bench-fields/score-invoices.ts'
import { scoreModel } from './bench-fields/score-model.ts'
import {
  answerPhotographed,
  type PhotographedAnswer,
  reportPhotographed,
} from './bench-fields/score-photographed.ts'
import { scoreReceipts } from './bench-fields/score-receipts.ts'
import { reportSpeed } from './bench-fields/speed.ts'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    only: { type: 'string' },
    embed: { type: 'boolean', default: false },
    wrong: { type: 'boolean', default: false },
    final: { type: 'boolean', default: false },
    fit: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})

const isRequested = (part: string) => options.only === undefined || options.only === part

const embed = options.embed ? await loadEmbedder() : undefined

function reportInvoices(lines: readonly JudgedField[]): void {
  const scores = [...Map.groupBy(lines, ({ document }) => document)].map(([name, own]) =>
    scoreOf(name, own),
  )
  console.table([...scores, scoreOf('all', lines)])
  if (!options.wrong) return
  console.table(
    lines.filter((line) => line.verdict === 'wrong' || (line.verdict === 'null' && line.isInText)),
  )
}

async function runInvoices() {
  const folder = options.data === undefined ? undefined : join(options.data, 'invoices')
  const cases = folder === undefined ? await sampleInvoiceCases() : readInvoices(folder)
  const reader = openReader({ threads: 1 })
  const invoiceScores = await scoreInvoices(reader, cases, embed)
  await reader.close()
  reportInvoices(invoiceScores.lines)
  if (invoiceScores.rows.length > 0) console.table(invoiceScores.rows)
  return invoiceScores
}

async function runModel(): Promise<void> {
  const folder = options.data === undefined ? undefined : join(options.data, 'invoices')
  console.table(
    await scoreModel(folder === undefined ? await sampleInvoiceCases() : readInvoices(folder)),
  )
}

async function runReceipts(folder: string) {
  const selection = options.final ? 'every fourth, held out' : 'without every fourth'
  console.log(`receipts, photographed, read by the large OCR engine, ${selection}`)
  const reader = openReader()
  const receiptScores = await scoreReceipts(reader, folder, { embed, isFinal: options.final })
  await reader.close()
  console.table(receiptScores.fields)
  if (options.wrong && !options.final)
    console.table(receiptScores.lines.filter(({ verdict }) => verdict !== 'correct'))
  return receiptScores
}

async function runGenerated() {
  const reader = openReader({ threads: 1 })
  const lines = [
    ...(await answerGenerated(reader, 'open', embed)),
    ...(await answerGenerated(reader, 'kept', embed)),
  ]
  reportGenerated(lines, options.wrong)
  await reportOdd(reader, embed, options.wrong)
  await reader.close()
  return lines
}

async function judgeGeneratedDocuments(): Promise<readonly JudgedValue[]> {
  const reader = openReader({ threads: 1 })
  const generatedValues = await judgeGenerated(reader)
  await reader.close()
  return [...generatedValues, ...valuesOf(await answerPhotographed('open'))]
}

const valuesOf = (answers: readonly PhotographedAnswer[]): readonly JudgedValue[] =>
  answers.flatMap(({ value }) => value ?? [])

if (options.fit && (options.only !== undefined || options.final))
  throw new RangeError('The confidence is fitted on all parts: leave out --only and --final.')

const values: JudgedValue[] = []
const report: Record<string, unknown> = {}
if (isRequested('invoices')) {
  const { lines, values: own } = await runInvoices()
  report.invoices = lines
  values.push(...own)
}
const receipts = options.data === undefined ? undefined : join(options.data, 'receipts')
if (isRequested('receipts') && receipts !== undefined && existsSync(receipts)) {
  const { lines, values: own } = await runReceipts(receipts)
  report.receipts = lines
  values.push(...own)
  const source = 'invoices of invoice2data and receipts of SROIE 2019'
  const generatedValues = options.fit ? await judgeGeneratedDocuments() : []
  const tables =
    options.fit && fitTables(values, generatedValues, `${source}, and documents made by code`)
  reportConfidence(values, source, { tables: tables || undefined })
}
if (isRequested('photographed')) {
  const answers = [...(await answerPhotographed('open')), ...(await answerPhotographed('kept'))]
  reportPhotographed(answers, options.wrong)
  const heldOutValues = valuesOf(answers.filter(({ half }) => half === 'kept'))
  reportConfidence(heldOutValues, 'photographs of generated receipts, the held-out half', {
    isUnseen: true,
  })
}
if (isRequested('generated')) {
  const lines = await runGenerated()
  report.generated = options.wrong ? lines.filter(({ half }) => half === 'open') : lines.length
}
if (options.only === 'model') await runModel()
if (options.only === 'speed') {
  const reader = openReader({ threads: 1 })
  await reportSpeed(reader)
  await reader.close()
}
if (options.json) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`)
