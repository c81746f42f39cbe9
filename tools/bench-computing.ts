/**
 * Measures the computations on a document after it was read: laying it out, finding the evidence of values, and
 * answering without a model. The documents are generated and unusually large.
 *
 *   node tools/bench-computing.ts [--bare]
 *
 * Prints the duration in the worker processes and the delay of the event loop; with `--bare` also the duration
 * of each part in this thread.
 */
import { parseArgs } from 'node:util'
import { openReader } from '@recto/document-reader/open-reader'
import { layoutText } from '@recto/document-text/layout/layout-text'
import type { DocumentText } from '@recto/document-text/model'
import { alignValue } from '@recto/extraction/align-value'
import { answerWithoutModel } from '@recto/extraction/answer-without-model'
import type { Question } from '@recto/provider-spec/answer'
import { listReferencedKeys } from '../apps/server/src/features/answering/variables/parse-variables.ts'
import { longText, repeatedValue, wideTable } from './bench-computing/documents.ts'
import { type LoopRow, measureLoop } from './bench-computing/loop.ts'

const questions: readonly Question[] = [
  { key: 'invoice_number', prompt: 'What is the invoice number?', type: 'text' },
  { key: 'invoice_date', prompt: 'When was it issued?', type: 'date' },
  { key: 'total', prompt: 'What is the total?', type: 'number' },
  { key: 'seller', prompt: 'Who is the seller?', type: 'text' },
  { key: 'iban', prompt: 'Which IBAN is to be paid to?', type: 'text' },
]

type Row = { readonly document: string; readonly operation: string; readonly milliseconds: number }

const { values: options } = parseArgs({ options: { bare: { type: 'boolean', default: false } } })

const rows: Row[] = []

async function time(document: string, label: string, work: () => unknown): Promise<void> {
  const start = performance.now()
  const outcome = await Promise.resolve()
    .then(work)
    .then(
      () => '',
      (error: unknown) => ` (${error})`,
    )
  rows.push({
    document,
    operation: label + outcome,
    milliseconds: Math.round((performance.now() - start) * 10) / 10,
  })
}

async function timeDocument(name: string, document: DocumentText): Promise<void> {
  const words = document.pages.reduce((sum, page) => sum + page.words.length, 0)
  const label = `${name}: ${document.pages.length} pages, ${words} words`
  await time(label, 'lay out', () => layoutText(document))
  await time(label, 'first value', () => alignValue(document, 'no such value', 'text'))
  for (const [value, type] of [
    ['Widget', 'text'],
    ['no such value here', 'text'],
    [1250, 'number'],
    ['2026-03-14', 'date'],
  ] as const) {
    const labelText = 'total What is the total amount of the invoice?'
    await time(label, `align ${JSON.stringify(value)}`, () =>
      alignValue(document, value, type, { questionText: labelText }),
    )
  }
  await time(label, 'answer 5 questions without a model', () =>
    answerWithoutModel(document, questions),
  )
}

const reader = openReader()
const read = (text: string, name: string) => reader.read(new TextEncoder().encode(text), { name })
const loopRows: LoopRow[] = []
for (const [name, text] of [
  ['long.txt', longText()],
  ['table.csv', wideTable()],
  ['repeated.txt', repeatedValue()],
] as const) {
  const document = await read(text, name)
  loopRows.push(...(await measureLoop(name, document, { prompts: 50, questions })))
  if (options.bare) await timeDocument(name, document)
}
await reader.close()
console.table(loopRows)

const million = 1_000_000
for (const [name, prompt] of [
  ['braces', '{'.repeat(million)],
  ['braces and blanks', `{{${' '.repeat(million)}`],
  ['per cents', '%a'.repeat(million / 2)],
] as const) {
  await time(`prompt of 1 MB: ${name}`, 'find variables', () =>
    listReferencedKeys(prompt, ['total']),
  )
}
console.table(rows)
