import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentText } from '@recto/document-text/model'
import type { Reader } from '@recto/document-text/reader'
import { alignValue } from '@recto/extraction/align-value'
import { answerFromEmbedded } from '@recto/extraction/answer-from-embedded'
import { answerWithoutModel } from '@recto/extraction/answer-without-model'
import type { FieldType, Json, Question } from '@recto/provider-spec/answer'
import { isSameIssuer } from '../bench-fields/judge-value.ts'
import { isSameValue, toRows } from './compare-values.ts'
import type { QuestionScores } from './score-question-set.ts'

type Wordings = {
  readonly fields: readonly {
    readonly field: string
    readonly wordings: Readonly<Record<string, readonly (string | ListWording)[]>>
  }[]
}
type ListWording = { readonly question: string; readonly columns?: readonly string[] }
type ExpectedInvoice = {
  readonly file: string
  readonly fields: Readonly<Record<string, string | null>>
  readonly lines: readonly {
    readonly name: string | null
    readonly quantity: string | null
    readonly line_total: string | null
  }[]
}

const numberFields: ReadonlySet<string> = new Set([
  'net_total',
  'tax_total',
  'gross_total',
  'due_payable',
])
const dateFields: ReadonlySet<string> = new Set(['issue_date', 'due_date'])

const toType = (field: string): FieldType =>
  numberFields.has(field) ? 'number' : dateFields.has(field) ? 'date' : 'text'

const toExpected = (field: string, value: string): string | number => {
  if (numberFields.has(field)) return Number(value)
  return dateFields.has(field) ? value.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3') : value
}

type Invoice = ExpectedInvoice & {
  readonly document: DocumentText
  readonly bytes: Uint8Array
}

type WordingOptions = {
  readonly wordings: string
  readonly folder: string
  readonly isEmbedded: boolean
}

/** Asks every wording of every invoice; a printed field counts only where the print has the value. */
export async function scoreWordings(
  reader: Reader,
  options: WordingOptions,
): Promise<QuestionScores> {
  const { fields } = JSON.parse(readFileSync(options.wordings, 'utf8')) as Wordings
  const invoices = await readInvoices(reader, options.folder)
  const fieldNames = new Set(invoices.flatMap(({ fields: values }) => Object.keys(values)))
  const mistakes: string[] = []
  const rows: unknown[] = []
  for (const { field, wordings } of fields) {
    if (field !== 'lines' && !fieldNames.has(field)) continue
    const texts = Object.values(wordings).flat()
    const verdicts: Verdict[] = []
    for (const invoice of invoices) {
      const verdictsOfInvoice = await judgeWordings(reader, invoice, { field, texts, options })
      verdicts.push(...verdictsOfInvoice.map(({ verdict }) => verdict))
      mistakes.push(...verdictsOfInvoice.flatMap(({ mistake }) => mistake ?? []))
    }
    rows.push({ field, ...toRow(verdicts) })
  }
  return { tables: [rows], mistakes }
}

type JudgedWording = { readonly verdict: Verdict; readonly mistake?: string }

async function judgeWordings(
  reader: Reader,
  invoice: Invoice,
  {
    field,
    texts,
    options: { isEmbedded },
  }: {
    readonly field: string
    readonly texts: readonly (string | ListWording)[]
    readonly options: WordingOptions
  },
): Promise<readonly JudgedWording[]> {
  const questions = texts.map((text, index) => toQuestion(field, text, index))
  const values = await answerAll(reader, invoice, { questions, isEmbedded })
  const expected = JSON.stringify(field === 'lines' ? invoice.lines : invoice.fields[field])
  return values.map((value, index) => {
    const verdict = judge(invoice, field, value, isEmbedded)
    if (verdict === 'correct' || verdict === 'unknown') return { verdict }
    const wording = JSON.stringify(texts[index])
    return {
      verdict,
      mistake: `${invoice.file} | ${field} | ${wording} | ${verdict} | answer ${JSON.stringify(value)} | expected ${expected}`,
    }
  })
}

async function readInvoices(reader: Reader, folder: string): Promise<readonly Invoice[]> {
  const all = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as ExpectedInvoice[]
  const invoices: Invoice[] = []
  for (const one of all) {
    const bytes = readFileSync(join(folder, one.file))
    invoices.push({ ...one, bytes, document: await reader.read(bytes, { name: one.file }) })
  }
  return invoices
}

const listSettings = {
  startPage: 0,
  endPage: 0,
  isByHeaders: false,
  isCompressed: false,
  pageDelimiter: '',
} as const

function toQuestion(field: string, text: string | ListWording, index: number): Question {
  const key = `value_${index}`
  const { question, columns } = typeof text === 'string' ? { question: text, columns: [] } : text
  if (field !== 'lines') return { key, prompt: question, type: toType(field) }
  return {
    key,
    prompt: question,
    type: 'line-item',
    list: { ...listSettings, headers: columns ?? [] },
  }
}

async function answerAll(
  reader: Reader,
  { bytes, file, document }: Invoice,
  {
    questions,
    isEmbedded,
  }: { readonly questions: readonly Question[]; readonly isEmbedded: boolean },
): Promise<readonly Json[]> {
  const answers = isEmbedded
    ? await answerFromEmbedded(
        document,
        await reader.readEmbedded(bytes, { name: file }),
        questions,
      )
    : await answerWithoutModel(document, questions)
  const byKey = new Map(answers.map((answer) => [answer.key, answer.value]))
  return questions.map(({ key }) => byKey.get(key) ?? null)
}

type Verdict = 'correct' | 'wrong' | 'missing' | 'madeUp' | 'unknown'

function judge(invoice: Invoice, field: string, value: Json, isEmbedded: boolean): Verdict {
  if (field === 'lines') return judgeLines(invoice, value)
  const text = invoice.fields[field]
  if (text === undefined) return 'unknown'
  return text === null
    ? judgeAbsent(value, isEmbedded)
    : judgeStated(invoice, { field, text, value, isEmbedded })
}

/** Data in the file can state what the expected values leave out. */
const judgeAbsent = (value: Json, isEmbedded: boolean): Verdict =>
  value === null || isEmbedded ? 'unknown' : 'madeUp'

type StatedValue = {
  readonly field: string
  readonly text: string
  readonly value: Json
  readonly isEmbedded: boolean
}

function judgeStated(invoice: Invoice, { field, text, value, isEmbedded }: StatedValue): Verdict {
  const expected = toExpected(field, text)
  if (value !== null) return isRightValue(field, value, expected) ? 'correct' : 'wrong'
  return isEmbedded || isPrinted(invoice, field, expected) ? 'missing' : 'unknown'
}

const isPrinted = ({ document }: Invoice, field: string, expected: string | number): boolean =>
  alignValue(document, expected, toType(field)) !== null

/** Either of two names can omit its legal form. */
function isRightValue(field: string, value: Json, expected: string | number): boolean {
  const isName = field === 'seller_name' || field === 'buyer_name'
  return (
    isSameValue(value, expected, toType(field)) || (isName && isSameIssuer(value, String(expected)))
  )
}

/** A list is correct when every expected line is a row with the name, the quantity and the total. */
function judgeLines({ lines }: Invoice, value: Json): Verdict {
  if (lines.length === 0) return 'unknown'
  const answeredRows = toRows(value)
  if (answeredRows.length === 0) return 'missing'
  const isRight =
    answeredRows.length === lines.length &&
    lines.every(({ name, quantity, line_total: total }, index) => {
      const cells = Object.values(answeredRows[index] ?? {})
      const hasCell = (expected: string | null, type: FieldType) =>
        expected === null ||
        cells.some(
          (cell) =>
            cell !== null &&
            isSameValue(cell, type === 'number' ? Number(expected) : expected, type),
        )
      return hasCell(name, 'text') && hasCell(quantity, 'number') && hasCell(total, 'number')
    })
  return isRight ? 'correct' : 'wrong'
}

const share = (part: number, whole: number) =>
  whole === 0 ? null : Math.round((1000 * part) / whole) / 1000

function toRow(verdicts: readonly Verdict[]) {
  const count = (verdict: Verdict) => verdicts.filter((one) => one === verdict).length
  const correct = count('correct')
  const askedCount = correct + count('wrong') + count('missing')
  return {
    asked: askedCount,
    recall: share(correct, askedCount),
    precision: share(correct, correct + count('wrong') + count('madeUp')),
    'made up': count('madeUp'),
  }
}
