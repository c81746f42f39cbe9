import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentText } from '@recto/document-text/model'
import type { Reader } from '@recto/document-text/reader'
import { alignValue } from '@recto/extraction/align-value'
import { answerWithSignals } from '@recto/extraction/answer-without-model'
import type { EmbedTexts } from '@recto/extraction/match-by-meaning'
import { omitUndefined } from '@recto/omit-undefined'
import type { Answer, Evidence, FieldType, Question } from '@recto/provider-spec/answer'
import { type JudgedAnswer, type JudgedValue, judgedValue } from './confidence.ts'
import { absurdityOf, amountIn, isAnswerable, isSame, isSameIssuer } from './judge-value.ts'
import { type RowScore, scoreRows } from './score-rows.ts'

type Truth = Readonly<Record<string, string | number>>
export type InvoiceCase = {
  readonly name: string
  readonly file: Uint8Array
  readonly truth: Truth
  /** Rows of the list of items, when the expected values contain one. */
  readonly rows?: readonly Readonly<Record<string, unknown>>[]
}

type Verdict = 'correct' | 'wrong' | 'null' | 'no truth'
export type JudgedField = {
  readonly document: string
  readonly key: string
  readonly verdict: Verdict
  readonly truth: unknown
  readonly answer: unknown
  /** Whether the document's text contains the value; only such values count towards recall. */
  readonly isInText: boolean
  readonly isEvidenceRight: boolean
  /** Reason why the answer cannot be right, when the expected value is unknown. */
  readonly absurdity?: string
}

const ignoredKeys = new Set(['desc', 'note', 'narration'])

function scalarsOf(truth: Readonly<Record<string, unknown>>): Truth {
  const scalars = Object.entries(truth).filter(
    (entry): entry is [string, string | number] =>
      !ignoredKeys.has(entry[0]) && (typeof entry[1] === 'string' || typeof entry[1] === 'number'),
  )
  return Object.fromEntries(scalars)
}

/** Reads each `<name>.pdf` with its expected values from `<name>.json`. */
export function readInvoices(folder: string): readonly InvoiceCase[] {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.pdf'))
    .toSorted()
  return names.map((file) => {
    const parsed: unknown = JSON.parse(
      readFileSync(join(folder, file.replace(/pdf$/, 'json')), 'utf8'),
    )
    const truth = (Array.isArray(parsed) ? parsed[0] : parsed) as Readonly<Record<string, unknown>>
    const name = file.replace(/\.pdf$/, '')
    const rows = Array.isArray(truth.lines) ? { rows: truth.lines } : {}
    return { name, file: readFileSync(join(folder, file)), truth: scalarsOf(truth), ...rows }
  })
}

export async function sampleInvoiceCases(): Promise<readonly InvoiceCase[]> {
  const { sampleInvoices } = await import('@recto/testkit/sample-documents')
  const samples = await sampleInvoices()
  return samples.map(({ name, file, expected }) => ({
    name,
    file,
    truth: scalarsOf({ ...expected }),
  }))
}

function typeOf(key: string): FieldType {
  if (/^amount|^(total|subtotal|tax)$/.test(key)) return 'number'
  return /^date|date$/.test(key) ? 'date' : 'text'
}

export const questionOf = (key: string): Question => ({
  key,
  prompt: key.replaceAll('_', ' '),
  type: typeOf(key),
})

/** Returns whether the words that an answer cites as evidence contain the expected value. */
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
  const evidenceOnly = { ...document, pages: [{ ...page, words, lines: [whole] }] }
  return isInText(evidenceOnly, truth, typeOf(answer.key))
}

function isInText(document: DocumentText, truth: string | number, type: FieldType): boolean {
  const plain = String(truth).replace(/\s+/g, ' ').trim()
  return alignValue(document, type === 'number' ? (amountIn(truth) ?? plain) : plain, type) !== null
}

function judge(document: DocumentText, { name, truth }: InvoiceCase, answer: Answer): JudgedField {
  const { key, value } = answer
  const expected = truth[key]
  if (expected === undefined || !isAnswerable(key, expected)) return judgeUnknown(name, answer)
  return {
    document: name,
    key,
    truth: expected,
    answer: value,
    verdict: value === null ? 'null' : isRight(key, value, expected) ? 'correct' : 'wrong',
    isInText: isInText(document, expected, typeOf(key)),
    isEvidenceRight: pointsAt(document, answer, expected),
  }
}

/** Judges an answer without an expected value: it is wrong only if it cannot be right. */
function judgeUnknown(document: string, { key, value }: Answer): JudgedField {
  const absurdity = value === null ? undefined : absurdityOf(value, { key, type: typeOf(key) })
  return {
    document,
    key,
    truth: undefined,
    answer: value,
    verdict: absurdity === undefined ? 'no truth' : 'wrong',
    isInText: false,
    isEvidenceRight: false,
    ...omitUndefined({ absurdity }),
  }
}

const isRight = (key: string, value: unknown, expected: string | number): boolean =>
  isSame(value, expected, typeOf(key)) ||
  (key === 'issuer' && isSameIssuer(value, String(expected)))

/** `beyond` counts right answers that no word spells out, such as EUR for €; they do not count towards recall. */
export function scoreOf(document: string, lines: readonly JudgedField[]) {
  const count = (predicate: (line: JudgedField) => boolean) => lines.filter(predicate).length
  const inText = count((line) => line.isInText)
  const correct = count((line) => line.isInText && line.verdict === 'correct')
  const correctBeyondText = count((line) => !line.isInText && line.verdict === 'correct')
  const wrong = count((line) => line.verdict === 'wrong')
  return {
    document,
    inText,
    correct,
    wrong,
    absurd: count((line) => line.absurdity !== undefined),
    null: count((line) => line.isInText && line.verdict === 'null'),
    beyond: correctBeyondText,
    recall: ratio(correct, inText),
    precision: ratio(correct + correctBeyondText, correct + correctBeyondText + wrong),
    cost: correct + correctBeyondText - 2 * wrong,
    evidence: ratio(
      count((line) => line.isInText && line.verdict === 'correct' && line.isEvidenceRight),
      correct,
    ),
    unjudged: count((line) => line.verdict === 'no truth' && line.answer !== null),
  }
}

/** Returns the judged values, only for fields with a known expected value. */
function judgedValues(
  text: DocumentText,
  document: number,
  { line, answer }: { readonly line: JudgedField; readonly answer: JudgedAnswer['answer'] },
): readonly JudgedValue[] {
  if (line.truth === undefined) return []
  if (line.verdict !== 'correct' && line.verdict !== 'wrong') return []
  const isRight = line.verdict === 'correct'
  return [judgedValue({ text, document, question: questionOf(line.key), answer, isRight })]
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((1000 * part) / whole) / 1000
}

type InvoiceScores = {
  readonly lines: readonly JudgedField[]
  readonly values: readonly JudgedValue[]
  readonly rows: readonly RowScore[]
}

/** Asks every document for every field that occurs in any of them. */
export async function scoreInvoices(
  reader: Reader,
  cases: readonly InvoiceCase[],
  embed: EmbedTexts | undefined,
): Promise<InvoiceScores> {
  const keys = [...new Set(cases.flatMap(({ truth }) => Object.keys(truth)))].toSorted()
  const lines: JudgedField[] = []
  const values: JudgedValue[] = []
  const rows: RowScore[] = []
  for (const [index, invoice] of cases.entries()) {
    const document = await reader.read(invoice.file, { name: `${invoice.name}.pdf` })
    if (invoice.rows) rows.push(await scoreRows(invoice.name, document, invoice.rows))
    const answers = await answerWithSignals(document, keys.map(questionOf), embed ? { embed } : {})
    for (const answer of answers) {
      const line = judge(document, invoice, answer)
      lines.push(line)
      values.push(...judgedValues(document, index, { line, answer }))
    }
  }
  return { lines, values, rows }
}
