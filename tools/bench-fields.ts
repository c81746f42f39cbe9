/**
 * Scores the built-in extractor on documents whose fields are known.
 *
 *   node tools/bench-fields.ts [--data DIR] [--embed] [--wrong] [--fit] [--json FILE]
 *
 * DIR holds `invoices/<name>.pdf` with `<name>.json`, and photographs in `receipts/`; without it the sample documents are scored.
 * Every document is asked every key that occurs in any truth, in plain words. Nested values (line
 * items) are left out. Only truths that stand in the text of their document count towards recall.
 * `--fit` fits the confidence anew on every second document and keeps its tables; the others judge it.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openReader } from '@recto/document-reader/open-reader'
import type { DocumentText } from '@recto/document-text/model'
import { alignValue } from '@recto/extraction/align-value'
import { answerWithSigns } from '@recto/extraction/answer-without-model'
import type { EmbedTexts } from '@recto/extraction/match-by-meaning'
import type { Answer, Evidence, FieldType, Question } from '@recto/provider-spec/answer'
import {
  type JudgedValue,
  judgedValue,
  reportConfidence,
  writeFittedTables,
} from './bench-fields/confidence.ts'
import { scoreReceipts } from './bench-fields/score-receipts.ts'

type Truth = Readonly<Record<string, string | number>>
type Case = { readonly name: string; readonly file: Uint8Array; readonly truth: Truth }

type Verdict = 'correct' | 'wrong' | 'null' | 'no truth'
type Line = {
  readonly document: string
  readonly key: string
  readonly verdict: Verdict
  readonly truth: unknown
  readonly answer: unknown
  /** Only what the text of the document says counts towards recall. */
  readonly isInText: boolean
  readonly isEvidenceRight: boolean
}

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    embed: { type: 'boolean', default: false },
    wrong: { type: 'boolean', default: false },
    fit: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})

const leftOut = new Set(['desc', 'note', 'narration'])

function scalarsOf(truth: Readonly<Record<string, unknown>>): Truth {
  const scalars = Object.entries(truth).filter(
    (entry): entry is [string, string | number] =>
      !leftOut.has(entry[0]) && (typeof entry[1] === 'string' || typeof entry[1] === 'number'),
  )
  return Object.fromEntries(scalars)
}

function readCases(folder: string): readonly Case[] {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.pdf'))
    .toSorted()
  return names.map((file) => {
    const stored: unknown = JSON.parse(
      readFileSync(join(folder, file.replace(/pdf$/, 'json')), 'utf8'),
    )
    const truth = (Array.isArray(stored) ? stored[0] : stored) as Readonly<Record<string, unknown>>
    const name = file.replace(/\.pdf$/, '')
    return { name, file: readFileSync(join(folder, file)), truth: scalarsOf(truth) }
  })
}

async function sampleCases(): Promise<readonly Case[]> {
  const { sampleInvoices } = await import('@recto/testkit/sample-documents')
  const samples = await sampleInvoices()
  return samples.map(({ name, file, truth }) => ({ name, file, truth: scalarsOf({ ...truth }) }))
}

function typeOf(key: string): FieldType {
  if (/^amount|^(total|subtotal|tax)$/.test(key)) return 'number'
  return /^date|date$/.test(key) ? 'date' : 'text'
}

const questionOf = (key: string): Question => ({
  key,
  prompt: key.replaceAll('_', ' '),
  type: typeOf(key),
})

const plain = (value: unknown): string => String(value).replace(/\s+/g, ' ').trim()

function isSame(answer: unknown, truth: string | number, type: FieldType): boolean {
  if (type === 'number') return Math.abs(Number(answer) - Number(truth)) < 0.005
  return plain(answer) === plain(truth)
}

/** Whether the words that an answer points at say the truth. */
function pointsAt(document: DocumentText, answer: Answer, truth: string | number): boolean {
  const [place] = (answer.evidence ?? []) as readonly Evidence[]
  const page = document.pages.find(({ number }) => number === place?.page)
  if (!place || !page) return false
  const words = page.words.filter(({ box }) =>
    place.boxes.some(
      (outer) =>
        box[0] >= outer[0] && box[2] <= outer[2] && box[1] >= outer[1] && box[3] <= outer[3],
    ),
  )
  const lines = words.map((word, start) => ({ box: word.box, start, end: start + 1 }))
  const whole = {
    box: place.boxes[0] ?? page.lines[0]?.box ?? [0, 0, 0, 0],
    start: 0,
    end: lines.length,
  } as const
  const pointed = { ...document, pages: [{ ...page, words, lines: [whole] }] }
  return isInText(pointed, truth, typeOf(answer.key))
}

function isInText(document: DocumentText, truth: string | number, type: FieldType): boolean {
  const value = type === 'number' ? Number(truth) : plain(truth)
  return alignValue(document, value, type) !== null
}

function judge(document: DocumentText, { name, truth }: Case, answer: Answer): Line {
  const { key, value } = answer
  const expected = truth[key]
  const line = { document: name, key, truth: expected, answer: value }
  if (expected === undefined)
    return { ...line, verdict: 'no truth', isInText: false, isEvidenceRight: false }
  return {
    ...line,
    verdict: value === null ? 'null' : isSame(value, expected, typeOf(key)) ? 'correct' : 'wrong',
    isInText: isInText(document, expected, typeOf(key)),
    isEvidenceRight: pointsAt(document, answer, expected),
  }
}

type Score = ReturnType<typeof scoreOf>

/** `beyond` are right answers that no word spells out, such as the EUR of a €: not part of recall. */
function scoreOf(document: string, lines: readonly Line[]) {
  const count = (wanted: (line: Line) => boolean) => lines.filter(wanted).length
  const inText = count((line) => line.isInText)
  const correct = count((line) => line.isInText && line.verdict === 'correct')
  const beyond = count((line) => !line.isInText && line.verdict === 'correct')
  const wrong = count((line) => line.verdict === 'wrong')
  return {
    document,
    inText,
    correct,
    wrong,
    null: count((line) => line.isInText && line.verdict === 'null'),
    beyond,
    recall: ratio(correct, inText),
    precision: ratio(correct + beyond, correct + beyond + wrong),
    cost: correct + beyond - 2 * wrong,
    evidence: ratio(
      count((line) => line.isInText && line.verdict === 'correct' && line.isEvidenceRight),
      correct,
    ),
    unjudged: count((line) => line.verdict === 'no truth' && line.answer !== null),
  }
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((1000 * part) / whole) / 1000
}

async function embedding(): Promise<EmbedTexts> {
  const { embedWithMiniLm } = await import('@recto/providers/mini-lm/embed-with-mini-lm')
  return async (texts) => (await embedWithMiniLm(texts)).vectors
}

type Run = { readonly lines: readonly Line[]; readonly values: readonly JudgedValue[] }

async function run(cases: readonly Case[]): Promise<Run> {
  const keys = [...new Set(cases.flatMap(({ truth }) => Object.keys(truth)))].toSorted()
  const embed = options.embed ? await embedding() : undefined
  const reader = openReader({ threads: 1 })
  const lines: Line[] = []
  const values: JudgedValue[] = []
  for (const [at, one] of cases.entries()) {
    const document = await reader.read(one.file, { name: `${one.name}.pdf` })
    const answers = await answerWithSigns(document, keys.map(questionOf), embed ? { embed } : {})
    for (const answer of answers) {
      const line = judge(document, one, answer)
      lines.push(line)
      if (line.verdict !== 'correct' && line.verdict !== 'wrong') continue
      const isRight = line.verdict === 'correct'
      const question = questionOf(line.key)
      values.push(judgedValue({ text: document, document: at, question, answer, isRight }))
    }
  }
  await reader.close()
  return { lines, values }
}

function report(lines: readonly Line[]): void {
  const scores: Score[] = [...Map.groupBy(lines, ({ document }) => document)].map(([name, own]) =>
    scoreOf(name, own),
  )
  console.table([...scores, scoreOf('all', lines)])
  if (options.wrong)
    console.table(
      lines.filter(
        (line) => line.verdict === 'wrong' || (line.verdict === 'null' && line.isInText),
      ),
    )
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ scores, lines }, null, 2)}\n`)
}

const folder = options.data === undefined ? undefined : join(options.data, 'invoices')
const cases = folder === undefined ? await sampleCases() : readCases(folder)
const invoices = await run(cases)
report(invoices.lines)
const receipts = options.data === undefined ? undefined : join(options.data, 'receipts')
if (receipts !== undefined && existsSync(receipts)) {
  const reader = openReader()
  console.log('receipts, photographed, read by the large OCR engine')
  const scores = await scoreReceipts(
    reader,
    receipts,
    options.embed ? await embedding() : undefined,
  )
  await reader.close()
  console.table(scores.fields)
  const values = [...invoices.values, ...scores.values]
  const source = 'invoices of invoice2data and receipts of SROIE 2019'
  if (options.fit) writeFittedTables(values, source)
  else reportConfidence(values, source)
}
